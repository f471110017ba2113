"""Boards for channels: what everybody may see, drawn in processes of their own, or as an address that shows it."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from domain.kernel.ids import GameId, Version
from services.bootstrap import Services
from services.commands.rounds import RoundHeads
from services.outbound.chat.message import BoardWanted
from services.queries.drawing_processes import DrawingProcesses
from services.queries.long_reads import LongReads
from services.queries.names import Names
from services.queries.picture_links import DAY, PictureLink, signed
from services.queries.pictures import Style, ordered
from services.queries.sources import Sources
from services.queries.version_waits import VersionWaits
from services.store.accounts import Accounts, Passwords

WIDTH = 1200
LINK_DAYS = 365
"""How long a platform may come back for a picture."""
_SECOND = 1000


async def draw(services: Services, wanted: BoardWanted) -> bytes | None:
    """The board as a spectator sees it; nothing before the game began."""
    shown = await services.tables.at(GameId(wanted.game), Version(wanted.version))
    if shown.match.state is None:
        return None
    order = await ordered(_sources(services), shown, None, Style(lang=wanted.lang, width=WIDTH))
    return await _drawing(services.settings.games).draw(order)


async def address(services: Services, wanted: BoardWanted) -> str | None:
    """Where the same picture can be fetched; nowhere if nobody reaches this server from outside."""
    if services.settings.public_url is None:
        return None
    expires = services.tables.now() // _SECOND + LINK_DAYS * DAY
    link = PictureLink(GameId(wanted.game), wanted.version, wanted.lang, "light", WIDTH, expires)
    return f"{services.settings.address}/pictures/{signed(link, await services.signing_key.get())}.png"


@cache
def _drawing(games: tuple[str, ...]) -> DrawingProcesses:
    """The processes of this worker; they end with it."""
    return DrawingProcesses(games)


def _sources(services: Services) -> Sources:
    tables = services.tables
    return Sources(
        tables=tables,
        rounds=RoundHeads(tables.store, tables.registry),
        models=services.models,
        names=Names(Accounts(services.client, _passwords())),
        long_reads=LongReads(),
        waits=VersionWaits(_unwatched),
        public_url=services.settings.address,
    )


@cache
def _passwords() -> Passwords:
    """Names are looked up among accounts, which could also check passwords."""
    return Passwords()


@contextmanager
def _unwatched(_game: GameId) -> Iterator[asyncio.Event]:
    """A job waits for no version."""
    yield asyncio.Event()
