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
)
