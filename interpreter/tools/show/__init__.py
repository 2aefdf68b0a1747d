"""`show`: a rule as it is played, and every stage between its text and the code that runs."""
