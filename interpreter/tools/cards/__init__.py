"""`cards`: compare what is printed on each card with what its rules do."""
