"""A table that somebody wishes for, while it is chosen what it shall be like.

Nothing is stored: a wish is a short word that each button and menu of its message carries.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from domain.kernel.game import AnyGame
from domain.kernel.lobby import Terms
from services.outbound.chat.reference import BadReference
from services.play.deps import GameDeps
from services.play.option_fields import OptionField, option_fields
from services.play.terms import PRESETS, by_welcome

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_MOST_FIELDS = 6
"""Options that can be chosen; those of a game that has more keep their usual values."""
_MOST_CHAIRS = 5
_FIRST_CLOCK = "day"


class Wish(NamedTuple):
    """What the table shall be like."""

    game: AnyGame
    players: int
    bots: int
    bot: str
    clock: str
    private: bool
    options: dict[str, Any]

    def terms(self, title: str) -> Terms:
        """The wish as the lobby understands it."""
        return Terms(self.players, self.options, title, self.private, clock=PRESETS[self.clock])


def first_wish(games: GameDeps, slug: str = "") -> Wish:
    """What is shown first: the game that was named, or the one that is learnt most easily."""
    known = by_welcome(games.tables.registry)
    game = next((one for one in known if one.meta.slug == slug), known[0])
    players = sorted(game.meta.players)[len(game.meta.players) // 2]
    options = {field.name: field.default for field in option_fields(game)}
    return Wish(game, players, 0, games.bots[-1], _FIRST_CLOCK, private=False, options=options)


def with_players(wish: Wish, players: int, bots: int | None = None) -> Wish:
    """The same for as many, as far as the game allows it."""
    fits = min(wish.game.meta.players, key=lambda number: abs(number - players))
    return wish._replace(players=fits, bots=max(0, min(wish.bots if bots is None else bots, fits - 1)))


def fields_of(wish: Wish) -> Sequence[OptionField]:
    """The options that can be chosen."""
    return option_fields(wish.game)[:_MOST_FIELDS]


def values_of(field: OptionField, wish: Wish) -> list[Any]:
    """The values that an option can be given by a menu."""
    match field.kind:
        case "choice":
            return list(field.values)
        case "switch":
            return [False, True]
        case "chairs":
            chairs = range(min(wish.players, _MOST_CHAIRS))
            return [[chair for chair in chairs if mask >> chair & 1] for mask in range(1 << len(chairs))]
        case "number":
            return sorted({field.default, *range(1, 11)} - {None})


def encoded(games: GameDeps, wish: Wish) -> str:
    """The wish as a word."""
    known = by_welcome(games.tables.registry)
    numbers = [
        known.index(wish.game),
        wish.players,
        wish.bots,
        games.bots.index(wish.bot),
        [*PRESETS].index(wish.clock),
        int(wish.private),
    ]
    for field in fields_of(wish):
        values = values_of(field, wish)
        numbers.append(values.index(wish.options[field.name]) if wish.options[field.name] in values else 0)
    return "".join(_DIGITS[number] for number in numbers)


def decoded(games: GameDeps, word: str) -> Wish:
    """The wish that a word stands for; `BadReference` for anything else."""
    try:
        game, players, bots, bot, clock, private, *rest = (_DIGITS.index(digit) for digit in word)
        wish = Wish(
            by_welcome(games.tables.registry)[game],
            players,
            bots,
            games.bots[bot],
            [*PRESETS][clock],
            bool(private),
            {},
        )
        options = {field.name: values_of(field, wish)[at] for field, at in zip(fields_of(wish), rest, strict=True)}
    except (ValueError, IndexError) as error:
        raise BadReference(word) from error
    usual = {field.name: field.default for field in option_fields(wish.game)}
    return with_players(wish._replace(options={**usual, **options}), players)
