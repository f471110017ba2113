"""Read models folded from the feed of events."""
