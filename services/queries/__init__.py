"""What a reader may see of games and people. Knows no HTTP: every edge reads here."""
