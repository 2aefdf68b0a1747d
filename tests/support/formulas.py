"""Formulas at random, for whoever calculates them twice."""

from __future__ import annotations

import random

NUMBERS = range(-9, 10)
TESTS = ("is", "is at least", "is less than", "is not")
ROUNDINGS = ("rounded down", "rounded up", "rounded to nearest")


def formula(chance: random.Random, depth: int) -> str:
    """A formula over x-3 .. x9, where x5 stands for 5 and y3 for -3."""
    if depth == 0 or chance.random() < 0.15:
        number = chance.choice(NUMBERS)
        return f"x{number}" if number >= 0 else f"y{-number}"
    inner = [formula(chance, depth - 1) for _ in range(3)]
    word = chance.choice(["+", "-", "*", "/", "function", "if", "negative", "count"])
    match word:
        case "/":
            return f"({inner[0]} / {chance.choice('xy')}{chance.randint(1, 9)} {chance.choice(ROUNDINGS)})"
        case "function":
            return f"{chance.choice(['smaller', 'larger'])}({inner[0]}, {inner[1]})"
        case "if":
            test = chance.choice(TESTS)
            other = (
                f"{inner[1]} {test} {inner[2]} {chance.choice(['and', 'or'])} not {inner[2]} is more than {inner[0]}"
            )
            return f"({inner[0]} if {other} otherwise {inner[2]})"
        case "negative":
            return f"(- {inner[0]})"
        case "count":
            one = "abc"[depth - 1]  # a count inside a count has a name of its own
            return f"count({one} in [{inner[0]}, {inner[1]}, 1, 2] where {one} {chance.choice(TESTS)} {inner[2]})"
        case _:
            return f"({inner[0]} {word} {inner[1]})"
