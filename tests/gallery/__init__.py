"""Pictures to look at: chosen positions of each game, drawn as files, and the golden ones that the suite compares."""
