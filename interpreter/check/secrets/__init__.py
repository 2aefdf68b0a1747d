"""Who may know what: which values are hidden from whom, and what would give them away.

`rolls`: dice whose result is kept where not everyone looks are told only to those who do. `labels`: what a value depends
on that not everyone knows. `noticing`: what the table sees of an act. `flow`: which questions are put because of a secret.
`leaks` and `doubts`: what silence cannot keep, and what the designer is told of it. `secrecy`: all of that for one choice of
options, and for others to compare. Layer: check.
"""

from interpreter.check.secrets.secrecy import Outcome, Secrecy

__all__ = ["Outcome", "Secrecy"]
