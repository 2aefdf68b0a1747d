"""Codes R01xx: how rules are written. In: nothing. Out: ENTRIES. Layer: source."""

from .entry import CodeEntry

ENTRIES: tuple[CodeEntry, ...] = (
    CodeEntry(
        "R0101", "something cannot stand here",
        "The sentence goes on in a way that the language does not know. The message names what could stand here.",
        "keep money(player) number", "keep money(player): number",
    ),
    CodeEntry(
        "R0102", "a tab", "Lines are indented with spaces, because a tab is as wide as each editor likes.",
        "procedure play\n\tend game", "procedure play\n  end game",
    ),
    CodeEntry(
        "R0103", "a line that belongs to no block",
        "The indentation of a line says which block it belongs to; this one lies between two blocks.",
        "procedure play\n    end game\n  end game", "procedure play\n  end game",
    ),
    CodeEntry(
        "R0104", "a word that begins no sentence",
        "Each sentence begins with one of a few words, or with who does something. This word is close to one of them.",
        "procedrue play\n  end game", "procedure play\n  end game",
    ),
    CodeEntry(
        "R0105", "a word of the language used as a name",
        "Words such as first, move or each have a meaning of their own, so nothing can be called that.",
        "keep first: number", "keep first_bid: number",
    ),
    CodeEntry(
        "R0106", "a sign without meaning", "The language uses only a few signs; comparisons are written in words.",
        "let rich(player) = player's money > 9", "let rich(player) = player's money is more than 9",
    ),
    CodeEntry(
        "R0107", "nested too deeply", "Brackets and blocks may be nested, but not sixty deep: nobody could read that.",
        "let x = ((((((((((((((((((((1))))))))))))))))))))", "let x = 1",
    ),
)  # fmt: skip
