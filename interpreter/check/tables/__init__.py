"""Check the cells of tables: typed constants, formulas, steps, texts with blanks, and what variants print instead."""
