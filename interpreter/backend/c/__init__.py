"""The Program as C: `terms` and `acts` print, `module` puts it together.

Terms are printed by `cells`, `logic`, `searches` (with `sets` and `piles`) and `functions`, which find each other through
`context`; what happens by `acts`, and by `ends` where a block ends; `slots` says where variables of frames lie, `unit` how cells
and tables do. The file is made of the functions of `values` (with `keeping`), `sight`, `moving` and `module` and the struct of
`storage`. `prelude.h` is the counterpart of interpreter/runtime; `building` compiles and keeps what was compiled.
"""
