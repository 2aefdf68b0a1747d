"""Codes R09xx: the command line. In: nothing. Out: ENTRIES. Layer: source."""

from .entry import CodeEntry

ENTRIES: tuple[CodeEntry, ...] = (
    CodeEntry(
        "R0901",
        "the command line cannot be understood",
        "A command, an option or a value is missing, misspelt or not of the kind that is wanted. "
        '"rulewright COMMAND --help" shows what the command takes, with an example.',
        "rulewright simulate GAME --games many",
        "rulewright simulate GAME --games 1000",
    ),
    CodeEntry(
        "R0902",
        "the seats do not fit",
        'A seat is taken by "human" or by a bot. There is one word for each player, separated by commas, in the '
        "order of the seats.",
        "rulewright play GAME --players 3 --seats human,randm",
        "rulewright play GAME --players 3 --seats human,random,random",
    ),
    CodeEntry(
        "R0903",
        "there is no such option of the game",
        "An option of a game is given as NAME=VALUE, with a name that the game's rules declare. "
        "Each option can be given once.",
        "rulewright play GAME --option length:short",
        "rulewright play GAME --option length=short",
    ),
    CodeEntry(
        "R0904",
        "an option of the game cannot have that value",
        "An option takes one of its names, yes or no, or a whole number within its limits; the message says which.",
        "rulewright play GAME --option events=maybe",
        "rulewright play GAME --option events=yes",
    ),
    CodeEntry(
        "R0905",
        "a file cannot be written",
        "The folder does not exist, the place is a folder itself, or writing is not allowed there. Nothing was "
        "changed: a file is replaced only when its new content is complete.",
        "rulewright play GAME --save no_such_folder/evening.json",
        "rulewright play GAME --save evening.json",
    ),
    CodeEntry(
        "R0906",
        "a file would be overwritten that is not a saved game",
        "A game is saved over an older saved game, but never over anything else.",
        "rulewright play GAME --save notes.txt",
        "rulewright play GAME --save evening.json",
    ),
    CodeEntry(
        "R0907",
        "a saved game belongs to another game",
        "The saved game was played with another game than the one that was named.",
        "rulewright play GAME --resume other_game.json",
        "rulewright play OTHER_GAME --resume other_game.json",
    ),
    CodeEntry(
        "R0908",
        "two options do not go together",
        "A resumed game has its number of players and its seed already; --replay is for a game that is resumed.",
        "rulewright play GAME --resume evening.json --players 4",
        "rulewright play GAME --resume evening.json",
    ),
    CodeEntry(
        "R0909",
        "there is no such code",
        "Codes are an R and four digits, as they stand in brackets after the word error or warning.",
        "rulewright explain 203",
        "rulewright explain R0203",
    ),
    CodeEntry(
        "R0910",
        "there is nothing of that kind at this path",
        "The command works on files of one kind (.rules for fmt, .scenario for test) and on folders with such "
        "files in them.",
        "rulewright fmt cards/events.yaml",
        "rulewright fmt rules/turn.rules",
    ),
    CodeEntry(
        "R0911",
        "a worker process was lost",
        "Every process that played a certain game of a simulation was ended from outside or crashed, most likely because "
        "the memory was used up. The other games were played.",
        "rulewright simulate GAME --games 1000 --workers 500",
        "rulewright simulate GAME --games 1000 --workers 4",
    ),
    CodeEntry(
        "R0912",
        "the ending of a file does not say what it holds",
        "Results are written as Parquet, as comma-separated values or as one JSON object per line; the ending of the name "
        "says which.",
        "rulewright simulate GAME --games 100 --out results.txt",
        "rulewright simulate GAME --games 100 --out results.csv",
    ),
    CodeEntry(
        "R0913",
        "a library is needed that is not installed",
        "Some commands use a large library that is not installed with Rulewright itself. The message names the extra that "
        "brings it.",
        "rulewright simulate GAME --games 100 --out results.parquet",
        'pip install "rulewright[parquet]"',
    ),
    CodeEntry(
        "R0914",
        "the results of another simulation are in the way",
        "Results are not overwritten. The same simulation goes on with --resume; another one needs another file.",
        "rulewright simulate GAME --games 100 --seed 2 --out results.csv --resume",
        "rulewright simulate GAME --games 100 --seed 2 --out results_2.csv",
    ),
    CodeEntry(
        "R0915",
        "the studio or the language server cannot be opened there",
        "Another program listens at that address already, the address is not one of this machine, or the folder for tables "
        "cannot be written.",
        "rulewright studio --port 80",
        "rulewright studio --port 0",
    ),
    CodeEntry(
        "R0920",
        "a saved game is being played",
        "Another process plays this saved game and will save there again; one of the two would be lost. End that match, or "
        "save this one somewhere else.",
        "rulewright play GAME --save evening.json  # while another one runs",
        "rulewright play GAME --save another.json",
    ),
    CodeEntry(
        "R0921",
        "nothing can be recorded there",
        "A scenario is recorded from a decision that the game has: --from counts the decisions that were made before, --to "
        "those up to which it goes.",
        "rulewright record evening.json --from 500  # of a game with 120 decisions",
        "rulewright record evening.json --from 100 -o late.scenario",
    ),
    CodeEntry(
        "R0999",
        "Rulewright itself went wrong",
        "This is a mistake in Rulewright, not in a game or in what was typed. The message names a file with the "
        "details: please send it to the maintainers.",
        "(nothing that you did)",
        "(an ordinary run)",
    ),
)
