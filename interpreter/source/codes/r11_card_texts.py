"""Codes R11xx: what is printed on cards. In: nothing. Out: ENTRIES. Layer: source."""

from .entry import CodeEntry

ENTRIES: tuple[CodeEntry, ...] = (
    CodeEntry(
        "R1101",
        "a card's text says something else than its rules",
        "The text and the rules of a card disagree about a number, a resource, who is meant, how long or when. The message "
        "quotes both; one of them is wrong. A number that stands in a column can be printed by a blank, {amount}, and then "
        "stands once. A difference that is meant is excused on the row, with its reason: excused: [{piece: ..., because: ...}].",
        "text: You receive 4 coins.\neffect: player gains 3 money",
        "text: You receive 3 coins.\neffect: player gains 3 money",
    ),
    CodeEntry(
        "R1102",
        "a card's text does not use the words for what its rules do",
        "The rules speak of something that has words, and the text says it in others or not at all. This is a remark: the text "
        "may be right. Other words that cards use are added behind or: says \"...\" or \"...\".",
        "text: You are paid.\neffect: player gains 1 money",
        "text: You receive 1 coin.\neffect: player gains 1 money",
    ),
    CodeEntry(
        "R1103",
        "an excuse excuses nothing",
        "A row excuses a difference between its text and its rules, and there is no such difference any more.",
        "text: You receive 3 coins.\neffect: player gains 3 money\nexcused: [{piece: 4 coins, because: it was so}]",
        "text: You receive 3 coins.\neffect: player gains 3 money",
    ),
    CodeEntry(
        "R1104",
        "a card's text is not written as the game wants it",
        "The file texts.yaml of a game says how its texts are written: how long they may be, which words are spelt how, which "
        "words stand for others, and how moments and durations are said.",
        "text: You receive 3 Coins.\neffect: player gains 3 money",
        "text: You receive 3 coins.\neffect: player gains 3 money",
    ),
)
