"""Live: what happens at a table, as it happens, to everyone who looks on."""

from services.api.live.stream import stream

HANDLERS = [stream]

__all__ = ["HANDLERS"]
