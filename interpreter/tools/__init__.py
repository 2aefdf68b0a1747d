"""Tools: everything people use Rulewright with, one folder per tool with its library and its command.

`cli` is the front end that collects the commands; `play` is a match with people and bots; `simulate` plays many matches
between bots; `bots` are the players without a person.
"""
