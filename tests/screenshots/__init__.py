"""Pictures of every page, for people to look at."""
