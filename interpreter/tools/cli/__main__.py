"""`python -m interpreter.tools.cli` is `rulewright`. In: the command line. Out: its exit status. Layer: tools."""

from interpreter.tools.cli.app import main

if __name__ == "__main__":
    main()
