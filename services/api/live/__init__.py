"""Live: what happens at a table, and which tables go on, sent as it happens."""

from services.api.live.my_games import my_games
from services.api.live.stream import stream

HANDLERS = [stream, my_games]

__all__ = ["HANDLERS"]
