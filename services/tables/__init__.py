"""Logs loaded, folded, cached and changed: the one way to a table at a version, and the one write path."""
