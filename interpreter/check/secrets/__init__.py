"""Who may know what: which values are hidden from whom, and what would give them away.

`rolls`: dice whose result is kept where not everyone looks are told only to those who do.
Layer: check.
"""

from interpreter.check.secrets.rolls import mark_rolls

__all__ = ["mark_rolls"]
