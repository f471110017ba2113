"""Copies of a whole store, taken while it is in use: for backups, and for moving to other servers."""
