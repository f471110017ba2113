"""What remains of a game: the score sheet, the replay, and the check of its record."""
