"""How bots compare: rungs, ratings, and what they say about skill."""
