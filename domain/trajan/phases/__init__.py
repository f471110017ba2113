"""The course of the game around the six actions: set-up, turn, end of a round and of a quarter."""
