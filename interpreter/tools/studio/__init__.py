"""Studio server: play tables in the browser, edit their games and measure them.

In: games, a folder for tables, an address. Out: a server. Layer: tools; it needs the extra `studio`.

Playing: `store` persists every answer of every table in SQLite, `rules_archive` the rules texts they were given under,
`live_table` is one running table, `pauses` hides by timing whether a player was asked in secret, `messages` renders the
snapshot for one seat, `tables` is the registry of tables and games (cached in `shared_cache`, thread-safe), `server` speaks
HTTP, `hosting` lists tables for the host, the person running the studio.
All game state that leaves the server is built by `messages` from the JSON view of a single seat.

Editing: `game_files` reads and writes the files of one game and no others, `language` relays messages between an editor and
`rulewright lsp`, `editing` serves edit pages; `tasks` does work in a separate process, `task_runner` starts it, `places`
writes a look.yaml. Measuring: `jobs` runs commands beside the tables, `balancing` serves balance pages.

Playtests: `playtests` deals people who come to tables, `recording` watches what they do (`watching` is what the server tells it),
`playtest_store` keeps it, `playtest_routes` serves their pages. What is asked and what it means is in `tools/playtest`.

`web` wraps every request, `request_bodies` validates its JSON, `connections` limits how many connections may wait and for how
long, `lock` keeps a second studio out of the folder, `running` wires everything together. `client/` is the pages'
TypeScript, `static/` the build output.
"""
