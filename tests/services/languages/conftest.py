"""One site, and on it a table of each game in the middle of play, another that is over and one that fills up."""

import secrets
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import NamedTuple

import pytest

from domain.kernel.game import AnyGame, Step
from domain.kernel.ids import GameId, Seat, UserId
from domain.registry import GAMES
from services.store.accounts.credentials import NewCredential
from tests.kit import recordings
from tests.kit.chatting import Chatter, chatter
from tests.kit.http import Site, running_site
from tests.kit.processes import Server, running_server
from tests.kit.worlds import Table, WorldMatch, first_moves
from tests.services.api.tables import opened
from tests.services.chat.test_leaks import stored
from tests.services.queries.stored_recordings import store_recording

PLAYERS = ("Livia", "Marcus", "Octavia")
MOVES = {"concordia": 60, "forum-trajanum": 73, "trajan": 57}
READER = Seat(0)


class Scene(NamedTuple):
    """What there is to read of a game, and who reads it."""

    game: AnyGame
    reader: Chatter
    waiting: Chatter
    played: WorldMatch
    running: str
    over: str
    lobby: str
    feed: str
    names: tuple[str, ...]
    """What people are called."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of their own: tables of other tests have English names."""
    with running_server(tmp_path_factory.mktemp("redis"), fsync="everysec") as one:
        yield one


@pytest.fixture(scope="session")
async def site(server: Server) -> AsyncIterator[Site]:
    async with running_site(server.url) as running:
        yield running


@pytest.fixture(scope="session")
async def scenes(site: Site) -> Mapping[str, Scene]:
    found = {game.meta.slug: await _scene(site, game) for game in GAMES}
    await site.project()
    return found


async def _scene(site: Site, game: AnyGame) -> Scene:
    people = [await chatter(site, name, channel=game.meta.slug) for name in PLAYERS]
    running = GameId(secrets.token_hex(10))
    table = Table(game, running, [UserId(one.account.user_id) for one in people], seed=1)
    played = first_moves(table, MOVES[game.meta.slug])
    while isinstance(waiting := played.match.to_act(), Step) or READER not in waiting:
        played = first_moves(table, len(played.moves) + 1)
    await stored(site, played)
    over = await store_recording(site, recordings.load(game, recordings.names(game)[0]))
    reader = people[READER]
    lobby = await opened(reader.account, game=game.meta.slug, private=True)
    feed = await site.accounts.credentials.issue(NewCredential(UserId(reader.account.user_id), "feed"))
    names = (*(one.account.name for one in people), site.admin.name)
    return Scene(game, reader, people[READER + 1], played, running, over, lobby, feed.secret, names)
