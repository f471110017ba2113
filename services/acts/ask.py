"""What every act is given: who asks, and what tells a repeat of the request from a new one."""

import hashlib
import secrets
from typing import NamedTuple

import msgspec

from domain.kernel.ids import GameId, UserId
from services.accounts import Principal

ID_BYTES = 10


class Once(NamedTuple):
    """What tells a repeat from a new request: the door's name for the act, the client's key, what came with it."""

    route: str
    key: str
    body: msgspec.Struct | None = None


class Ask(NamedTuple):
    """Somebody asks for an act. With `once` a repeat of the request is carried out once."""

    caller: Principal
    once: Once | None = None

    @property
    def user(self) -> UserId:
        """The account of the caller."""
        return self.caller.user_id

    def step(self, name: str) -> "Ask":
        """What this caller asks for in one step of a longer act: a repeat of the step is known by itself."""
        if self.once is None:
            return self
        return self._replace(once=self.once._replace(key=f"{self.once.key} {name}", body=None))

    def new_game(self) -> GameId:
        """The id of a table that this opens; with a key always the same, so that a repeat finds the first one."""
        if self.once is None:
            return GameId(secrets.token_hex(ID_BYTES))
        return GameId(digest("game", self.user, self.once.key)[: 2 * ID_BYTES])


def digest(*parts: object) -> str:
    """A key made of several parts."""
    return hashlib.sha256(" ".join(map(str, parts)).encode()).hexdigest()
