"""Learning to play: the index of lessons, and a lesson at the table of its game."""
