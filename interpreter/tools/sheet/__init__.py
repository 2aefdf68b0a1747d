"""Cards to print and cut: pages, a PDF of them, a table for tabletop simulators.

In: the faces of a game's cards and a look. Out: HTML, PDF or CSV. Layer: tools. A look is data: looks.json has the built-in
ones, any other file of the same form will do.
"""
