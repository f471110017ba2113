"""Play in chats: one core that knows no platform, and a thin adapter for each platform."""
