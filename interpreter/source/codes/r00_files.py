"""Codes R00xx: files and game folders. In: nothing. Out: ENTRIES. Layer: source."""

from .entry import CodeEntry

ENTRIES: tuple[CodeEntry, ...] = (
    CodeEntry(
        "R0001",
        "a file cannot be read",
        "The file is missing, is a folder, may not be opened, is a binary file, or is not saved as UTF-8 "
        "text. When a single byte is at fault, the place of that byte is given.",
        "rulewright check games/my-game/game.yml      (the file is called game.yaml)",
        "rulewright check games/my-game",
    ),
    CodeEntry(
        "R0002",
        "a file is too large",
        "Files of rules and data may have 5 MB. Nothing that a person writes comes near that, so the file is "
        "most likely not the one that was meant.",
        "cards/events.yaml      (a scan of the cards, 80 MB)",
        "cards/events.yaml      (the text of the cards)",
    ),
    CodeEntry(
        "R0003",
        "this is not a game folder",
        "A game is a folder with a file game.yaml in it. The folder is missing, or it has no game.yaml.",
        "games/my_game/rules/turn.rules",
        "games/my_game/game.yaml\ngames/my_game/rules/turn.rules",
    ),
    CodeEntry(
        "R0004",
        "a path leaves the game folder",
        "A game consists of the files in its folder, so that it can be copied, shared and checked as one "
        'thing. Paths are written from the game folder downwards: not absolute, without "..", and not '
        "through a link that points outside.",
        "rules: [../other_game/rules/turn.rules]",
        "rules: [rules/turn.rules]",
    ),
    CodeEntry(
        "R0005",
        "a game has no rules",
        'There is no file that ends in .rules in the folder rules, and game.yaml lists none under "rules".',
        "games/my_game/game.yaml",
        "games/my_game/game.yaml\ngames/my_game/rules/turn.rules",
    ),
    CodeEntry(
        "R0006",
        "a file that is listed is not there",
        "game.yaml lists the files of rules in the order in which they are read. Each must exist, once. "
        'Leave "rules" out to read everything in the folder rules in alphabetical order.',
        "rules: [rules/setup.rules, rules/trun.rules]",
        "rules: [rules/setup.rules, rules/turn.rules]",
    ),
    CodeEntry(
        "R0007",
        "an unknown game",
        "No bundled game has this name, and no folder either.",
        "rulewright play tic-tac-two",
        "rulewright list",
    ),
)
