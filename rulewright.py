"""The command `rulewright`.

In: the words after it. Out: what `interpreter.tools.cli` makes of them. It stands alone because reading the rest takes a
moment: whoever stops the command meanwhile gets a sentence, as later.
"""

from __future__ import annotations

import sys

FOUND = 1  # the exit status of whatever was stopped or found something


def main() -> None:
    try:
        from interpreter.tools.cli.app import main as run
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        sys.exit(FOUND)
    run()


if __name__ == "__main__":
    main()
