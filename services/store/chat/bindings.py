"""Which tables live in which channels and threads, and what is said there.

A place holds several tables, and a table lives in a few places. Beside the settings, which people choose, stands what
was last posted, which only deliveries write. Never decides who may bind a table.
"""

from typing import Literal, TypeAlias

import msgspec

from domain.kernel.clock import Millis
from domain.kernel.ids import GameId, UserId, Version
from domain.kernel.languages import ENGLISH, Language
from services.store import keys
from services.store.chat.places import PLATFORMS, ChatPlace, Platform
from services.store.client import Client
from services.store.redis_errors import reading, repeatable
from services.store.scripts import Script

MOST_TABLES = 50
"""At one place."""
MOST_PLACES = 4
"""Of one table."""

_BOARD, _TOLD, _OPEN = "board ", "told ", "open "
"""What stands before a place where it is remembered what was posted there."""
_GONE = "gone "
"""What stands before a platform on which a table lived at a place that is gone."""

Pictures: TypeAlias = Literal["live", "turn", "round", "none"]
"""Where boards are drawn: in the board message that is always up to date, with each turn, with each round, or nowhere.

The final table has its picture unless none is wanted."""


class ChannelSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is said of a table at a place, besides who is next, which is always said."""

    turns: bool = True
    """Each confirmed turn in words."""
    scorings: bool = True
    rounds: bool = True
    """The head of the chain at the end of each round."""
    final: bool = True
    pictures: Pictures = "live"
    language: Language = ENGLISH


class Binding(msgspec.Struct, frozen=True, kw_only=True):
    """A table at a place; `by` has bound it and sees what became of its deliveries."""

    game: GameId
    place: ChatPlace
    by: UserId
    settings: ChannelSettings = ChannelSettings()
    since: Version = Version(0)
    """What happened up to this version is known at the place and not told there."""


class BoardMessage(msgspec.Struct, frozen=True, kw_only=True):
    """The board message at a place, which is edited whenever the table changes."""

    message: str = ""
    """Its id; empty if there is none."""
    version: Version = Version(0)
    """The version of the game that it shows."""
    at: Millis = 0
    """When it was last posted or edited."""
    picture: str = ""
    """The id of the picture that stands beside it; empty where the message itself shows the board."""


class ToldSoFar(msgspec.Struct, frozen=True, kw_only=True):
    """How far a table was told at a place."""

    version: Version = Version(0)
    under_way: str = ""
    """The delivery that tells more, from before it is sent until it is known that it was accepted."""
    until: Version = Version(0)
    """The version up to which that delivery tells: a repeat of it says the same."""
    begun: Millis = 0
    """When it began to tell that."""
    posted: str = ""
    """The id of its message, while the picture that belongs to it is yet to follow; empty otherwise."""


class OpenMessage(msgspec.Struct, frozen=True, kw_only=True):
    """A message with buttons, which it is to lose once another one follows it."""

    id: str
    said: msgspec.Raw
    """The message, as JSON."""


class _Open(msgspec.Struct, frozen=True):
    messages: list[OpenMessage] = []


class _KeptBinding(msgspec.Struct, frozen=True):
    by: UserId
    settings: ChannelSettings
    since: Version = Version(0)


class Bindings:
    """Keeps bindings."""

    def __init__(self, client: Client) -> None:
        """Keep them in a slot of their own: a binding has two ends, which would lie in two slots otherwise."""
        self._client = client
        self._bind, self._unbind = Script("chat_bind", "moving"), Script("chat_unbind", "moving")
        self._post = Script("chat_posted", "moving")

    async def bind(self, binding: Binding) -> bool:
        """Bind a table to a place, or change the settings there; false if the place or the table has too many."""
        packed = msgspec.json.encode(_KeptBinding(binding.by, binding.settings, binding.since))
        names = [keys.chat_table(binding.game), keys.KeyKind.CHAT_PLACES]
        arguments = [written(binding.place), binding.game, packed, MOST_TABLES, MOST_PLACES]
        with repeatable():
            bound = bool(await self._bind.run(self._client, names, arguments))
            if bound:
                await self._client.hdel(keys.chat_posted(binding.game), _GONE + binding.place.platform)
        return bound

    async def unbind(self, game: GameId, place: ChatPlace) -> bool:
        """End what `bind` has begun; whether the table was bound there."""
        names = [keys.chat_table(game), keys.chat_posted(game), keys.KeyKind.CHAT_PLACES]
        with repeatable():
            return bool(await self._unbind.run(self._client, names, [written(place), game, _BOARD, _TOLD, _OPEN]))

    async def leave(self, game: GameId, place: ChatPlace, now: Millis) -> bool:
        """Unbind a table from a place that is gone, and remember that until it lives on that platform again."""
        left = await self.unbind(game, place)
        if left:
            with repeatable():
                await self._client.hset(keys.chat_posted(game), _GONE + place.platform, str(now).encode())
        return left

    async def gone(self, game: GameId) -> list[Platform]:
        """The platforms on which a table lived at a place that is gone."""
        with reading():
            since = await self._client.hmget(keys.chat_posted(game), [_GONE + platform for platform in PLATFORMS])
        return [platform for platform, at in zip(PLATFORMS, since, strict=True) if at is not None]

    async def of_table(self, game: GameId) -> list[Binding]:
        """Where a table lives."""
        with reading():
            stored = await self._client.hgetall(keys.chat_table(game))
        return [_binding(game, place, packed) for place, packed in sorted(stored.items())]

    async def find(self, game: GameId, place: ChatPlace) -> Binding | None:
        """The binding of a table to a place, if there is one."""
        with reading():
            stored = await self._client.hget(keys.chat_table(game), written(place))
        return None if stored is None else _binding(game, written(place).encode(), stored)

    async def at(self, place: ChatPlace) -> list[GameId]:
        """The tables at a place, in the order in which they were bound."""
        with reading():
            stored = await self._client.hget(keys.KeyKind.CHAT_PLACES, written(place))
        return [GameId(game) for game in (stored or b"").decode().split()]

    async def leave_workspace(self, platform: Platform, workspace: str) -> int:
        """Unbind whatever is bound in a workspace that has thrown us out; give how many bindings that were."""
        with reading():
            places = [read(text.decode()) for text in await self._client.hkeys(keys.KeyKind.CHAT_PLACES)]
        left = [place for place in places if (place.platform, place.workspace) == (platform, workspace)]
        return sum([await self.unbind(game, place) for place in left for game in await self.at(place)])

    async def board(self, game: GameId, place: ChatPlace) -> BoardMessage:
        """The board message of a table at a place."""
        return msgspec.json.decode(await self._posted(game, _BOARD, place), type=BoardMessage)

    async def told(self, game: GameId, place: ChatPlace) -> ToldSoFar:
        """How far a table was told at a place."""
        return msgspec.json.decode(await self._posted(game, _TOLD, place), type=ToldSoFar)

    async def open_messages(self, game: GameId, place: ChatPlace) -> list[OpenMessage]:
        """The messages of a table at a place that have their buttons yet, oldest first."""
        return msgspec.json.decode(await self._posted(game, _OPEN, place), type=_Open).messages

    async def keep_board(self, game: GameId, place: ChatPlace, board: BoardMessage) -> bool:
        """Remember the board message, as long as the table lives there."""
        return await self._keep(game, _BOARD, place, msgspec.json.encode(board))

    async def keep_told(self, game: GameId, place: ChatPlace, told: ToldSoFar) -> bool:
        """Remember how far a table was told, as long as it lives there."""
        return await self._keep(game, _TOLD, place, msgspec.json.encode(told))

    async def keep_open(self, game: GameId, place: ChatPlace, messages: list[OpenMessage]) -> bool:
        """Remember which messages have their buttons yet, as long as the table lives there."""
        return await self._keep(game, _OPEN, place, msgspec.json.encode(_Open(messages)))

    async def _posted(self, game: GameId, what: str, place: ChatPlace) -> bytes:
        with reading():
            return await self._client.hget(keys.chat_posted(game), what + written(place)) or b"{}"

    async def _keep(self, game: GameId, what: str, place: ChatPlace, packed: bytes) -> bool:
        names, where = [keys.chat_table(game), keys.chat_posted(game)], written(place)
        with repeatable():
            return bool(await self._post.run(self._client, names, [where, what + where, packed]))


def written(place: ChatPlace) -> str:
    """A place as one text."""
    return msgspec.json.encode([place.platform, place.workspace, place.channel, place.thread]).decode()


def read(text: str) -> ChatPlace:
    """The place that a text stands for."""
    return ChatPlace(*msgspec.json.decode(text, type=tuple[Platform, str, str, str]))


def _binding(game: GameId, place: bytes, packed: bytes) -> Binding:
    held = msgspec.json.decode(packed, type=_KeptBinding)
    return Binding(game=game, place=read(place.decode()), by=held.by, settings=held.settings, since=held.since)
