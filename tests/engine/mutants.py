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
MEMO = ("tests/native/test_reference.py", "-k", "memo")
IN_C = ("tests/tools/test_engines.py", "-k", "always_is_held_after or pig")
BY_CHANCE = ("tests/tools/test_engines.py", "-k", "same_results and connect")
IMAGINED = ("tests/runtime/test_redeal.py", "-k", "answered")
SHOWN = ("tests/runtime/test_redeal.py", "-k", "value_shows")
GUESSED = ("tests/runtime/test_redeal.py", "-k", "in_secret or guessed or rests")
SEEN_FROM_C = ("tests/native/test_state.py", "-k", "notice")
TRIALS = ("tests/engine/test_trials.py",)
WORK = ("tests/engine/test_work.py", "-k", "searching")
FEW = ("tests/engine/test_work.py", "-k", "few")
BELOW = ("tests/test_passes.py", "-k", "meant or cannot_be")
KNOWN = ("tests/check/test_bad_cases.py", "-k", "R0305")
ASKED = ("tests/secrecy/test_cases.py", "-k", "python and (night or plot)")
IN_SECRET = ("tests/secrecy/test_cases.py", "-k", "beside")
PAST_IT = ("tests/secrecy/test_cases.py", "-k", "python and (flight or watch or circle or scheme)")

