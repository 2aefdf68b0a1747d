"""The C back end: emits a Program as one C file. Everything is functions over three small objects.

`context.Context` says how one C function writes its variables; terms are printed by `terms`, which dispatches to `cells`,
`logic`, `searches` (with `sets` and `piles`) and `functions`. `body.Body` is the body of one function; `acts` prints
statements into it, `ends` the ends of blocks. `emission.Module` is the file; `values` (with `memo`), `visibility`, `moving` and
`module` add functions to it, `storage` prints the struct of a state. `nesting` finds routines that need no frame of their own,
`slots` places variables in frames, `unit` places cells and tables. `operators` has what C does with each comparison, `functions`
with each built-in function. `prelude.h` is the counterpart of interpreter/runtime; `building` compiles and caches the library.
"""
