"""Generate a readable page about a game from its definition.

In: a game. Out: files by name. Layer: tools. `rules` splits the texts into single rules, `rules_in_words` puts them in plain
English, `rules_html` renders them as lists and a chart, `site` writes the page.
"""
