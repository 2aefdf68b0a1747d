"""One match with people and bots at a table.

In: a State, the occupants of the seats, a Screen for input and output. Out: the match, played to its end or left.
Layer: tools. The caller decides how a table is drawn and where a game is saved.
"""
