"""The studio: tables in the browser, and their games to be edited and measured.

In: games, a folder for tables, an address. Out: a server. Layer: tools; it needs the extra `studio`.

Playing: `store` keeps every answer of every table in SQLite, `kept` the texts of the rules under which they were given,
`sitting` is one running table, `messages` makes what one seat gets, `hall` knows all tables and games, `server` speaks HTTP.
What leaves the server is made by `messages` from the JSON form of one seat alone.

Editing: `desk` reads and writes the files of one game and no others, `language` carries messages between an editor and
`rulewright lsp`, `editing` answers edit pages; `errands` is work in a process of its own, `running_errands` starts it,
`places` writes a look.yaml. Measuring: `jobs` runs commands beside the tables, `balancing` answers balance pages.

`web` is around every request, `running` puts it all together. `client/` is the pages' TypeScript, `static/` what is built.
"""
