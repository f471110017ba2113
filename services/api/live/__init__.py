"""Live: what happens at a table, sent as it happens."""

from services.api.live.stream import stream

HANDLERS = [stream]

__all__ = ["HANDLERS"]
