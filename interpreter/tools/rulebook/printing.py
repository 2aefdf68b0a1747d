"""Convert a page to a PDF.

In: HTML. Out: bytes. Layer: tools.
"""

from __future__ import annotations


def pdf(text: str) -> bytes:
    """Raises ImportError without the library for it."""
    import weasyprint

    return bytes(weasyprint.HTML(string=text).write_pdf())
