"""`schema`: JSON Schemas of a game's data files, made from its declarations."""
