"""Ids that nobody can guess, drawn from the system many at a time: to ask it for each takes as long as to fold it."""

import os
import secrets

_MANY = 128


class RandomIds:
    """Gives ids of some random bytes, each once: a process that is forked off gives others."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._drawn: list[str] = []
        os.register_at_fork(after_in_child=self._drawn.clear)

    def new(self) -> str:
        """An id that was never given."""
        if not self._drawn:
            drawn = secrets.token_hex(self._size * _MANY)
            self._drawn += (drawn[place : place + 2 * self._size] for place in range(0, len(drawn), 2 * self._size))
        return self._drawn.pop()
