"""`record`: a part of a recorded game as a scenario."""
