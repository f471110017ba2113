"""Play in Slack, through its double."""
