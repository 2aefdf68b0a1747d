"""The Program as C: `unit` says where everything lies in the struct, `terms` and `acts` print, `module` puts it together.

Terms are printed by `cells`, `logic`, `searches` and `functions`, which find each other through `context`. `prelude.h` is the
counterpart of interpreter/runtime; `building` compiles and keeps what was compiled.
"""
