"""Commands that were not drawn from `legal`: near misses made of values that this game knows, and wild ones."""

import random
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import msgspec

from domain.kernel.game import AnyGame, Command

_WILD: tuple[Any, ...] = (-1, 0, 1, 7, 99, 2**40, "", "nothing", (), None)


class NearMisses:
    """Learns the values of each field from legal commands, and mixes them into commands that may not be legal."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._seen: dict[tuple[type[Command], str], list[Any]] = defaultdict(list)

    def learn(self, commands: Iterable[Command]) -> None:
        """Remember the values of these commands."""
        for command in commands:
            for field in command.__struct_fields__:
                values = self._seen[type(command), field]
                value = getattr(command, field)
                if value not in values and len(values) < 200:
                    values.append(value)

    def make(self, rng: random.Random, count: int) -> list[Command]:
        """Mix commands; what the wire format itself refuses is left out."""
        made = []
        for _ in range(count):
            kind = rng.choice(self._game.commands)
            values = {field: self._value(rng, kind, field) for field in kind.__struct_fields__}
            try:
                made.append(msgspec.convert({"type": kind.__name__, **msgspec.to_builtins(values)}, kind))
            except msgspec.ValidationError:
                continue
        return made

    def _value(self, rng: random.Random, kind: type[Command], field: str) -> Any:  # noqa: ANN401 - any field
        seen = self._seen[kind, field]
        return rng.choice(seen) if seen and rng.random() < 0.9 else rng.choice(_WILD)
