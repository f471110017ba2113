"""The proof explained: one drawing, three short texts, what a record proves and what it cannot."""
