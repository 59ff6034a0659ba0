"""The label formats of other tools, each written and read by a module of its own."""
