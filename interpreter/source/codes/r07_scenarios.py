"""Codes R07xx: scenarios that do not hold. In: nothing. Out: ENTRIES. Layer: source."""

from .entry import CodeEntry

ENTRIES: tuple[CodeEntry, ...] = (
    CodeEntry(
        "R0701",
        "not so",
        "What the scenario expects is not what the rules give.",
        "then\n  red's money is 5",
        "then\n  red's money is 4",
    ),
    CodeEntry(
        "R0702",
        "a decision that is not allowed",
        "The player is asked, but this answer is not among the choices.",
        "when\n  red chooses 99",
        "when\n  red chooses 3",
    ),
    CodeEntry(
        "R0703",
        "the wrong player, or no question",
        "A decision is written for somebody who is not asked just now.",
        "when\n  blue chooses 3",
        "when\n  red chooses 3",
    ),
    CodeEntry(
        "R0704",
        "scripted chance that is never used",
        "Dice or picks were scripted and nobody threw or picked.",
        "given\n  dice are 3, 4, 5",
        "given\n  dice are 3, 4",
    ),
    CodeEntry(
        "R0705",
        "not refused as expected",
        "The choice is allowed, or refused for another reason.",
        'then\n  red cannot choose 5 because "too much"',
        'then\n  red cannot choose 5 because "you have only 4"',
    ),
    CodeEntry(
        "R0706",
        "not offered as expected",
        "The choices are others than the scenario says.",
        "then\n  red is offered hold",
        "then\n  red is offered roll_on",
    ),
    CodeEntry(
        "R0707",
        "seen, or not seen, by the wrong player",
        "Who sees a stored value is said where it is declared.",
        "then\n  blue sees red's hand",
        "then\n  blue does not see red's hand",
    ),
    CodeEntry(
        "R0708",
        "told, or not told",
        "The log says something else to this player.",
        'then\n  red is told "wins"',
        'then\n  red is told "loses"',
    ),
    CodeEntry(
        "R0709",
        "another result",
        "The game ended otherwise, or not at all.",
        "then\n  red wins",
        "then\n  blue wins",
    ),
    CodeEntry(
        "R0710",
        "the rules fail",
        "A rule went wrong while the scenario was played.",
        "when\n  turn(red)",
        "given\n  red's money is 5",
    ),
    CodeEntry(
        "R0711",
        "a decision in the wrong place",
        "What is arranged under `given` cannot ask anybody; that belongs under `when`.",
        "given\n  turn(red)",
        "when\n  turn(red)",
    ),
    CodeEntry(
        "R0712",
        "a row that does not fit",
        "Each row of a table has one value for each name.",
        "cases price(n) for n\n  1, 2 gives 3",
        "cases price(n) for n\n  1 gives 3",
    ),
)
