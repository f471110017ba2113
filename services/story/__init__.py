"""What the record of a game tells: pure folds of its lines, and moments in words. Rests on the domain alone."""
