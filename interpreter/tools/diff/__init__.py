"""`diff`: what differs between two games, or between a game and its variants, in words."""
