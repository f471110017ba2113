"""What leaves the server for a reader of another language."""
