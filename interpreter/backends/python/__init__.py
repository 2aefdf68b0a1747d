"""The Python back end: emits a Program as the text of one Python module. Everything is functions over three small objects.

`context.Context` names variables and addresses; `terms` and `builtins` print expressions. `lines.Lines` is the body of one
function; `table_acts` prints single steps into it, `acts` those that contain other steps, `ends` whole blocks.
`emission.Module` is the module; `values`, `routines`, `questions` and `watching` (with `failing`) add functions and tables to
it, and `module` assembles it.
"""
