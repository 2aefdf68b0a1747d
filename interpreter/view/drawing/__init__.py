"""Drawing: render a table as pictures and pages, from the JSON view alone.

In: a definition, a view and a question of one seat (`view.json_view`), and the hints of a look.yaml. Out: SVG and HTML
parts of a page. Layer: view. The studio, `draw` and `docs` all use it. Because it gets nothing else, it cannot reveal what
this seat may not know. It knows no game.

`look` reads the hints, `table` classifies values by where they are drawn, `colours` assigns colours, `layout` positions the
places of a map, `boards`, `faces` and `parts` draw.
"""

from interpreter.view.drawing.look import Look, read_look
from interpreter.view.drawing.parts import (
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
    "Drawing", "Look", "MapPlaces", "board_png", "board_svg", "card_faces", "draw_table", "map_places", "read_look",
    "table_page", "table_style",
]  # fmt: skip
