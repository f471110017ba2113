"""Tables as lists and cards tell them: what is played, by whom, how fast, how far it is."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from domain.kernel.clock import Clock
from domain.kernel.game import AnyGame
from services.play.deps import GameDeps
from services.queries.catalog import told_bots
from services.queries.lists import ListedGame
from services.render.seats import letters
from services.web.texts import WORDS, has_words, said

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


class Mark(NamedTuple):
    """A seat of a list: its letter, or none for a free chair."""

    chair: int
    letter: str
    name: str


class TableCard(NamedTuple):
    """A table of a list, in the reader's words."""

    game: ListedGame
    game_name: str
    title: str
    marks: list[Mark]
    clock: str
    progress: str
    turn: str
    turn_mark: Mark | None
    host: str


def card(deps: GameDeps, game: ListedGame, lang: str) -> TableCard:
    """A table as a list shows it."""
    bots = {bot.bot: bot.name for bot in told_bots(deps.bots, lang)}
    names = [bots.get(seat.bot or "", seat.name) for seat in game.seats]
    marks = [
        Mark(seat.seat, letter if seat.kind != "open" else "", name)
        for seat, name, letter in zip(game.seats, names, letters(names), strict=True)
    ]
    known = {one.meta.slug: one for one in deps.tables.registry}
    name = known[game.game].name_in(lang) if game.game in known else game.game
    acting = [seat for seat in game.to_act if isinstance(seat, int)]
    return TableCard(
        game=game,
        game_name=name,
        title=game.title or said("listing.untitled", lang, {"game": name}),
        marks=marks,
        clock=clock_words(game.clock, lang),
        progress=_progress(game, lang),
        turn=_turn(game, acting, names, lang),
        turn_mark=marks[acting[0]] if len(acting) == 1 else None,
        host=names[0],
    )


def clock_words(clock: Clock | None, lang: str) -> str:
    """How fast a table is, in a few words."""
    if clock is None:
        return said("clock.none.short", lang, {})
    for name, preset in PRESETS.items():
        if preset is not None and (preset.turn_seconds, preset.bank_seconds) == (
            clock.turn_seconds,
            clock.bank_seconds,
        ):
            return said(f"clock.{name}.short", lang, {})
    key = "clock.other_bank" if clock.bank_seconds else "clock.other"
    return said(key, lang, {"time": duration(clock.turn_seconds, lang)})


def duration(seconds: int, lang: str) -> str:
    """A length of time, in the largest unit that it fills."""
    units = (("day", _DAY), ("hour", _HOUR), ("minute", _MINUTE))
    unit, length = next((one for one in units if seconds >= one[1]), units[-1])
    return WORDS.count(round(seconds / length), unit, lang)


def option_words(slug: str, options: dict[str, Any], lang: str) -> list[str]:
    """The options of a table that are worth a word: those whose values have one."""
    keys = [f"option.{slug}.{name}.told.{value}".lower() for name, value in options.items()]
    return [said(key, lang, {}) for key in keys if has_words(key)]


def _progress(game: ListedGame, lang: str) -> str:
    if game.progress is None:
        return ""
    key = "listing.round" if game.progress.rounds is None else "listing.round_of"
    return said(key, lang, {"round": game.progress.over + 1, "rounds": game.progress.rounds})


def _turn(game: ListedGame, acting: list[int], names: list[str], lang: str) -> str:
    if game.status == "scoring":
        return said("listing.scoring", lang, {})
    if not acting:
        return ""
    if len(acting) == 1:
        return said("listing.turn", lang, {"name": names[acting[0]]})
    return said("listing.several", lang, {"number": len(acting)})
