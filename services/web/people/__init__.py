"""People: who plays here, and what came of each person's games."""
