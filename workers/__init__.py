"""Bodies of the background jobs: scoring phases, bot moves, deadlines and the sweeper."""
