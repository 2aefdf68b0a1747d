"""The Program as C: `layout` says where everything lies in the struct, `terms` and `acts` print, `module` puts it together.

`prelude.h` is the counterpart of interpreter/runtime; `building` compiles and keeps what was compiled.
"""
