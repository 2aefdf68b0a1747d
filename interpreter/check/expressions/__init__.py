"""Check expressions: one function per form, dispatched by the node's class."""
