"""What every game shares: the protocol, events, randomness, drafts, undo and the chain."""
