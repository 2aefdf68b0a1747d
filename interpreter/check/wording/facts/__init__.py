"""What a card does, as facts that its text should print: numbers of things, names, durations, moments, who is meant.

In: the trees of a card's cells. Out: Facts, each with its place. Layer: check. Nothing is known here about the game but
its vocabulary: a name is what the vocabulary says it is, and a name without words is counted and not compared.
`steps`: cells, laws and steps. `values`: the numbers and names in them. `here`: where the walk is. `found`: the facts.
"""

from interpreter.check.wording.facts.found import Fact, FactReader, Facts
from interpreter.check.wording.facts.here import others_in
from interpreter.check.wording.facts.steps import read_formula, read_laws, read_moment, read_steps, read_value

__all__ = [
    "Fact",
    "FactReader",
    "Facts",
    "others_in",
    "read_formula",
    "read_laws",
    "read_moment",
    "read_steps",
    "read_value",
]
