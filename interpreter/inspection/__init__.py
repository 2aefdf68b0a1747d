"""Looking into a game, for tools and editors: one job per module.

`problems` says what is wrong with it, `show` how its rules travel, `schema` how its tables are to look, `trace` which
clauses its rules implement, `formatting` lays a file out. Layer: above load and scenario.
"""

from interpreter.inspection.formatting import format_text
from interpreter.inspection.problems import problems
from interpreter.inspection.schema import schema
from interpreter.inspection.show import show
from interpreter.inspection.trace import trace

__all__ = ["format_text", "problems", "schema", "show", "trace"]
