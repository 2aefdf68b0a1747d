"""Two sides of a question: the same game under different rules.

In: the rows of two simulations. Out: what differs, carefully. Layer: tools. With many figures some differ by chance, so
each must be the clearer the more there are (Holm's correction).
"""

from .differences import Difference, differences
from .tuning import FIGURES, Knob, Trial, Wish, best_first, read_knob, read_wish, tuned

__all__ = [
    "FIGURES",
    "Difference",
    "Knob",
    "Trial",
    "Wish",
    "best_first",
    "differences",
    "read_knob",
    "read_wish",
    "tuned",
]
