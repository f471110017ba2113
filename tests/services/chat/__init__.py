"""The chat core, asked as adapters ask it."""
