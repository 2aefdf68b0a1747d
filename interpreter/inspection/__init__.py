"""Looking into a game, for tools and editors: one job per module.

`problems` says what is wrong with it, `show` how its rules travel, `schema` how its tables are to look, `trace` which
clauses its rules implement, `variants` what it can be changed by, `chosen` which files those are, `glossary` how its
things are called, `cover` and `mutants` what its scenarios come to and
notice, `formatting` lays a file out, `beginning` writes something new to begin with, `house_rules` a variant
from a form, `in_words` tells the rules in plain English. Layer: above load and scenario.
"""

from interpreter.inspection.beginning import likes, new_cards, new_game, new_scenario, new_variant
from interpreter.inspection.cards import CardReport, LookedAt, cards
from interpreter.inspection.chosen import files_behind
from interpreter.inspection.cover import Covered, cover
from interpreter.inspection.cover import Line as CoveredLine
from interpreter.inspection.cover import Part as CoveredPart
from interpreter.inspection.differences import Difference, differences, variant_differences
from interpreter.inspection.faces import Face, faces
from interpreter.inspection.formatting import format_text
from interpreter.inspection.glossary import GlossaryEntry, glossary
from interpreter.inspection.house_rules import CardTable, Changeable, HouseRule, changeable, house_rule
from interpreter.inspection.in_words import RuleInWords, rules_in_words
from interpreter.inspection.misfits import misfits
from interpreter.inspection.mutants import Mutant, Trials, Tried, mutant_location, mutants, sampled
from interpreter.inspection.problems import problems
from interpreter.inspection.schema import schema
from interpreter.inspection.show import show
from interpreter.inspection.trace import trace
from interpreter.inspection.variants import Pairing, VariantInfo, matrix, variants

__all__ = [
    "CardReport",
    "CardTable",
    "Changeable",
    "Covered",
    "CoveredLine",
    "CoveredPart",
    "Difference",
    "Face",
    "GlossaryEntry",
    "HouseRule",
    "LookedAt",
    "Mutant",
    "Pairing",
    "RuleInWords",
    "Trials",
    "Tried",
    "VariantInfo",
    "cards",
    "changeable",
    "cover",
    "differences",
    "faces",
    "files_behind",
    "format_text",
    "glossary",
    "house_rule",
    "likes",
    "matrix",
    "misfits",
    "mutant_location",
    "mutants",
    "new_cards",
    "new_game",
    "new_scenario",
    "new_variant",
    "problems",
    "rules_in_words",
    "sampled",
    "schema",
    "show",
    "trace",
    "variant_differences",
    "variants",
]
