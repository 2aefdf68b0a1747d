"""The studio: tables in the browser.

In: games, a folder for tables, an address. Out: a server. Layer: tools; it needs the extra `studio`. `store` keeps every
answer of every table in SQLite, `sitting` is one running table, `messages` makes what one seat gets, `hall` knows all
tables and games, `server` speaks HTTP. What leaves the server is made by `messages` from the JSON form of one seat alone.
`client/` is the page's TypeScript, `static/` what is built from it.
"""
