"""The parts of a game in the order of the rule book: each module lists what may be chosen and carries it out."""
