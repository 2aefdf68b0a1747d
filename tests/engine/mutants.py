"""The engine changed on purpose: each change must be noticed by the tests that are named with it.

Each is a mistake that somebody could make: in folding, in what is known, in copies, in C. `test_mutants.py` puts some of them
into a copy of the interpreter and runs those tests there; `make test-all` tries them all.
"""

from __future__ import annotations

from typing import NamedTuple


class Mutant(NamedTuple):
    about: str
    file: str  # below interpreter/
    old: str
    new: str
    noticed_by: tuple[str, ...]  # words for pytest


FOLDING = ("tests/reference/test_folding.py",)
POSITION = ("tests/runtime/test_position.py",)
PASSES = ("tests/test_passes.py", "-k", "sums")
AHEAD = ("tests/reference/test_lockstep.py", "-k", "ahead")
FAULTS = ("tests/native/test_faults.py", "-k", "below_the_least")
RECKONING = ("tests/native/test_faults.py", "-k", "reckons")
CORNERS_IN_PYTHON = ("tests/reference/test_lockstep.py", "-k", "corners")
FIRST_HIT = ("tests/reference/test_lockstep.py", "-k", "first_hit")
CORNERS = ("tests/native/test_reference.py", "-k", "corners")
SETS = ("tests/native/test_reference.py", "-k", "sets")
IN_C = ("tests/tools/test_engines.py", "-k", "always_is_held_after or pig")
IMAGINED = ("tests/runtime/test_redeal.py", "-k", "answered")
SEEN_FROM_C = ("tests/native/test_state.py", "-k", "notice")
TRIALS = ("tests/engine/test_trials.py",)
WORK = ("tests/engine/test_work.py", "-k", "searching")
FEW = ("tests/engine/test_work.py", "-k", "few")
BELOW = ("tests/test_passes.py", "-k", "meant or cannot_be")
KNOWN = ("tests/check/test_bad_cases.py", "-k", "R0305")

