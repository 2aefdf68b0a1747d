"""Information-flow analysis: what is hidden from whom, and what leaks it.

`rolls`: dice stored in a hidden value are announced only to the players who see it. `taint`: the secrets a term depends on;
`fixpoint`: their store. `observability`: what the table sees of an act. `contents`: what a question reveals. `taint_flow`:
which questions depend on a secret. `leaks` and `doubts`: leaks that masking cannot prevent, and the warnings about them.
`turn_reads`: what a `secretly each` gives away while it runs. `refusal_secrecy` and `shown_values`: may a term be shown to a
player? `secrecy`: all of this for one choice of options, and for comparing choices. Layer: check.
"""

from interpreter.check.secrets.secrecy import Outcome, Secrecy
from interpreter.check.secrets.turn_reads import report_turn_reads

__all__ = ["Outcome", "Secrecy", "report_turn_reads"]
