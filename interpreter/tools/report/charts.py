"""Draw the report's charts with Altair.

In: the numbers of `figures`. Out: HTML. Layer: tools. Altair is an extra; without it the page has tables instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

from .figures import Row, per_game, scores, win_shares


def missing_library() -> bool:
    """Whether a library needed for charts is not installed."""
    return find_spec("altair") is None or find_spec("vl_convert") is None


def charts(rows: Sequence[Row], still: bool) -> str:
    """Draw who wins, how long it takes and what is scored.

    `still`: as a picture, without scripts."""
    import altair

    altair.data_transformers.disable_max_rows()
    drawn = [_wins(win_shares(rows))]
    for column, title in (("decisions", "Length in decisions"), ("rounds", "Length in rounds"),
                          ("lead_changes", "How often the lead changed")):  # fmt: skip
        values = per_game(rows, column)
        if values:
            drawn.append(_histogram(values, title))
    points = scores(rows)
    if points:
        drawn.append(_scores(points))
    whole = altair.vconcat(*drawn).configure_view(continuousWidth=520, continuousHeight=170)
    if still:
        import vl_convert

        svg: str = vl_convert.vegalite_to_svg(whole.to_json())
        return svg
    made: str = whole.to_html(inline=True, fullhtml=False)
    return made


def _by_setting(values: list[dict[str, object]]) -> Any:
    """Facet by set-up; a single one is not labelled."""
    import altair as alt

    several = len({str(value["setting"]) for value in values}) > 1
    return alt.Row("setting:N", title=None, header=alt.Header() if several else alt.Header(labels=False))


def _data(values: list[dict[str, object]]) -> Any:
    """Pass plain values to Altair as inline data."""
    import altair as alt

    return alt.Data.from_dict({"values": values}, validate=False)


def _wins(values: list[dict[str, object]]) -> Any:
    import altair as alt

    base = alt.Chart(_data(values)).encode(y=alt.Y("seat:N", title="seat (bot)"))
    dots = base.mark_point(filled=True, size=70).encode(
        x=alt.X("share:Q", title="share of games won, with 95 % interval", axis=alt.Axis(format="%")),
        tooltip=["setting:N", "seat:N", "wins:Q", "games:Q", alt.Tooltip("share:Q", format=".1%"), "seed:N"],
    )
    lines = base.mark_rule().encode(x="low:Q", x2="high:Q")
    return (lines + dots).properties(width=520, height=alt.Step(24)).facet(row=_by_setting(values))


def _histogram(values: list[dict[str, object]], title: str) -> Any:
    import altair as alt

    numbers = [int(str(value["value"])) for value in values]
    step = max(1, round((max(numbers) - min(numbers)) / 30))
    return (
        alt.Chart(_data(values)).mark_bar()
        .encode(
            x=alt.X("value:Q", bin=alt.Bin(step=step), title=title, axis=alt.Axis(format="d", tickMinStep=1)),
            y=alt.Y("sum(games):Q", title="games", axis=alt.Axis(format="d", tickMinStep=1)),
            tooltip=["setting:N", alt.Tooltip("value:Q", bin=alt.Bin(step=step), title=title),
                     alt.Tooltip("sum(games):Q", title="games"), alt.Tooltip("min(seed):N", title="seed")],
        )
        .properties(width=520, height=150).facet(row=_by_setting(values))
    )  # fmt: skip


def _scores(values: list[dict[str, object]]) -> Any:
    import altair as alt

    return (
        alt.Chart(_data(values)).mark_circle(opacity=0.7)
        .encode(
            x=alt.X("score:Q", title="score at the end"), y=alt.Y("seat:N", title="seat"),
            size=alt.Size("games:Q", title="games"), tooltip=["setting:N", "seat:N", "score:Q", "games:Q", "seed:N"],
        )
        .properties(width=520, height=alt.Step(30)).facet(row=_by_setting(values))
    )  # fmt: skip
