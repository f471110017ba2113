"""Bodies of the background jobs – scoring phases, bot moves, deadlines, deliveries –, the sweeper and the arena."""
