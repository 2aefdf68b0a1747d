"""`trace`: which clauses of a rulebook the rules and scenarios of a game cite."""
