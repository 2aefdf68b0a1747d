"""Write a rulebook that players read, from the definition of a game.

In: a game. Out: a page of HTML that prints as a book. Layer: tools. `plain` turns clauses and rules into words for players,
`chapters` reads rulebook.md, `glance` finds the course of play, `pictures` draws, `example` plays a moment, `book` puts them
together and `aid` is the one page beside the table.
"""
