"""Pictures of boards over HTTP: as the caller may see them, and by signed addresses."""

from services.api.pictures import board, links, roundel

HANDLERS = [*board.HANDLERS, *roundel.HANDLERS, *links.HANDLERS]

__all__ = ["HANDLERS"]
