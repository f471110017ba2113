"""What Acta sends to Slack."""
