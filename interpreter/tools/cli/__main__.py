"""`python -m interpreter.tools.cli` is `rulewright`. In: the command line. Out: its exit status. Layer: tools."""

from . import main

if __name__ == "__main__":
    main()
