"""`draw`: a table as a picture."""