MUTANTS = (
    Mutant("C takes those that are as large for those that are larger", "backend/c/sets.py",
           'TURNED = ("!=", "<=", ">=")', 'TURNED = ("!=", "<=")', SETS),
    Mutant("C compares numbers that fit into no cell by what is left of them", "backend/c/prelude.h",
           "v < -120 || v > 120 ? 127 : (int8_t)v", "(int8_t)v", SETS),
    Mutant("C leaves out the last square of a board when it looks at all at once", "backend/c/prelude.h",
           "n >= 64 ? ~0ULL : (1ULL << n) - 1", "(1ULL << (n - 1)) - 1", SETS),
    Mutant("an action is tried out although the question in it has a way around", "check/effects.py",
           "return not act.site.optional and all(ways)", "return any(ways)", TRIALS),
    Mutant("an action whose procedure comes to a must leave is offered untried", "check/effects.py",
           "routine.tried = name in checking", "routine.tried = False", TRIALS),
    Mutant("who may pass has no way around", "check/effects.py",
           "return not act.site.optional and all(ways)", "return all(ways)", TRIALS),
    Mutant("a value is counted as if nobody searched around it", "program/passes/budget.py",
           "counting.counted(term, asked.get(name, Around()))", "counting.counted(term, Around())", FEW),
    Mutant("C stops one round too early", "backend/c/prelude.h",
           "s->x->work > 5000000", "s->x->work >= 5000000", WORK),
    Mutant("a search through those that can be meant leaves one of them out", "program/passes/narrow.py",
           "listing(tuple(members), ListOf(Of(kind)))", "listing(tuple(members[:-1]), ListOf(Of(kind)))", BELOW),
    Mutant("what may go wrong is left out because of what comes behind it", "program/passes/fold.py",
           "if all(map(is_sure, left)):", "if True:", BELOW),
    Mutant("folding rounds down instead of to the nearest", "program/passes/fold.py",
           "(2 * left + right) // (2 * right)", "left // right", FOLDING),
    Mutant("folding rounds up like down", "program/passes/fold.py",
           '{"down": left // right, "up": -(-left // right)}', '{"down": left // right, "up": left // right}', FOLDING),
    Mutant("a test of a number and itself folds wrongly", "program/passes/fold.py",
           "return left >= right", "return left > right", FOLDING),
    Mutant("what is written out leaves out the last thing", "program/passes/unroll.py",
           "for item in items]\n        match", "for item in items[:-1] or items]\n        match", PASSES),
    Mutant("a value is given its arguments in another order", "program/passes/inline.py",
           "term.arguments, strict=True", "reversed(term.arguments), strict=True", PASSES),
    Mutant("nothing is looked ahead for", "program/questions.py",
           "if isinstance(ask, rb.AskThing) and ask.then is not None:", "if False:", AHEAD),
    Mutant("what was known is not forgotten when the table changes", "check/scope.py",
           "self.facts = frozenset(fact for fact in self.facts if fact.arguments is None and self.find(fact.name))",
           "self.facts = frozenset(self.facts)", KNOWN),
    Mutant("what a condition says is not known below it", "check/scope.py",
           "self.facts = self.facts | facts", "self.facts = frozenset(self.facts)", KNOWN),
    Mutant("a payment may leave less than the least", "backend/python/table_acts.py",
           'self._within(act.keep, f"c[{payer}] - {amount}")', "pass", FAULTS),
    Mutant("a payment in C may leave less than the least", "backend/c/acts.py",
           'self.line(f"within(s, *{payer} - {amount}, {number(low)}, {number(high)});")', "pass", FAULTS),
    Mutant("the key of a position forgets what lies somewhere for a while", "runtime/position.py",
           "self.out, self.timers, self.regions,", "self.out, self.regions,", POSITION),
    Mutant("a copy shares its piles with the original", "runtime/position.py",
           "new.lists = [items[:] for items in self.lists]", "new.lists = self.lists[:]", POSITION),
    Mutant("a copy shares its frames with the original", "runtime/position.py",
           "new.stack = [frame[:] for frame in self.stack]", "new.stack = self.stack[:]", POSITION),
    Mutant("Python looks behind the first hit of a search", "backend/python/terms.py",
           "return not all(map(is_sure, tests)) or most_items(", "return most_items(", FIRST_HIT),
    Mutant("a list in a list can change behind its back", "backend/python/terms.py",
           "items = [kept(item, context) for item in term.items]",
           "items = [write_term(item, context) for item in term.items]", CORNERS_IN_PYTHON),
    Mutant("C divides towards zero", "backend/c/prelude.h",
           "return q - ((a % b != 0) && ((a < 0) != (b < 0)));", "return q;", RECKONING),
    Mutant("C rounds to the nearest without the half", "backend/c/prelude.h",
           "return floor_div(s, add(s, add(s, a, a), b), add(s, b, b));", "return floor_div(s, a, b);", RECKONING),
    Mutant("tiles that touch are known to one of the two only", "backend/c/prelude.h",
           "near(s, g, found.p[i])[tile / 64] |= 1ULL << tile % 64;", ";", CORNERS),
    Mutant("a list of lists loses its last one when it is remembered", "backend/c/prelude.h",
           "return (LL){a.p[0], p};", "return (LL){a.p[0] ? a.p[0] - 1 : 0, p};", CORNERS),
    Mutant("who imagines a table knows what others have answered in secret", "runtime/redeal.py",
           "new.sealed, new.forced = self._sealed, None", "new.forced = None", IMAGINED),
    Mutant("in C everyone sees the table of a question that not all may notice", "runtime/native_state.py",
           "return self._with_its_past() if hidden_from(self._position()) else self._position()",
           "return self._position()", SEEN_FROM_C),
    Mutant("always is not held in C", "backend/c/api.h", "if (hold && broken(s) >= 0) return FAULT;", "", IN_C),
    Mutant("a random bot in C never takes the last choice", "backend/c/api.h",
           "* (double)all)", "* (double)(all > 1 ? all - 1 : all))", IN_C),
)  # fmt: skip
