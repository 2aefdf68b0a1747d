"""Writes a tree back as text.

In: any node. Out: its one canonical text (no comments, no citations, single spaces, two spaces per block), which reads
back as the same node up to spans. Layer: syntax.
Two texts mean the same to the language exactly when this text is the same: `was` is compared by it. Brackets that a
rewritten tree needs are added; nodes that only weaving makes (Tick, Automatic) are shown as comments.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, assert_never

from interpreter.syntax import nodes as n

INDENT = "  "
# How tightly an expression holds together; one that stands where a tighter one is needed gets brackets.
EITHER, BOTH, NOT, COMPARISON, SUM, PRODUCT, UNARY, POSTFIX, ATOM = range(9)
LEVELS: dict[type[Any], int] = {
    n.Either: EITHER, n.Both: BOTH, n.Not: NOT, n.Compare: COMPARISON, n.Can: COMPARISON,
    n.Negative: UNARY, n.Possessive: POSTFIX,
}  # fmt: skip
POSITIONS = {"top": "on top", "bottom": "at the bottom", "random": "at random"}
ROUNDINGS = {"up": "rounded up", "down": "rounded down", "nearest": "rounded to nearest"}


def write(node: n.Node | n.Module) -> str:
    """The canonical text of any node; sentences with a block take several lines."""
    if isinstance(node, n.Module):
        return "\n\n".join("\n".join(_declaration(inner)) for inner in node.declarations)
    if isinstance(node, n.Expression):
        return _expression(node)
    for part in (_part, _type, _declaration_lines, _statement_lines):
        text = part(node)
        if text is not None:
            return text
    raise TypeError(f"{type(node).__name__} is not a node of the language")


# ---------------------------------------------------------------- expressions


def _expression(node: n.Expression, level: int = EITHER) -> str:
    text = _plain(node)
    return f"({text})" if _level(node) < level else text


def _level(node: n.Expression) -> int:
    if isinstance(node, n.Arithmetic):
        return SUM if node.operator in "+-" else PRODUCT
    return LEVELS.get(type(node), ATOM)


def _plain(node: n.Expression) -> str:
    match node:
        case n.Name():
            return node.name
        case n.Call():
            return f"{node.name}({_list(node.arguments)})"
        case n.Possessive(owner=n.Name(name="you")):
            return f"your {node.name}{_arguments(node.arguments)}"
        case n.Possessive():
            return f"{_expression(node.owner, POSTFIX)}'s {node.name}{_arguments(node.arguments)}"
        case n.Number():
            return str(node.value)
        case n.YesNo():
            return "yes" if node.value else "no"
        case n.NoneValue():
            return "none"
        case n.Text():
            return _text(node)
        case n.Group():
            return f"({_expression(node.inner)})"
        case n.ListOf():
            return f"[{_list(node.items)}]"
        case _:
            return _compound(node)


def _compound(node: Any) -> str:
    match node:
        case n.Conditional():
            parts = [_expression(part) for part in (node.value, node.condition, node.otherwise)]
            return "({} if {} otherwise {})".format(*parts)
        case n.Range():
            step = f" by {_expression(node.step, SUM)}" if node.step is not None else ""
            return f"{_expression(node.low, SUM)} to {_expression(node.high, SUM)}{step}"
        case n.Aggregate():
            return f"{node.word}({_aggregated(node)})"
        case n.Either():
            return " or ".join(_expression(part, BOTH) for part in node.parts)
        case n.Both():
            return " and ".join(_expression(part, NOT) for part in node.parts)
        case n.Not():
            return f"not {_expression(node.inner, NOT)}"
        case n.Compare():
            right = f" {_expression(node.right, SUM)}" if node.right is not None else ""
            return f"{_expression(node.left, SUM)} {node.operator}{right}"
        case n.Can():
            verb = "can" if node.holds else "cannot"
            return f"{_expression(node.player, SUM)} {verb} {node.action.name}{_arguments(node.action.arguments)}"
        case n.Negative():
            return f"-{_expression(node.inner, UNARY)}"
        case n.Arithmetic():
            return _arithmetic(node)
        case _:
            raise TypeError(f"{type(node).__name__} is not an expression")


def _arithmetic(node: n.Arithmetic) -> str:
    own = _level(node)
    rounding = f" {ROUNDINGS[node.rounding]}" if node.rounding else ""
    return f"{_expression(node.left, own)} {node.operator} {_expression(node.right, own + 1)}{rounding}"


def _aggregated(node: n.Aggregate) -> str:
    query = _query(node.query)
    if node.body is None:
        return query
    body = _expression(node.body)
    if node.word in ("first", "last"):
        return f"{query} otherwise {body}"
    return f"{query} satisfies {body}" if node.word == "every" else f"{body} over {query}"


def _query(node: n.Query) -> str:
    parts = [f"{node.binder} in {_expression(node.members, SUM)}" if node.binder else _expression(node.members, SUM)]
    if node.rotation is not None:
        parts.append(_rotation(node.rotation))
    if node.as_long_as is not None:
        parts.append(f"while {_expression(node.as_long_as)}")
    if node.where is not None:
        parts.append(f"where {_expression(node.where)}")
    parts += [_key(key, "then" if position else "by") for position, key in enumerate(node.keys)]
    return " ".join(parts)


def _rotation(node: n.Rotation) -> str:
    word = "after" if node.after else "from"
    return f"{word} {_expression(node.start, SUM)}{' counterclockwise' if node.counterclockwise else ''}"


def _key(node: n.SortKey, word: str = "by") -> str:
    return f"{word} {'highest' if node.highest else 'lowest'} {_expression(node.value, SUM)}"


def _text(node: n.Text) -> str:
    return '"' + "".join(part if isinstance(part, str) else f"{{{_expression(part)}}}" for part in node.parts) + '"'


def _list(items: Iterable[n.Expression]) -> str:
    return ", ".join(_expression(item) for item in items)


def _arguments(items: Sequence[n.Expression]) -> str:
    return f"({_list(items)})" if items else ""


# ---------------------------------------------------------------- types, heads and other parts of sentences


def _type(node: Any) -> str | None:
    match node:
        case n.NumberType():
            return "number" if node.low is None else f"{_bound(node.low)} to {_bound(node.high)}"
        case n.YesNoType():
            return "yes or no"
        case n.TextType():
            return "text"
        case n.SpotType():
            return "spot"
        case n.ShapeType():
            return "shape"
        case n.KindType():
            return node.name
        case n.OrNone():
            return f"{_type(node.inner)} or none"
        case n.ListType():
            return f"list of {_type(node.inner)}"
        case n.PileType():
            return f"pile of {node.kind}"
        case n.RowType():
            return f"row of {node.size} {node.kind}"
        case n.GridType():
            return f"grid of {node.kind}"
    return None


def _bound(node: int | n.Expression | None) -> str:
    if node is None or isinstance(node, int | n.Name):
        return node.name if isinstance(node, n.Name) else str(node)
    return f"({_expression(node)})"


def _head(node: n.Head) -> str:
    if not node.parameters:
        return node.name
    return f"{node.name}({', '.join(_parameter(parameter) for parameter in node.parameters)})"


def _parameter(node: n.Parameter) -> str:
    text = _type(node.type)
    return node.name if text == node.name else f"{text} {node.name}"


def _part(node: Any) -> str | None:
    """A piece of a sentence that is no sentence of its own."""
    match node:
        case n.Head():
            return _head(node)
        case n.Parameter():
            return _parameter(node)
        case n.Query():
            return _query(node)
        case n.Rotation():
            return _rotation(node)
        case n.SortKey():
            return _key(node)
        case n.Resource() | n.Taken():
            return node.name + _arguments(node.arguments)
        case n.Bounds():
            return _bounds(node)
        case n.Duration():
            return _duration(node)
        case n.SeenBy():
            return _seen_by(node)
        case n.Target():
            return _target(node)
        case n.Board():
            return _board(node)
        case n.Dimension():
            return _dimension(node)
    return None


def _bounds(node: n.Bounds) -> str:
    if node.most is None:
        return "any"
    if node.least is None:
        return f"up to {_expression(node.most, SUM)}"
    least, most = _count(node.least), _count(node.most)
    return least if least == most else f"{least} to {most}"


def _count(node: n.Expression) -> str:
    return _expression(node, ATOM) if isinstance(node, n.Number | n.Group) else f"({_expression(node)})"


def _duration(node: n.Duration) -> str:
    of = f" of {_expression(node.of, POSTFIX)}" if node.of is not None else ""
    then = f"{_expression(node.then, POSTFIX)}{_position(node.position)}"
    return f"for {_expression(node.count, SUM)} {node.unit}{of} then to {then}"


def _position(position: str | None) -> str:
    return f" {POSITIONS[position]}" if position else ""


def _seen_by(node: n.SeenBy) -> str:
    return "seen by " + " and ".join(name.name for name in node.names) + _optional("when", node.when)


def _target(node: n.Target) -> str:
    if node.of:
        return f"{node.of}'s {node.name}"
    return f"{node.name} in {node.inside}" if node.inside else node.name


def _optional(word: str, node: n.Expression | None) -> str:
    return f" {word} {_expression(node)}" if node is not None else ""


def _as(name: str | None) -> str:
    return f" as {name}" if name else ""


def _title(text: n.Text | None) -> str:
    return f" {_text(text)}" if text is not None else ""


# ---------------------------------------------------------------- statements


def _indented(lines: Iterable[str]) -> list[str]:
    return [INDENT + line for line in lines]


def _block(head: str, body: Iterable[n.Statement]) -> list[str]:
    return [head, *_indented(line for statement in body for line in _statement(statement))]


def _statement_lines(node: Any) -> str | None:
    match node:
        case n.Automatic():
            word = "instead of" if node.answers else "before"
            return "\n".join(_block(f"# {word} choosing{_optional('where', node.where)}", node.body))
        case n.Branch():
            return "\n".join(_branch(node))
        case n.IfCase():
            return "\n".join(_block(f"if {_expression(node.condition)}", node.body))
    return "\n".join(_statement(node)) if isinstance(node, n.Statement) else None


def _statement(node: n.Statement) -> list[str]:
    match node:
        case n.Choose() | n.Menu() | n.Take():
            return _decision(node)
        case n.Each():
            return _block(f"{'secretly ' if node.secretly else ''}each {_query(node.query)}", node.body)
        case n.Repeat():
            return _block(_repeat(node), node.body)
        case n.If():
            return _if(node)
        case n.Step():
            return _block(f"step {node.name}", node.body)
        case n.Move() | n.Draw() | n.Refill() | n.Shuffle() | n.Lay() | n.Roll() | n.Pick() | n.Show() | n.Announce():
            return [_handling(node)]
        case n.Gain() | n.Pay() | n.Win() | n.Score() | n.Leave():
            return [_doing(node)]
        case n.LetHere() | n.SetValue() | n.Raise() | n.Give() | n.Answer() | n.Run() | n.Needs() | n.MustLeave():
            return [_stating(node)]
        case n.Stop():
            return ["stop"]
        case n.StopRepeating():
            return ["stop repeating"]
        case n.Proceed():
            return ["proceed"]
        case n.EndGame():
            return ["end game"]
        case n.Tick():
            return [f"# here a {node.unit} ends for what lasts some time"]
        case n.Touch():
            return [f"# here a law of {node.card} acts"]
        case n.Enclosed():
            return _block("# here a law acts", node.body)
        case n.Remark():
            return [f"# {node.text}"]
        case _:
            assert_never(node)


def _stating(
    node: n.LetHere | n.SetValue | n.Raise | n.Give | n.Answer | n.Run | n.Needs | n.MustLeave,
) -> str:
    match node:
        case n.LetHere():
            return f"let {node.name} = {_expression(node.value)}"
        case n.SetValue():
            return f"set {_expression(node.target, POSTFIX)} to {_expression(node.value)}"
        case n.Raise():
            word = "raise" if node.sign > 0 else "lower"
            return f"{word} {_expression(node.target, POSTFIX)} by {_expression(node.amount)}"
        case n.Give():
            return f"give {_expression(node.value)}"
        case n.Answer():
            return f"answer {_expression(node.value)}"
        case n.Run():
            return _expression(node.what, POSTFIX)
        case n.Needs():
            return f"needs {_expression(node.condition)} because {_text(node.because)}"
        case n.MustLeave():
            what = f"the {node.best} {_expression(node.condition, SUM)}" if node.best is not None else _expression(node.condition)
            return f"must leave {what} because {_text(node.because)}"


def _doing(node: n.Gain | n.Pay | n.Win | n.Score | n.Leave) -> str:
    match node:
        case n.Gain():
            verb = "gains" if node.sign > 0 else "loses"
            return f"{_expression(node.subject, POSTFIX)} {verb} {_amount(node)}"
        case n.Pay():
            payee = _expression(node.payee, POSTFIX)
            return f"{_expression(node.payer, POSTFIX)} pays {_amount(node)} to {payee}"
        case n.Win():
            return f"{_expression(node.player, POSTFIX)} wins"
        case n.Score():
            row = f" as {_text(node.row)}" if node.row is not None else ""
            return f"{_expression(node.player, POSTFIX)} scores {_expression(node.value, SUM)}{row}"
        case n.Leave():
            return f"{_expression(node.player, POSTFIX)} leaves"


def _amount(node: n.Gain | n.Pay) -> str:
    return f"{_expression(node.amount, SUM)} {node.resource.name}{_arguments(node.resource.arguments)}"


def _handling(
    node: n.Move | n.Draw | n.Refill | n.Shuffle | n.Lay | n.Roll | n.Pick | n.Show | n.Announce,
) -> str:
    match node:
        case n.Move():
            duration = f" {_duration(node.duration)}" if node.duration is not None else ""
            zone = _expression(node.zone, POSTFIX)
            return f"move {_expression(node.what, SUM)} to {zone}{_position(node.position)}{duration}"
        case n.Draw():
            way = f"from {_expression(node.pile, POSTFIX)} to {_expression(node.zone, POSTFIX)}"
            return f"draw {_expression(node.count, SUM)} {way}{_position(node.position)}{_as(node.name)}"
        case n.Refill():
            return f"refill {_expression(node.zone, POSTFIX)}"
        case n.Shuffle():
            return f"shuffle {_expression(node.zone, POSTFIX)}"
        case n.Lay():
            what, spot, grid = (_expression(part, POSTFIX) for part in (node.what, node.spot, node.grid))
            return f"lay {what} at {spot} in {grid}"
        case n.Roll():
            sides = f" of {_expression(node.sides, SUM)}" if node.sides is not None else ""
            verb = "roll" if node.by is None else f"{_expression(node.by, POSTFIX)} secretly rolls"
            return f"{verb} {_expression(node.count, SUM)} {'die' if node.single else 'dice'}{sides}{_as(node.name)}"
        case n.Pick():
            return f"pick {node.name} at random from {_query(node.query)}"
        case n.Show():
            return f"show {_expression(node.what, SUM)} to {_expression(node.audience, POSTFIX)}"
        case n.Announce():
            audience = f" to {_expression(node.audience, POSTFIX)}" if node.audience is not None else ""
            return f"announce {_text(node.text)}{audience}"


def _repeat(node: n.Repeat) -> str:
    if node.value is None:
        return "repeat"
    if node.mode == "times":
        return f"repeat {_expression(node.value, SUM)} times"
    return f"repeat {node.mode} {_expression(node.value)}"


def _if(node: n.If) -> list[str]:
    lines: list[str] = []
    for position, case in enumerate(node.cases):
        lines += _block(f"{'otherwise if' if position else 'if'} {_expression(case.condition)}", case.body)
    return lines + _block("otherwise", node.otherwise) if node.otherwise else lines


def _decision(node: n.Choose | n.Menu | n.Take) -> list[str]:
    actor = _expression(node.actor, POSTFIX)
    prompt = [f"prompt {_text(node.prompt)}"] if node.prompt is not None else []
    match node:
        case n.Choose():
            needs = [_stating(need) for need in node.needs]
            beside = [f"show {_text(node.beside)}"] if node.beside is not None else []
            return [f"{actor} {_choosing(node)}", *_indented(prompt + beside + needs)]
        case n.Take():
            taken = ", ".join(taken.name + _arguments(taken.arguments) for taken in node.actions)
            verb = _how(node) + ("may take" if node.optional else "takes")
            number = "any" if node.repeated else "one"
            return [f"{actor} {verb} {number} of {taken}{_as(node.alias)}", *_indented(prompt)]
        case n.Menu():
            return _menu(node, actor, prompt)


def _choosing(node: n.Choose) -> str:
    verb = _how(node) + ("may choose" if node.optional else "chooses")
    bounds = f" {_bounds(node.bounds)}" if node.bounds is not None else ""
    members = _among(node.members)
    members += "".join(f" and {too.name}{_among(too.members)}" for too in node.also)
    return f"{verb}{bounds} {node.name}{members}{_optional('where', node.where)}{_as(node.alias)}"


def _among(members: n.Expression | None) -> str:
    return f" in {_expression(members, SUM)}" if members is not None else ""


def _menu(node: n.Menu, actor: str, prompt: list[str]) -> list[str]:
    if node.optional and not prompt and len(node.branches) == 1:
        (only,) = node.branches
        return _block(f"{actor} {_how(node)}may {only.name}{_title(only.title)}", only.body)
    branches = [line for branch in node.branches for line in _branch(branch)]
    verb = _how(node) + ("may" if node.optional else "chooses")
    return [f"{actor} {verb}", *_indented(prompt + branches)]


def _how(node: n.Choose | n.Menu | n.Take) -> str:
    if node.openly:
        return "openly "
    return "secretly " if not isinstance(node, n.Take) and node.secretly else ""


def _branch(node: n.Branch) -> list[str]:
    return _block(f"to {node.name}{_title(node.title)}", node.body)


# ---------------------------------------------------------------- declarations


def _declaration_lines(node: Any) -> str | None:
    match node:
        case n.Column():
            return _column(node)
        case n.Case():
            return _case(node)
        case n.Fill():
            return "\n".join(_fill(node))
        case n.Relation():
            return _relation(node)
    return "\n".join(_declaration(node)) if isinstance(node, n.Declaration) else None


def _declaration(node: n.Declaration) -> list[str]:
    match node:
        case n.Kind():
            return [_kind(node), *_indented(_column(column) for column in node.columns)]
        case n.Keep():
            return [_keep(node)]
        case n.Option():
            return [_option(node)]
        case n.Procedure() | n.Action():
            keeps = _indented(_keep(keep) for keep in node.keeps)
            head, *body = _block(_opening(node), node.body)
            return [head, *keeps, *body]
        case n.Always():
            return [f"always {node.name}: {_expression(node.condition)} because {_text(node.because)}"]
        case n.Requirement():
            return [f"needs {_expression(node.condition)} because {_text(node.because)}"]
        case n.People() | n.Automas():
            return [_seating(node)]
        case n.Says():
            phrases = " or ".join(_text(phrase) for phrase in node.phrases) or "nothing"
            return [f"{', '.join(thing.whole for thing in node.things)} says {phrases}"]
        case n.Variant() | n.Mechanic() | n.Instance() | n.Blank() | n.Addition() | n.AddTo():
            return _shared(node)
        case n.Let() | n.Hook() | n.Removal() | n.Answering():
            return _law(node)
        case n.ChangeValue() | n.ChangeStart() | n.ChangeCell():
            return _change(node)
        case _:
            assert_never(node)


def _seating(node: n.People | n.Automas) -> str:
    match node:
        case n.People():
            return f"people {node.low}" + (f" to {node.high}" if node.high != node.low else "")
        case n.Automas(fill=None):
            several = "s" if len(node.seats) > 1 else ""
            return f"automa{several} in seat{several} {', '.join(map(str, node.seats))}"
        case n.Automas():
            return f"automas fill up to {node.fill} seats"


def _kind(node: n.Kind) -> str:
    head = f"{node.word} {node.name}" + (f" plural {node.plural}" if node.plural else "")
    if node.dimensions:
        return f"{head} for each {_by_rule(node)}"
    board = f" {_board(node.board)}" if node.board is not None else ""
    if node.file is not None:
        return f'{head}{board} from "{node.file}"'
    if node.board is not None:
        return f"{head}{board}"
    return f"{head} is {', '.join(name.name for name in node.names)}"


def _board(node: n.Board) -> str:
    sizes = [_count(size) if not isinstance(size, n.Name) else size.name for size in node.sizes]
    match node.outline:
        case "corners":
            return f"at the corners of {node.of}"
        case "edges":
            return f"along the edges of {node.of}"
        case "grid":
            return f"on grid {' by '.join(sizes)}{' with diagonals' if node.diagonals else ''}"
        case "rhombus":
            return f"on a rhombus {' by '.join(sizes)}"
        case _:
            return f"on a {node.outline} of side {sizes[0]}"


def _by_rule(node: n.Kind) -> str:
    parts = " and ".join(_dimension(part) for part in node.dimensions)
    times = f", {_expression(node.times, SUM)} times" if node.times is not None else ""
    return f"{parts}{_optional('where', node.where)}{times}"


def _dimension(node: n.Dimension) -> str:
    return node.name if node.members is None else f"{node.name} in {_expression(node.members, SUM)}"


def _column(node: n.Column) -> str:
    return f"{_head(node.head)}: {'steps' if node.type is None else _type(node.type)}"


def _keep(node: n.Keep) -> str:
    parts = [f"keep {_head(node.head)}: {_type(node.type)}"]
    if node.starts_at is not None:
        parts.append(f"starts at {_expression(node.starts_at)}")
    parts += [_seen_by(seen) for seen in node.seen_by]
    if node.refilled_from is not None:
        parts.append(f"refilled from {node.refilled_from.name}")
    if node.reshuffled_from is not None:
        parts.append(f"reshuffled from {node.reshuffled_from.name}")
    flags = {
        "in force": node.in_force, "stacked": node.stacked, "count hidden": node.count_hidden,
        "not shown": node.not_shown, "absence seen by everyone": node.absence_seen,
    }  # fmt: skip
    return ", ".join(parts + [word for word, holds in flags.items() if holds]) + _shown_as(node)


def _shown_as(node: n.Keep | n.Let) -> str:
    words = "looked up as" if isinstance(node, n.Let) and node.when_asked else "shown as"
    return f", {words} {_text(node.shown_as)}" if node.shown_as is not None else ""


def _option(node: n.Option) -> str:
    if node.names:
        values = " or ".join(name.name for name in node.names)
    else:
        values = "yes or no" if node.low is None else f"{node.low} to {node.high}"
    return f"option {node.name}{_title(node.title)} is {values}, usually {_expression(node.usually)}"


def _opening(node: n.Procedure | n.Action) -> str:
    if isinstance(node, n.Action):
        between = " between decisions" if node.between else ""
        return f"{'free ' if node.free else ''}action {_head(node.head)}{_title(node.title)}{between}"
    gives = f" gives {_type(node.gives)}" if node.gives is not None else ""
    return f"{node.word} {_head(node.head)}{gives}"


def _change(node: n.ChangeValue | n.ChangeStart | n.ChangeCell) -> list[str]:
    if isinstance(node, n.ChangeStart):
        return [f"change start of {node.name} to {_expression(node.value)}{_optional('was', node.was)}"]
    owner = f"{node.row}'s " if isinstance(node, n.ChangeCell) else ""
    end = _optional("was", node.was) + _optional("when", node.when)
    return _cases(f"change {owner}{_head(node.head)} to", node.cases, end)


def _law(node: n.Let | n.Hook | n.Removal | n.Answering) -> list[str]:
    match node:
        case n.Let():
            bots = ", for bots" if node.for_bots else ""
            limit = f", up to {node.limit.value} times" if node.limit is not None else ""
            return _cases(f"let {_head(node.head)}{_shown_as(node)}{bots}{limit} =", node.cases, "", node.names)
        case n.Removal():
            return [f"without {_target(node.target)}"]
        case n.Hook() | n.Answering():
            word = node.word if isinstance(node, n.Hook) else f"{node.word} choosing"
            target = f" {_target(node.target)}" if node.target is not None else ""
            return _block(f"{word}{target}{_optional('where', node.where)}", node.body)


def _cases(head: str, cases: tuple[n.Case, ...], end: str, names: tuple[n.LetHere, ...] = ()) -> list[str]:
    lets = [_stating(name) for name in names]
    if len(cases) == 1 and cases[0].condition is None:
        value = f"{_expression(cases[0].value)}{end}"
        return [head, *_indented([*lets, value])] if lets else [f"{head} {value}"]
    return [head, *_indented([*lets, *(_case(case) for case in cases)])]


def _case(node: n.Case) -> str:
    value = _expression(node.value)
    return f"{value} otherwise" if node.condition is None else f"{value} if {_expression(node.condition)}"


def _shared(node: n.Variant | n.Mechanic | n.Instance | n.Blank | n.Addition | n.AddTo) -> list[str]:
    match node:
        case n.Variant():
            relations = [_relation(relation) for relation in node.relations]
            inside = [line for inner in node.declarations for line in _declaration(inner)]
            return [f"variant {node.name}{_title(node.title)}", *_indented(relations + inside)]
        case n.Mechanic():
            inside = [line for inner in node.declarations for line in _declaration(inner)]
            return [f"mechanic {_head(node.head)}{_title(node.title)}", *_indented(inside)]
        case n.Instance():
            fills = [line for fill in node.fills for line in _fill(fill)]
            return [f"{node.mechanic} {_head(node.head)}", *_indented(fills)]
        case n.Blank():
            if node.type is None:
                return _block(f"blank {_head(node.head)}: steps", node.steps or ())
            return [f"blank {_head(node.head)}: {_type(node.type)}{_optional('usually', node.usually)}"]
        case n.Addition():
            return [f'add {node.kind} from "{node.file}"']
        case n.AddTo():
            items = ", ".join(item.name + _arguments(item.arguments) for item in node.items)
            place = f" {node.word} {node.next_to.name}" if node.next_to is not None else ""
            return [f"add {items} to {_target(node.target)}{place}"]


def _relation(node: n.Relation) -> str:
    by = f"{node.by.name} " if node.by is not None else ""
    return f"{by}{node.word} {', '.join(name.name for name in node.names)}"


def _fill(node: n.Fill) -> list[str]:
    if node.value is not None:
        return [f"{node.name}: {_expression(node.value)}"]
    return _block(f"{node.name}:", node.steps)
