"""Every statement that the grammar reads becomes a node, and every node of a sentence can be written."""

from __future__ import annotations

from interpreter.reading import the_parser
from interpreter.syntax.build import Build
from interpreter.syntax.build.parts import SENTENCES

RULES = {str(rule.alias or rule.origin.name) for rule in the_parser()._lark.rules}


def test_every_sentence_has_a_rule_of_its_name() -> None:
    assert set(SENTENCES) - RULES == set()


def test_every_statement_of_the_grammar_becomes_a_node() -> None:
    statements = {
        str(rule.alias or rule.expansion[0].name)
        for rule in the_parser()._lark.rules
        if rule.origin.name == "statement"
    }
    split = {str(rule.origin.name) for rule in the_parser()._lark.rules if rule.alias}  # each way has its own name
    assert {name for name in statements - split if not hasattr(Build, name)} - set(SENTENCES) == set()
