"""What everybody depends on who lets a caller play, built once when the app is assembled, and how a change begins."""

import hashlib
import secrets
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec
from litestar import Request as HttpRequest

from domain.kernel.ids import GameId, UserId, Version
from domain.kernel.match import Batch
from services.commands.table_changes import TableChange, change
from services.commands.tables import Request, Written
from services.engine.free_space import FreeSpace
from services.identity.callers import require_scope
from services.identity.limits import CommandLimit, ReadLimit
from services.identity.quotas import Quotas
from services.logs import learn
from services.play.command_keys import body_hash, key_hash
from services.play.random_ids import RandomIds
from services.queries.sources import Sources
from services.queries.tables import must_see
from services.store.drafts import Drafts
from services.store.events import CommandKey
from services.store.notes import Notes
from services.store.vacations import Vacations

AnyRequest = HttpRequest[Any, Any, Any]
_ID_BYTES = 10
_command_ids = RandomIds(_ID_BYTES)


class Changed(msgspec.Struct, omit_defaults=True):
    """What became of a change of a table."""

    version: int
    repeated: bool = False


@dataclass(frozen=True)
class GameDeps(Sources):
    """The dependencies of every route that reads or changes a game."""

    drafts: Drafts
    notes: Notes
    limit: CommandLimit
    quotas: Quotas
    vacations: Vacations
    vacation_days: int
    read_limit: ReadLimit
    undos_per_turn: int
    free_space: FreeSpace
    bots: tuple[str, ...]

    def player(self, http: AnyRequest) -> UserId:
        """The caller, if the credential that was shown allows to play, and not too often."""
        user = require_scope(http, "play").user_id
        self.limit.take(user)
        return user

    def count_look_back(self, http: AnyRequest, at: int | None) -> None:
        """Count a read of an earlier version, for which a part of the log is folded anew."""
        if at is not None:
            self.read_limit.take(http)

    def begin_change(
        self, http: AnyRequest, game_id: str, body: msgspec.Struct | None, key: str | None
    ) -> tuple[UserId, Request]:
        """Count a request that changes something, refuse it without room to write, and name it for the log.

        Keys that are stored hold the module and name of their handler: one that moves gets its old ones as `name`.
        """
        user = self.player(http)
        if key is None:
            return user, self.named_change(user, game_id)
        return user, self.named_change(
            user, game_id, Once(http.route_handler.name or str(http.route_handler), key, body)
        )

    def named_change(self, user: UserId, game_id: str, once: "Once | None" = None) -> Request:
        """The same for a user who was counted already."""
        self.free_space.require()
        command_id = _command_ids.new()
        learn(game=game_id, command_id=command_id)
        return Request(GameId(game_id), command_id, _command_key(user, command_id, once))

    async def is_new(self, named: Request) -> bool:
        """Whether a request was not carried out before: a repeat is answered whatever quotas say by now."""
        return await self.tables.store.remembered(named.game_id, named.key) is None

    async def change(self, named: Request, user: UserId, act: TableChange) -> Changed:
        """Let a user change a table that the user may see."""

        def checked(batch: Batch) -> None:
            must_see(batch.match.table, user)
            act(batch)

        written = await change(self.tables, named, user, checked)
        return Changed(version_of(written), repeated=written.appended.repeated)


class Once(NamedTuple):
    """A client's key: what comes with it a second time, at the same route, is not done again."""

    route: str
    key: str
    body: msgspec.Struct | None = None


def _command_key(user: UserId, command_id: str, once: Once | None) -> CommandKey:
    """Scope of a client's key: user, route and game (the keys of a game are stored with it)."""
    if once is None:
        return CommandKey(command_id, "")
    hashed = "" if once.body is None else body_hash(once.body)
    return CommandKey(f"{user}:{once.route}:{key_hash(once.key)}", hashed)


def new_game_id(user: UserId, key: str | None) -> GameId:
    """A fresh id; with a client's key always the same one, so that a repeat finds the table of the first try."""
    if key is None:
        return GameId(secrets.token_hex(_ID_BYTES))
    return GameId(hashlib.sha256(f"game {user} {key}".encode()).hexdigest()[: 2 * _ID_BYTES])


def version_of(written: Written) -> Version:
    """The version that a request has brought its game to, which its line in the log tells as well."""
    learn(version=written.appended.last)
    return written.appended.last
