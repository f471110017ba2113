"""What each person wants to be told and when, the games that are muted, and the secret that stops all mail.

They lie beside the account. Each part is a field of its own, so that two changes at once do not undo each other.
"""

import hmac
import secrets
from collections.abc import Mapping

import msgspec

from domain.kernel.ids import GameId, UserId
from services.notices.preferences import Preferences
from services.store import keys
from services.store.accounts.ids import is_user_id
from services.store.client import Client
from services.store.redis_errors import reading, repeatable

_KIND, _PUSH = "kind:", "push:"
_STOP = "stop"
_NONE: Mapping[str, bool] = {}
_SECRET_BYTES = 16


class StoredPreferences:
    """Reads and writes them."""

    def __init__(self, client: Client) -> None:
        """Keep them beside the accounts."""
        self._client = client

    async def of(self, user: UserId) -> Preferences:
        """What a person wants; the defaults where nothing was said."""
        with reading():
            stored = await self._client.hgetall(keys.preferences(user))
        fields = {name.decode(): msgspec.json.decode(value) for name, value in stored.items() if name != b"stop"}
        kinds = {name.removeprefix(_KIND): value for name, value in fields.items() if name.startswith(_KIND)}
        by_push = {name.removeprefix(_PUSH): value for name, value in fields.items() if name.startswith(_PUSH)}
        plain = {name: value for name, value in fields.items() if not name.startswith((_KIND, _PUSH))}
        push = msgspec.structs.replace(Preferences().push, **by_push)
        return msgspec.convert({**plain, "kinds": kinds, "push": push}, Preferences)

    async def change(
        self, user: UserId, given: Mapping[str, object], kinds: Mapping[str, bool], push: Mapping[str, bool] = _NONE
    ) -> None:
        """Keep what was given, by the names of `Preferences` and `Kinds`; everything else stays."""
        by_mail = {_KIND + name: value for name, value in kinds.items()}
        fields = {**given, **by_mail, **{_PUSH + name: value for name, value in push.items()}}
        if fields:
            encoded = {name: msgspec.json.encode(value) for name, value in fields.items()}
            with repeatable():
                await self._client.hset(keys.preferences(user), mapping=encoded)

    # A game that was muted when games and people shared a set still lies among the people; its form tells it apart.

    async def muted(self, user: UserId) -> list[GameId]:
        """The games that a person has muted."""
        places = (keys.muted_games(user), keys.muted_people(user))
        with reading():
            members = {member.decode() for place in places for member in await self._client.smembers(place)}
        return sorted(GameId(member) for member in members if not is_user_id(member))

    async def is_muted(self, user: UserId, game: GameId) -> bool:
        """Whether a person has muted a game."""
        return game in await self.muted(user)

    async def mute(self, user: UserId, game: GameId) -> None:
        """Send a person nothing more about a game."""
        with repeatable():
            await self._client.sadd(keys.muted_games(user), game)

    async def unmute(self, user: UserId, game: GameId) -> None:
        """Send a person notices of a game again."""
        if is_user_id(game):
            return
        with repeatable():
            await self._client.srem(keys.muted_games(user), game)
            await self._client.srem(keys.muted_people(user), game)

    async def stop_code(self, user: UserId) -> str:
        """The code that stops all mail to a person, for a link that works without a log-in."""
        place = keys.preferences(user)
        with repeatable():
            await self._client.hsetnx(place, _STOP, secrets.token_hex(_SECRET_BYTES))
            code = await self._client.hget(place, _STOP) or b""
        return f"{user}-{code.decode()}"

    async def user_of_stop_code(self, code: str) -> UserId | None:
        """The person whose mail a code stops."""
        user, _, secret = code.partition("-")
        if not is_user_id(user):
            return None
        with reading():
            expected = await self._client.hget(keys.preferences(UserId(user)), _STOP)
        is_own = expected is not None and hmac.compare_digest(expected, secret.encode())
        return UserId(user) if is_own else None
