"""A Program becomes the text of one Python module.

`context` knows how variables and places are written, `terms` and `builtins` write expressions. Statements: `lines` writes
them down, `table_acts` holds the single steps, `acts` what holds other steps, `ends` whole blocks. Parts of the module:
`values`, `routines`, `questions`, `watching` (with `failing`), each into one `emission`; `module` puts them together.
"""
