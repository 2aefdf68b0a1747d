"""`test`: run scenarios."""
