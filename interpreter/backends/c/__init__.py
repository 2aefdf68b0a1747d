"""The C back end: `terms` and `acts` print expressions and statements, `module` assembles the file.

Terms are printed by `cells`, `logic`, `searches` (with `sets` and `piles`) and `functions`, which call each other through
`context`; statements by `acts`, block ends by `ends`. `slots` places variables in frames, `unit` places cells and tables. The
file consists of the functions of `values` (with `memo`), `visibility`, `moving` and `module`, and the struct of `storage`.
`prelude.h` is the counterpart of interpreter/runtime; `building` compiles and caches the library.
"""
