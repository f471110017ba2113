"""What API, page and chat share when they let a caller play: it stands on queries, identity and commands."""
