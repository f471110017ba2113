"""Sentences as players read them: labels, headings and lines of a random game, the same in several languages."""

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.kernel.game import AnyGame, Command
from domain.kernel.ids import Seat, UserId
from domain.kernel.match import Match
from services.story import timeline
from tests.kit.logged_match import played

PLAYERS = ("Anna", "Bruno", "Clara", "David", "Emma")

_ANY = re.compile(rf"\d+|{'|'.join(PLAYERS)}")
"""What does not make a sentence another one."""


class Example(NamedTuple):
    """A message by its key, and what it says in each language."""

    key: str
    said: dict[str, str]


def examples(game: AnyGame, seed: int, most: int, languages: Sequence[str]) -> list[Example]:
    """What is read in a random game; of each message at most so many sentences that differ by more than a name."""
    found: list[Example] = []
    seen: Counter[str] = Counter()
    shapes: set[str] = set()
    for one in _everything(game, seed, languages):
        shape = _ANY.sub("_", next(iter(one.said.values())))
        if shape and shape not in shapes and seen[one.key] < most:
            found.append(one)
            seen[one.key] += 1
            shapes.add(shape)
    return sorted(found, key=lambda one: one.key)


def _everything(game: AnyGame, seed: int, languages: Sequence[str]) -> Iterator[Example]:
    told: list[Example] = []
    rng = random.Random(seed)

    def choose(match: Match, seat: Seat, options: list[Command]) -> Command:
        view = game.view(match.state, seat)
        for command in rng.sample(options, min(len(options), 8)):
            kind = type(command).__name__
            label = {lang: game.label(view, command, lang=lang, players=PLAYERS) for lang in languages}
            group = {lang: game.group(view, command, lang=lang, players=PLAYERS) for lang in languages}
            told.extend((Example(f"command.{kind}", label), Example(f"group.{kind}", group)))
        return rng.choice(options)

    logged = played(game, game.meta.players[-1], seed, choose=choose)
    yield from told
    names = {UserId(f"user-{number}"): name for number, name in enumerate(PLAYERS)}
    for line in timeline.lines(logged.codec, logged.records):
        lines = {lang: timeline.told(game.words, line, names, lang) for lang in languages}
        yield Example(f"event.{line.type}", lines)
