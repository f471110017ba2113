"""Redis storage: game streams, accounts and small caches."""
