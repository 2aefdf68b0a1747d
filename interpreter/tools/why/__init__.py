"""What each choice in a game was worth, and what a strong bot would have done."""
