"""Rulewright: board-game rulebooks as data, run by a generic interpreter."""
