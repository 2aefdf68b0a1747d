"""Keep checking after a mistake: suppress errors that follow from another one, and find the misspelt declaration."""
