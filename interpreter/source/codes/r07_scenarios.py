"""Codes R07xx: scenarios that do not hold. In: nothing. Out: ENTRIES. Layer: source."""

from .entry import CodeEntry

ENTRIES: tuple[CodeEntry, ...] = (
    CodeEntry(
        "R0701",
        "something is not as the scenario says",
        "The rules give another value than the one that is expected. The message shows what it is. Either the rules are "
        "wrong, or the scenario is.",
        "given\n  red's money is 4\nthen\n  red's money is 5",
        "given\n  red's money is 4\nthen\n  red's money is 4",
    ),
    CodeEntry(
        "R0702",
        "a decision is not allowed",
        "The player is asked, but this answer is not among the choices. The message says why, and what is offered.",
        "when\n  vote(red)\n  red chooses maybe",
        "when\n  vote(red)\n  red chooses agree",
    ),
    CodeEntry(
        "R0703",
        "somebody else is asked, or nobody",
        "A decision is written for a player who is not asked just now. The message says who is.",
        "when\n  vote(red)\n  blue chooses agree",
        "when\n  vote(red)\n  red chooses agree",
    ),
    CodeEntry(
        "R0704",
        "scripted chance is left over",
        "Dice or picks were scripted, and fewer were thrown or picked; or none of the cards was drawn that were stacked. The "
        "scenario does not play what it was meant to play.",
        "given\n  dice are 3, 4\nwhen\n  vote(red)\n  red chooses agree",
        "when\n  vote(red)\n  red chooses agree",
    ),
    CodeEntry(
        "R0705",
        "something is not refused as the scenario says",
        "The choice is allowed after all, or it is refused for another reason than the one that is expected.",
        'given\n  red\'s money is 0\nwhen\n  turn(red)\nthen\n  red cannot choose build because "it rains"',
        'given\n  red\'s money is 0\nwhen\n  turn(red)\nthen\n  red cannot choose build because "building costs 4"',
    ),
    CodeEntry(
        "R0706",
        "something else is offered",
        "The choices are others than the scenario says. The message lists them.",
        "when\n  vote(red)\nthen\n  red is offered only agree",
        "when\n  vote(red)\nthen\n  red is offered only agree, refuse",
    ),
    CodeEntry(
        "R0707",
        "the wrong player sees something, or does not",
        "Who sees a value is said where it is declared, after seen by.",
        "then\n  blue sees red's hand",
        "then\n  blue does not see red's hand",
    ),
    CodeEntry(
        "R0708",
        "somebody is told something else",
        "What has happened since the last decision was told to this player in other words, or not at all.",
        'when\n  sale(red)\nthen\n  blue is told "red wins"',
        'when\n  sale(red)\nthen\n  blue is told "red gains 2 money"',
    ),
    CodeEntry(
        "R0709",
        "the game ends in another way",
        "Somebody else wins, a score is another one, or the game is not over at all.",
        "when\n  sale(red)\nthen\n  game is over",
        "when\n  sale(red)\nthen\n  game goes on",
    ),
    CodeEntry(
        "R0710",
        "the rules fail in a scenario",
        "A rule went wrong while the scenario was played. The message says how, and which rules were running.",
        "given\n  red's money is 0\nwhen\n  buy(red)",
        "given\n  red's money is 9\nwhen\n  buy(red)",
    ),
    CodeEntry(
        "R0711",
        "a decision stands under given",
        "Under given things are only arranged; nobody is asked anything. What asks somebody belongs under when.",
        "given\n  vote(red)",
        "when\n  vote(red)",
    ),
    CodeEntry(
        "R0712",
        "a row of cases has too many or too few values",
        "Each row has one value for each name after for, and the result after gives.",
        "cases cost(city, player) for city, player\n  harbour gives 4",
        "cases cost(city, player) for city, player\n  harbour, red gives 4",
    ),
    CodeEntry(
        "R0713",
        "a card is put into two places",
        "Each card lies in one place only. A later line under given would take it away from where an earlier one has put it.",
        "given\n  red's hand is [mill]\n  blue's hand is [mill]",
        "given\n  red's hand is [mill]\n  blue's hand is [mill_2]",
    ),
)
