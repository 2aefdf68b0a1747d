"""Resolve names: scopes, constants, the built-in functions, and the meaning of each word for editors."""
