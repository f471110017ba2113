"""What Slack takes: its limits, messages and modals in its form, and the client of its API."""