MUTANTS = (
    Mutant("C takes those that are as large for those that are larger", "backends/c/operators.py",
           'operator.ge, "below", True', 'operator.ge, "below", False', SETS),
    Mutant("C compares numbers that fit into no cell by what is left of them", "backends/c/prelude.h",
           "v < -120 || v > 120 ? 127 : (int8_t)v", "(int8_t)v", SETS),
    Mutant("C leaves out the last square of a board when it looks at all at once", "backends/c/prelude.h",
           "n >= 64 ? ~0ULL : (1ULL << n) - 1", "(1ULL << (n - 1)) - 1", SETS),
    Mutant("an action is tried out although the question in it has a way around", "ir/effects.py",
           "return not act.site.optional and all(ways)", "return any(ways)", TRIALS),
    Mutant("an action whose procedure comes to a must leave is offered untried", "ir/effects.py",
           "routine.tried = name in checking", "routine.tried = False", TRIALS),
    Mutant("who may pass has no way around", "ir/effects.py",
           "return not act.site.optional and all(ways)", "return all(ways)", TRIALS),
    Mutant("a value is counted as if nobody searched around it", "lower/passes/budget.py",
           "counting.counted(term, asked.get(name, Around()))", "counting.counted(term, Around())", FEW),
    Mutant("C stops one round too early", "backends/c/prelude.h",
           "s->x->work > 5000000", "s->x->work >= 5000000", WORK),
    Mutant("a search through those that can be meant leaves one of them out", "lower/passes/narrow.py",
           "listing(tuple(members), ListOf(Of(kind)))", "listing(tuple(members[:-1]), ListOf(Of(kind)))", BELOW),
    Mutant("what may go wrong is left out because of what comes behind it", "lower/passes/fold.py",
           "if all(map(cannot_fail, left)):", "if True:", BELOW),
    Mutant("folding rounds down instead of to the nearest", "lower/evaluate.py",
           "(2 * left + right) // (2 * right)", "left // right", FOLDING),
    Mutant("folding rounds up like down", "lower/evaluate.py",
           '{"down": left // right, "up": -(-left // right)}', '{"down": left // right, "up": left // right}', FOLDING),
    Mutant("a test of a number and itself folds wrongly", "lower/passes/fold.py",
           "return left >= right", "return left > right", FOLDING),
    Mutant("what is written out leaves out the last thing", "lower/passes/unroll.py",
           "for item in items]\n        match", "for item in items[:-1] or items]\n        match", PASSES),
    Mutant("a value is given its arguments in another order", "lower/passes/inline.py",
           "term.arguments, strict=True", "reversed(term.arguments), strict=True", PASSES),
    Mutant("nothing is looked ahead for", "ir/questions.py",
           "if isinstance(ask, rb.AskThing) and ask.then is not None:", "if False:", AHEAD),
    Mutant("what was known is not forgotten when the table changes", "check/names/scope.py",
           "self.facts = frozenset(fact for fact in self.facts if fact.arguments is None and self.find(fact.name))",
           "self.facts = frozenset(self.facts)", KNOWN),
    Mutant("what a condition says is not known below it", "check/names/scope.py",
           "self.facts = self.facts | facts", "self.facts = frozenset(self.facts)", KNOWN),
    Mutant("a payment may leave less than the least", "backends/python/table_acts.py",
           '_within(out, act.keep, f"c[{payer}] - {amount}")', "pass", FAULTS),
    Mutant("a payment in C may leave less than the least", "backends/c/acts.py",
           'out.line(f"within(s, *{payer} - {amount}, {number(low)}, {number(high)});")', "pass", FAULTS),
    Mutant("the key of a position forgets what lies somewhere for a while", "runtime/position.py",
           "self.out, self.timers, self.regions,", "self.out, self.regions,", POSITION),
    Mutant("a copy shares its piles with the original", "runtime/position.py",
           "new.lists = [items[:] for items in self.lists]", "new.lists = self.lists[:]", POSITION),
    Mutant("a copy shares its frames with the original", "runtime/position.py",
           "new.stack = [frame[:] for frame in self.stack]", "new.stack = self.stack[:]", POSITION),
    Mutant("Python looks behind the first hit of a search", "backends/python/terms.py",
           "return not all(map(cannot_fail, tests)) or most_items(", "return most_items(", FIRST_HIT),
    Mutant("a list in a list can change behind its back", "backends/python/terms.py",
           "items = [kept(item, context) for item in term.items]",
           "items = [write_term(item, context) for item in term.items]", CORNERS_IN_PYTHON),
    Mutant("C divides towards zero", "backends/c/prelude.h",
           "return q - ((a % b != 0) && ((a < 0) != (b < 0)));", "return q;", RECKONING),
    Mutant("C rounds to the nearest without the half", "backends/c/prelude.h",
           "return floor_div(s, add(s, add(s, a, a), b), add(s, b, b));", "return floor_div(s, a, b);", RECKONING),
    Mutant("tiles that touch are known to one of the two only", "backends/c/tiles.h",
           "near(s, g, found.p[i])[tile / 64] |= 1ULL << tile % 64;", ";", CORNERS),
    Mutant("a list of lists loses its last one when it is remembered", "backends/c/prelude.h",
           "return (LL){a.p[0], p};", "return (LL){a.p[0] ? a.p[0] - 1 : 0, p};", CORNERS),
    Mutant("who imagines a table knows what others have answered in secret", "runtime/determinization.py",
           "new.sealed, new.forced = self._sealed, None", "new.forced = None", IMAGINED),
    Mutant("a card that a value shows is dealt anew", "runtime/determinization.py",
           "self._fixed = self._shown_by_values()", "self._fixed: set[int] = set()", SHOWN),
    Mutant("who imagines a table knows whether somebody has something", "runtime/guessing.py",
           "if generator.random() < present else None", "if generator.random() < present + 1 else None", GUESSED),
    Mutant("who imagines a table finds secrets in the variables of rules", "runtime/guessing.py",
           "    _guess_slots(state, player, found)\n    return found", "    return found", GUESSED),
    Mutant("in C everyone sees the table of a question that not all may notice", "runtime/native_engine.py",
           "return self._with_its_past() if now.secret_turn_of is not None or hidden_from(now) else now",
           "return self.as_python()", SEEN_FROM_C),
    Mutant("who was asked is one of those who could have been", "runtime/hidden_questions.py",
           "if known not in s.secret_causes and known.bit_count() == 1]", "if known.bit_count() == 1]", ASKED),
    Mutant("who shares a secret could have been asked", "runtime/hidden_questions.py",
           "if known not in s.secret_causes and known.bit_count() == 1]", "if known not in s.secret_causes]", ASKED),
    Mutant("nobody could have been asked", "runtime/hidden_questions.py",
           "return tuple(dict.fromkeys(known.bit_length() - 1 for known in alone))", "return ()", ASKED),
    Mutant("everyone notices what is done beside a private question", "runtime/hidden_questions.py",
           "if s.secret_turn_of is None and not (s.site >= 0 and s.code.SITES[s.site].private):",
           "if s.secret_turn_of is None:", IN_SECRET),
    Mutant("everyone notices what is done while all decide in secret", "runtime/hidden_questions.py",
           "if s.secret_turn_of is None and not (s.site", "if not (s.site", IN_SECRET),
    Mutant("in C everyone notices what is done beside a private question", "backends/c/prelude.h",
           "s->secret_turn_of == NONE && !(s->site >= 0 && IS_PRIVATE[s->site])) s->nsecret_causes = 0;",
           "s->secret_turn_of == NONE) s->nsecret_causes = 0;", IN_SECRET),
    Mutant("in C everyone notices what is done while all decide in secret", "backends/c/prelude.h",
           "if (s->nsecret_causes && s->secret_turn_of == NONE && !", "if (s->nsecret_causes && !", IN_SECRET),
    Mutant("who decides in secret is named", "runtime/views.py",
           "(decides_in_secret(state) and state.actor != player)", "False", IN_SECRET[:1]),
    Mutant("the table is not shown where nobody is asked", "runtime/hidden_questions.py",
           "if who >> _bit(s, player) & 1 and is_new and moment is not now:", "if False:", ASKED),
    Mutant("what has happened before a quiet question is held back", "runtime/hidden_questions.py",
           "s.last_seen = {**s.last_seen, **dict.fromkeys(_those(s, who), moment)}", "pass", ASKED),
    Mutant("rules that leave before a quiet question show nothing", "lower/moments.py",
           "found[-1:] = _before_leaving(found[-1], act.secrets)", "pass", PAST_IT),
    Mutant("rules that go round show nothing", "lower/moments.py",
           "return (*mark, replace(act, body=(*with_moments(act.body), *mark)))",
           "return (replace(act, body=with_moments(act.body)),)", PAST_IT),
    Mutant("the ways of a secret menu show nothing", "lower/moments.py",
           "ways = tuple(replace(way, body=(*mark, *with_moments(way.body))) for way in act.entries)",
           "ways, mark = act.entries, ()", PAST_IT),
    Mutant("C keeps what was worked out although something is stored", "backends/c/memo.py",
           'if (question == CHANGING || !({inside}1)) return {worked}(s{arguments});"',
           'if (!({inside}1)) return {worked}(s{arguments});"', MEMO),
    Mutant("C takes a store for something that changes nothing", "backends/c/purity.py",
           "case rb.Assign() | rb.SetScore()", "case rb.Assign() | rb.Store() | rb.SetScore()", MEMO),
    Mutant("C takes a raise for something that changes nothing", "backends/c/purity.py",
           "case rb.Assign() | rb.SetScore()", "case rb.Assign() | rb.Alter() | rb.SetScore()", MEMO),
    Mutant("always is not held in C", "backends/c/api.h", "if (hold && broken(s) >= 0) return FAULT;", "", IN_C),
    Mutant("a random bot in C never takes the last choice", "backends/c/arena.h",
           ": luck_below(luck, choices(s));", ": luck_below(luck, choices(s) > 1 ? choices(s) - 1 : 1);", BY_CHANCE),
)  # fmt: skip
