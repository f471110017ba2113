"""What a host chooses from when a table is opened, in words: the games, clocks and options."""

from collections.abc import Iterable
from typing import Any

from domain.kernel.clock import Clock
from domain.kernel.game import AnyGame
from domain.kernel.languages import ENGLISH
from domain.kernel.words import Catalogue

WORDS = Catalogue.load("services.acts")
_DAY, _HOUR, _MINUTE = 86_400, 3_600, 60
PRESETS: dict[str, Clock | None] = {
    "day": Clock(turn_seconds=_DAY),
    "bank": Clock(turn_seconds=3 * _DAY, bank_seconds=10 * _DAY),
    "week": Clock(turn_seconds=7 * _DAY),
    "live": Clock(turn_seconds=10 * _MINUTE, extension_seconds=10 * _MINUTE),
    "none": None,
}
"""The clocks that a host chooses from, by name."""


_WELCOMING = ("concordia", "trajan", "forum-trajanum")
"""The games from the one that is learnt most easily; any other comes after them."""


def by_welcome(games: Iterable[AnyGame]) -> list[AnyGame]:
    """The games in the order in which they are offered."""
    return sorted(games, key=lambda game: [*_WELCOMING, game.meta.slug].index(game.meta.slug))


def clock_words(clock: Clock | None, lang: str) -> str:
    """How fast a table is, in a few words."""
    if clock is None:
        return WORDS.say("clock.none.short", {}, lang=lang)
    for name, preset in PRESETS.items():
        if preset is not None and (preset.turn_seconds, preset.bank_seconds) == (
            clock.turn_seconds,
            clock.bank_seconds,
        ):
            return WORDS.say(f"clock.{name}.short", {}, lang=lang)
    key = "clock.other_bank" if clock.bank_seconds else "clock.other"
    return WORDS.say(key, {"time": duration(clock.turn_seconds, lang)}, lang=lang)


def duration(seconds: int, lang: str) -> str:
    """A length of time, in the largest unit that it fills."""
    units = (("day", _DAY), ("hour", _HOUR), ("minute", _MINUTE))
    unit, length = next((one for one in units if seconds >= one[1]), units[-1])
    return WORDS.count(round(seconds / length), unit, lang)


def option_words(game: AnyGame, options: dict[str, Any], lang: str) -> list[str]:
    """The options of a table that are worth a word: those whose values have one."""
    keys = [f"option.{name}.told.{value}".lower() for name, value in options.items()]
    return [game.words.say(key, {}, lang=lang) for key in keys if key in game.words.languages[ENGLISH]]
