"""What the game routes work with, built once by whoever assembles the app, and what they share."""

import asyncio
import hashlib
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from litestar import Request as HttpRequest
from litestar.params import QueryParameter

from domain.kernel.errors import NotFound
from domain.kernel.ids import GameId, UserId, Version
from domain.kernel.lobby import may_enter
from domain.kernel.match import Batch
from domain.kernel.table import Table
from services.api.games.schemas import Changed
from services.api.idempotency import body_hash, key_hash
from services.commands.rounds import RoundHeads
from services.commands.table_changes import TableChange, change
from services.commands.tables import Request, Tables, Written
from services.engine.free_space import Room
from services.identity.authentication import caller
from services.identity.limits import CommandLimit
from services.logs import learn
from services.problems import FORBIDDEN, ProblemError
from services.queries.names import Names
from services.store.accounts import Principal
from services.store.drafts import Drafts
from services.store.events import CommandKey
from services.store.models import StoredModels
from services.store.notes import Notes

AnyRequest = HttpRequest[Any, Any, Any]
WAIT_SECONDS = 10
_POLL_SECONDS = 0.05
_ID_BYTES = 10

Cursor = Annotated[
    str | None,
    QueryParameter(
        pattern=r"^(\d{4}-\d\d-\d\dT[\d:.]{8,15}Z)?:[0-9a-f]{1,64}$", description="`next` of the page before."
    ),
]
GameAtVersion = Annotated[
    str | None,
    QueryParameter(
        pattern=r"^[0-9a-f]{1,64}:\d{1,15}$",
        description="`<game_id>:<version>`: wait up to 10 s until that version of that game is counted in.",
    ),
]


@dataclass(frozen=True)
class Hall:
    """Where the tables stand."""

    tables: Tables
    rounds: RoundHeads
    drafts: Drafts
    notes: Notes
    models: StoredModels
    names: Names
    limit: CommandLimit
    room: Room
    bots: tuple[str, ...]
    public_url: str

    async def reached(self, game_id: GameId, version: int) -> None:
        """Wait, not for ever, until a game's log has reached a version."""
        await _wait(lambda: self.tables.store.version(game_id), version)

    async def projected(self, wanted: str | None) -> None:
        """Wait, not for ever, until the read models know a game at a version (`<game_id>:<version>`).

        A version that its log has not reached is not waited for: only what was written can be read.
        """
        if wanted is not None:
            name, _, version = wanted.partition(":")
            game_id = GameId(name)
            there = await self.tables.store.version(game_id)
            await _wait(lambda: self.models.version(game_id), min(int(version), there))

    def player(self, http: AnyRequest) -> UserId:
        """The caller, if the credential that was shown allows to play, and not too often."""
        principal = caller(http)
        if "play" not in principal.scopes:
            raise ProblemError(FORBIDDEN, "This needs the scope `play`, which your credential does not have.")
        self.limit.take(principal.user_id)
        return principal.user_id

    def ask(
        self, http: AnyRequest, game_id: str, body: msgspec.Struct | None, key: str | None
    ) -> tuple[UserId, Request]:
        """Count a request that changes something, and name it for the log."""
        user = self.player(http)
        self.room.check()
        command_id = secrets.token_hex(_ID_BYTES)
        learn(game=game_id, command_id=command_id)
        return user, Request(GameId(game_id), command_id, _command_key(http, user, command_id, body, key))

    async def change(self, named: Request, user: UserId, act: TableChange) -> Changed:
        """Let a user do something to a table that he may see."""

        def entered(batch: Batch) -> None:
            must_see(batch.match.table, user)
            act(batch)

        written = await change(self.tables, named, user, entered)
        return Changed(wrote(written), repeated=written.appended.repeated)


async def _wait(current: Callable[[], Awaitable[int]], version: int) -> None:
    for _ in range(int(WAIT_SECONDS / _POLL_SECONDS)):
        if await current() >= version:
            return
        await asyncio.sleep(_POLL_SECONDS)


def _command_key(
    http: AnyRequest, user: UserId, command_id: str, body: msgspec.Struct | None, key: str | None
) -> CommandKey:
    """Scope of a client's key: user, route and game (the keys of a game are stored with it)."""
    if key is None:
        return CommandKey(command_id, "")
    route = http.route_handler.name or str(http.route_handler)
    return CommandKey(f"{user}:{route}:{key_hash(key)}", "" if body is None else body_hash(body))


def new_game_id(user: UserId, key: str | None) -> GameId:
    """A fresh id; with a client's key always the same one, so that a repeat finds the table of the first try."""
    if key is None:
        return GameId(secrets.token_hex(_ID_BYTES))
    return GameId(hashlib.sha256(f"game {user} {key}".encode()).hexdigest()[: 2 * _ID_BYTES])


def wrote(written: Written) -> Version:
    """The version that a request has brought its game to, which its line in the log tells as well."""
    learn(version=written.appended.last)
    return written.appended.last


def user_of(http: AnyRequest) -> UserId | None:
    """The caller, if there is one."""
    return http.user.user_id if isinstance(http.user, Principal) else None


def must_see(table: Table, user: UserId | None, code: str | None = None) -> None:
    """A private table does not exist for those who may not enter it."""
    if not may_enter(table, user, code):
        raise NotFound
