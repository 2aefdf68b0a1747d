"""Codes R06xx: variants and what they change. In: nothing. Out: ENTRIES. Layer: source."""

from .entry import CodeEntry

ENTRIES: tuple[CodeEntry, ...] = (
    CodeEntry(
        "R0601",
        "an unknown variant",
        "No variant of this game has this name.",
        "rulewright play GAME --variant shrot",
        "rulewright play GAME --variant short",
    ),
    CodeEntry(
        "R0602",
        "a change of something that is not there",
        "A law names a step, procedure, value, card or choice that does not exist.",
        "after bidding_2\n  stop",
        "after bidding\n  stop",
    ),
    CodeEntry(
        "R0603",
        "two variants in conflict",
        "Two chosen variants change the same thing, and neither extends the other.",
        "change price to 3",
        "extends other_variant",
    ),
    CodeEntry(
        "R0604",
        "`was` does not fit",
        "A change says what it expects to find, and finds something else.",
        "change price to 5 was 3",
        "change price to 5 was 4",
    ),
    CodeEntry(
        "R0605",
        "a step that several procedures have",
        "Say in which procedure the step is meant.",
        "after pay_all",
        "after pay_all in sale",
    ),
    CodeEntry(
        "R0606",
        "an unknown option",
        "No option of this game has this name.",
        "--option lenght=3",
        "--option length=3",
    ),
    CodeEntry(
        "R0607",
        "a value that the option does not take",
        "An option takes one of its names, yes or no, or a number in its range.",
        "--option length=long",
        "--option length=3",
    ),
    CodeEntry(
        "R0608",
        "a variant's file",
        "A variant is one file with one variant in it.",
        "change x to 3",
        "variant mine\n  change x to 3",
    ),
    CodeEntry(
        "R0609",
        "variants that exclude each other",
        "The rules say that these two are not played together.",
        "--variant short --variant long",
        "--variant short",
    ),
    CodeEntry(
        "R0610",
        "a variant that needs another",
        "This variant is only played together with another one.",
        "--variant extra",
        "--variant base --variant extra",
    ),
    CodeEntry(
        "R0611",
        "variants that extend each other",
        "`extends` may not go in a circle.",
        "extends a",
        "requires a",
    ),
)
