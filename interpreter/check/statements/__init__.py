"""Check statements: one function per form, dispatched by the node's class."""
