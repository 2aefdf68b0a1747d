"""Compare the same game under different rules.

In: the rows of two simulations. Out: their significant differences. Layer: tools. With many figures some differ by chance, so
the threshold becomes stricter with their number (Holm's correction).
"""
