"""Check declarations: kinds, options, kept values, procedures, seats, maps; values on demand."""
