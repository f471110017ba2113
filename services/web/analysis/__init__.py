"""The page with the computer's analysis of a finished game."""
