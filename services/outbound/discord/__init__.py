"""What Discord takes: its limits, messages in its form, and the client of its API."""
