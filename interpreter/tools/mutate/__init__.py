"""`mutate`: break rules on purpose and list the breaks that no scenario catches."""
