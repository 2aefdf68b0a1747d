"""Two sides of a question: the same game under different rules.

In: the rows of two simulations. Out: what differs, carefully. Layer: tools. With many figures some differ by chance, so
each must be the clearer the more there are (Holm's correction).
"""

from .differences import Difference, differences

__all__ = ["Difference", "differences"]
