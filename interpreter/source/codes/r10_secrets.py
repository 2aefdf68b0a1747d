"""Codes R10xx: what would give a secret away. In: nothing. Out: ENTRIES. Layer: source."""

from .entry import CodeEntry

ENTRIES: tuple[CodeEntry, ...] = (
    CodeEntry(
        "R1001",
        "everyone is told what dice show that go into a hidden value",
        "Dice that are rolled into a value that not everyone sees, and used for nothing else, are told only to those who see "
        "that value. These are used for something else too, so everyone is told. Say who alone sees them, with secretly "
        "rolls, or use the hidden value afterwards. This is a warning: it may be meant.",
        "keep cup(player): number, seen by owner\n\nprocedure shake(player)\n  roll 1 die as thrown\n"
        "  set player's cup to thrown\n  if thrown is 6\n    player gains 1 money",
        "keep cup(player): number, seen by owner\n\nprocedure shake(player)\n  player secretly rolls 1 die as thrown\n"
        "  set player's cup to thrown\n  if thrown is 6\n    player gains 1 money",
    ),
    CodeEntry(
        "R1002",
        "who is asked learns a secret by being asked",
        "Whether this question is put depends on something that the one who is asked may not see: being asked, or not being "
        "asked, tells it. (What depends on a secret of one's own needs no care: the others do not notice such a question.) "
        "Put the question whether it is so or not, and let the rules say afterwards what comes of it; or write openly if the "
        "whole table is meant to see that the question is put. This is a warning: it may be meant.",
        "keep trap(player): yes or no, seen by owner\n\nprocedure visit(player)\n  if next_player(player)'s trap\n"
        "    player may turn_back\n      player loses 0 money",
        "keep trap(player): yes or no, seen by owner\n\nprocedure visit(player)\n  if next_player(player)'s trap\n"
        "    player openly may turn_back\n      player loses 0 money",
    ),
    CodeEntry(
        "R1003",
        "bookkeeping tells a secret",
        "A value that is not shown is left out of the drawing of the table, but it is still there for everyone who looks it "
        "up. This one is worked out from something that not everyone sees. Say who may see it. This is a warning: it may be "
        "meant.",
        "keep purse(player): number, seen by owner\nkeep missing(player): number, not shown\n\nprocedure reckon(player)\n"
        "  set player's missing to 5 - player's purse",
        "keep purse(player): number, seen by owner\nkeep missing(player): number, seen by owner, not shown\n\n"
        "procedure reckon(player)\n  set player's missing to 5 - player's purse",
    ),
    CodeEntry(
        "R1004",
        "what can be chosen tells a secret",
        "What is offered here, or refused, depends on something that the one who chooses may not see: who reads the choices "
        "learns it. Offer what could be possible as far as she knows and let the rules say afterwards what comes of it; or "
        "show it to her first; or write openly if the table is meant to learn it. This is a warning: it may be meant.",
        "keep purse(player): number, seen by owner\n\nprocedure demand(player)\n"
        "  player chooses amount in 0 to next_player(player)'s purse\n  player gains amount money",
        "keep purse(player): number, seen by owner\n\nprocedure demand(player)\n"
        "  player chooses amount in 0 to 20\n  if amount is at most next_player(player)'s purse\n    player gains amount money",
    ),
    CodeEntry(
        "R1005",
        "the text of a question tells a secret",
        "A prompt, a text beside a choice, or the reason why something cannot be chosen says something that the one who reads "
        "it may not see. Leave it out of the text; or show it to her first; or write openly if the table is meant to learn "
        "it. This is a warning: it may be meant.",
        "keep purse(player): number, seen by owner\n\nprocedure demand(player)\n  player may choose amount in 1 to 3\n"
        "    prompt \"Your neighbour has {next_player(player)'s purse}.\"\n  announce \"{player} asks for something\"",
        "keep purse(player): number, seen by owner\n\nprocedure demand(player)\n  player may choose amount in 1 to 3\n"
        "    prompt \"What do you ask of {next_player(player)}?\"\n  announce \"{player} asks for something\"",
    ),
)
