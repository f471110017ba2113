"""What the app in a workspace must be allowed, and what it is told of."""

SCOPES = {
    "commands": "to be asked by /acta",
    "chat:write": "to write to channels",
    "chat:write.public": "to write to public channels that it has not joined",
    "files:write": "to upload boards",
    "im:write": "to send somebody their own board",
    "users:read": "to answer strangers in their language",
}
"""Scopes of the bot's token, and what each is for."""
EVENTS = ("app_uninstalled", "tokens_revoked")
COMMAND = "/acta"
