"""Many matches between bots, and what they show.

In: a Plan. Out: Matches (`matches` in this process, `in_workers` in several), files of them (`Journal`, `results`), and
their summary as plain values (`summary`). Layer: tools. Each match derives its seed from the plan's seed and its own
number, so the number of workers changes nothing but the time.
"""

from .cluster import NoCluster, in_cluster, needs_dask
from .in_c import plays_by_chance
from .journal import Journal, done_before, journal_of
from .matches import matches
from .plan import FaultNote, Match, Plan, SeatNote, match_seed
from .results import ENDINGS, BadResults, needs_extra, read_results, write_results
from .rows import COLUMNS, OtherResults, matches_of, rows_of
from .summary import summary
from .workers import in_workers

__all__ = [
    "COLUMNS",
    "ENDINGS",
    "BadResults",
    "FaultNote",
    "Journal",
    "Match",
    "NoCluster",
    "OtherResults",
    "Plan",
    "SeatNote",
    "done_before",
    "in_cluster",
    "in_workers",
    "journal_of",
    "match_seed",
    "matches",
    "matches_of",
    "needs_dask",
    "needs_extra",
    "plays_by_chance",
    "read_results",
    "rows_of",
    "summary",
    "write_results",
]  # fmt: skip
