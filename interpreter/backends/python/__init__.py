"""The Python back end: emits a Program as the text of one Python module.

`context` names variables and addresses, `terms` and `builtins` print expressions. Statements: `lines` emits them,
`table_acts` has the single steps, `acts` those that contain other steps, `ends` whole blocks. Parts of the module: `values`,
`routines`, `questions`, `watching` (with `failing`), each written into one `emission`; `module` assembles them.
"""
