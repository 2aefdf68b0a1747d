"""Codes R06xx: variants and what they change. In: nothing. Out: ENTRIES. Layer: source."""

from .entry import CodeEntry

ENTRIES: tuple[CodeEntry, ...] = (
    CodeEntry(
        "R0601",
        "there is no such variant",
        "A variant is named by the name of its file in the game's folder variants, without .rules. A file elsewhere is named "
        "by its path.",
        "rulewright play GAME --variant quik",
        "rulewright play GAME --variant quick",
    ),
    CodeEntry(
        "R0602",
        "something is changed that is not there",
        "A change names what it changes: a step, procedure, action, phase, value, choice, or a row of a table. Nothing in the "
        "rules has this name. After add stands a kind that is read from a file.",
        "variant example\n  after trun\n    end game",
        "variant example\n  after turn\n    end game",
    ),
    CodeEntry(
        "R0603",
        "two changes contradict each other",
        "Two variants that are played together give the same thing another value, or both replace the same step. Nobody could "
        "say which of them holds. If one is meant to go further than the other, it says extends; then it comes last.",
        "variant cheap\n  change price to 3\nvariant dear\n  change price to 5",
        "variant cheap\n  change price to 3\nvariant dear\n  extends cheap\n  change price to 5",
    ),
    CodeEntry(
        "R0604",
        "was does not fit what the rules say",
        "After was stands what the change expects to find. The rules say something else there: perhaps they have been "
        "changed since, and the variant must be thought over.",
        "variant example\n  change price to 5 was 3",
        "variant example\n  change price to 5 was 4",
    ),
    CodeEntry(
        "R0605",
        "several procedures have a step of this name",
        "The change must say in which procedure the step is meant: write in and the procedure's name after it.",
        "variant example\n  after pay_all\n    end game",
        "variant example\n  after pay_all in sale\n    end game",
    ),
    CodeEntry(
        "R0606",
        "there is no such option",
        "An option is named as the rules declare it, in game.yaml under options or on the command line.",
        "rulewright play GAME --option lenght=long",
        "rulewright play GAME --option length=long",
    ),
    CodeEntry(
        "R0607",
        "an option cannot have this value",
        "An option takes one of the names that it lists, yes or no, or a number in its range. Its usual value is one of "
        "these as well, and is known before the game begins.",
        "rulewright play GAME --option length=medium",
        "rulewright play GAME --option length=long",
    ),
    CodeEntry(
        "R0608",
        "a file does not hold exactly one variant",
        "A variant is a file with a line variant NAME, everything else indented below it. In the game's folder the file has "
        "the name of its variant.",
        "change price to 3",
        "variant example\n  change price to 3",
    ),
    CodeEntry(
        "R0609",
        "two variants are not played together",
        "One of the chosen variants says that it excludes the other.",
        "rulewright play GAME --variant peace --variant war",
        "rulewright play GAME --variant peace",
    ),
    CodeEntry(
        "R0610",
        "a variant needs another one",
        "A chosen variant requires or extends another variant, which must be chosen too.",
        "rulewright play GAME --variant siege",
        "rulewright play GAME --variant war --variant siege",
    ),
    CodeEntry(
        "R0611",
        "variants extend each other in a circle",
        "A variant that extends another comes after it, so two variants cannot extend each other.",
        "variant hen\n  extends egg\nvariant egg\n  extends hen",
        "variant hen\n  extends egg\nvariant egg",
    ),
    CodeEntry(
        "R0612",
        "people and automas do not fit at the table",
        "A variant says for how many people it is (people 2) and which seats the rules play (automa in seat 3). Each automa "
        "has a seat of its own, and there are as many seats as people and automas. In the rules themselves game.yaml says "
        "how many people play.",
        "variant example\n  people 2\n  automa in seat 5",
        "variant example\n  people 2\n  automa in seat 3",
    ),
    CodeEntry(
        "R0613",
        "a set-up cannot be judged by what lies on the table",
        "needs outside of a procedure is looked at before anything is played: it speaks of players, options and values that "
        "are worked out from them. What is kept has only its first value then.",
        'keep round: number\nneeds round is 0 because "it has begun"',
        'option rounds is 1 to 9, usually 3\nneeds rounds is not 2 because "two rounds are too few"',
    ),
    CodeEntry(
        "R0614",
        "a law has lost what it holds on to",
        "A variant takes out or replaces a procedure, and the step that this law names went with it. The game can be played, "
        "but the law does nothing. This is a warning: it may be meant.",
        "variant example\n  instead of turn\n    player gains 1 money",
        "variant example\n  instead of turn\n    step income\n      player gains 1 money",
    ),
)
