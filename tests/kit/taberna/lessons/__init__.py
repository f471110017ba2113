"""The lesson of this game: its steps, the sitting that it goes through, and what the coach says."""
