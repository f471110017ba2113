"""Live: what happens at a table, and which tables go on, sent as it happens."""
