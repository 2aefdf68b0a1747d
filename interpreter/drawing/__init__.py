"""Drawing: a table as pictures and pages, from the JSON form alone.

In: a definition, a view and a question of one seat (`interpreter.seeing.wire`), and the hints of a look.yaml. Out: SVG and HTML
parts of a page. Layer: above seeing. The studio, `draw` and `docs` all use it. Since nothing else comes in, nothing can be drawn
that this seat may not know. No game is known here.

`look` reads the hints, `table` sorts what there is, `colours` gives everything its colour, `layout` finds places for a map,
`boards`, `faces` and `parts` draw.
"""

from interpreter.drawing.look import Look, read_look
from interpreter.drawing.parts import (
    Drawing,
    MapPlaces,
    board_png,
    board_svg,
    card_faces,
    draw_table,
    map_places,
    table_page,
    table_style,
)

__all__ = [
    "Drawing", "Look", "MapPlaces", "board_png", "board_svg", "card_faces", "draw_table", "map_places", "read_look", "table_page",
    "table_style",
]  # fmt: skip
