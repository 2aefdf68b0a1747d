"""Playtests with people: what they are asked, what is recorded of them, and what it says about the game.

In: a game's playtest.yaml, and what the studio has recorded. Out: a Plan; figures, sentences, pages and tables. Layer: tools. The
studio runs playtests; nothing here serves pages.
"""
