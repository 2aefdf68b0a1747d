"""Command-line front end: `app` collects the commands of all tools; the rest is what commands share.

`output` prints, `error_boundary` turns any failure into a message and an exit status, `usage_errors` explains a wrong
command line, `parameters` are options that several commands have, `opening` loads the game that was named. Layer: tools.
"""
