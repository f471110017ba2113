"""The one write path: load, decide, append."""
