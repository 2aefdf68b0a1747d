"""The folder in which a studio keeps its tables, if no other is named.

In: the environment. Out: a path. Layer: tools.
"""

from __future__ import annotations

import os
from pathlib import Path

FILE = "studio.sqlite"


def usual_data() -> Path:
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "rulewright"
