"""Codes R08xx: what can go wrong while a game is played. In: nothing. Out: ENTRIES. Layer: source."""

from .entry import CodeEntry

ENTRIES: tuple[CodeEntry, ...] = (
    CodeEntry(
        "R0801",
        "a limit broken while playing",
        "A rule tried to store a number outside the range that was declared.",
        "set player's notes to 11",
        "set player's notes to 10",
    ),
    CodeEntry(
        "R0802",
        "a payment that cannot be made",
        "A rule made somebody pay more than they have, and no rule says what happens then.",
        "player pays 5 money to bank",
        'needs player\'s money is at least 5 because "you have too little"',
    ),
    CodeEntry(
        "R0803",
        "an endless repetition",
        "A repetition never came to its end.",
        "repeat until no",
        "repeat 3 times",
    ),
    CodeEntry(
        "R0804",
        "not exactly one",
        "`the(...)` finds the one thing that fits; there were none or several.",
        "the(player where yes)",
        "first(players)",
    ),
    CodeEntry(
        "R0805",
        "nothing to choose from",
        "Somebody must choose and nothing is allowed.",
        "player chooses card in hand(player)",
        "player may choose card in hand(player)",
    ),
    CodeEntry(
        "R0806",
        "too much to try out",
        "A `must leave` has to look at too many ways.",
        "must leave ...",
        'needs ... because "..."',
    ),
    CodeEntry(
        "R0807",
        "a rule went wrong",
        "A rule used something that was not there.",
        "item(list, 9)",
        "item(list, 1)",
    ),
    CodeEntry(
        "R0808",
        "a trial that does not hold",
        "What was tried out did not hold when it was done.",
        "must leave ...",
        "must leave ...",
    ),
    CodeEntry(
        "R0809",
        "a game without end",
        "The game did not end within the limit of decisions.",
        "repeat\n  turn",
        "repeat 10 times\n  turn",
    ),
    CodeEntry(
        "R0810",
        "the wrong number of players",
        "The game says how many can play.",
        "--players 9",
        "--players 4",
    ),
    CodeEntry(
        "R0811",
        "not a saved game",
        "The file is no save, or a broken one.",
        "--resume notes.txt",
        "--resume game.json",
    ),
    CodeEntry(
        "R0812",
        "saved under other rules",
        "The rules, variants or options have changed since the game was saved.",
        "--resume old.json",
        "--resume old.json --replay",
    ),
    CodeEntry(
        "R0813",
        "a replay that diverges",
        "Under the present rules a decision of the saved game is not possible.",
        "--replay",
        "--replay",
    ),
)
