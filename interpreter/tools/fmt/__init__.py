"""Formatting of rules files and scenarios, for `fmt` and editors."""
