"""The leaves: what people use Rulewright with. Each tool uses the public API of `interpreter` and nothing deeper.

`cli` is the command line and the only tool that may use others; `play` is a match with people and bots; `simulate`
plays many matches between bots; `bots` are the players without a person.
"""
