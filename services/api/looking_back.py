"""Guards of the routes that look back into a log: counted by address, since each is much work for a short request."""

from litestar.handlers import BaseRouteHandler

from services.identity.cookies import Connection
from services.play.deps import GameDeps


async def looks_back(connection: Connection, _handler: BaseRouteHandler) -> None:
    """Count a read that goes through a log."""
    game_deps: GameDeps = connection.app.state.game_deps
    game_deps.read_limit.take(connection)


async def may_look_back(connection: Connection, handler: BaseRouteHandler) -> None:
    """Count a read that goes through a log only if it asks for an earlier version."""
    if "at" in connection.query_params:
        await looks_back(connection, handler)
