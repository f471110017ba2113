"""Pictures of boards over HTTP: as the caller may see them, and by signed addresses."""

from services.api.pictures import analysis, board, links

HANDLERS = [*board.routes, *links.routes, *analysis.routes]

__all__ = ["HANDLERS"]
