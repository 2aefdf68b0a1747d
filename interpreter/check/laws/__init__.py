"""Weave laws into what they change: hooks, replacements, changes, mechanics; and find contradictions."""
