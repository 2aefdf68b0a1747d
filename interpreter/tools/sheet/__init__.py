"""Cards to print and cut: pages, a PDF of them, a table for table-top simulators.

In: the faces of a game's cards and a look. Out: HTML, PDF or CSV. Layer: tools. A look is data: looks.json has those that come
along, any other file of the same form will do.
"""

from interpreter.tools.sheet.page import Look, csv_text, look_named, page, pdf

__all__ = ["Look", "csv_text", "look_named", "page", "pdf"]
