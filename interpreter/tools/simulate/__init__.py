"""Many matches between bots, and what they show.

In: a Plan. Out: Matches in the order of their numbers (`matches`), and their summary as plain values (`summary`).
Layer: tools. Each match derives its seed from the plan's seed and its own number, so the number of workers changes
nothing but the time.
"""

from .matches import FaultNote, Match, Plan, WorkerLost, match_seed, matches
from .summary import summary

__all__ = ["FaultNote", "Match", "Plan", "WorkerLost", "match_seed", "matches", "summary"]
