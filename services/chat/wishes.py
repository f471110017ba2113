"""A table that somebody wishes for, while it is chosen what it shall be like.

Nothing is stored: a wish is a short word that each button and menu of its message carries.
"""

from collections.abc import Sequence
from typing import Any

from services.acts.acts import Acts
from services.acts.option_fields import OptionField, default_options, option_fields
from services.acts.terms import PRESETS, by_welcome
from services.acts.wishes import TableWish, usual_wish
from services.bots import usual_bot
from services.chat.reference import UnknownReference

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_MOST_FIELDS = 6
"""Options that can be chosen; those of a game that has more keep their usual values."""
_MOST_CHAIRS = 5


def first_wish(acts: Acts, slug: str = "") -> TableWish:
    """What is shown first: the game that was named, or the one that is learnt most easily."""
    known = by_welcome(acts.tables.registry)
    return usual_wish(next((one for one in known if one.meta.slug == slug), known[0]), usual_bot(acts.bots))


def fields_of(wish: TableWish) -> Sequence[OptionField]:
    """The options that can be chosen."""
    return option_fields(wish.game)[:_MOST_FIELDS]


def values_of(field: OptionField, wish: TableWish) -> list[Any]:
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


def encoded(games: Acts, wish: TableWish) -> str:
    """The wish as a word."""
    known = by_welcome(games.tables.registry)
    numbers = [
        known.index(wish.game),
        wish.players,
        wish.bots,
        games.bots.index(wish.bot),
        [*PRESETS].index(wish.preset),
        int(wish.private),
    ]
    for field in fields_of(wish):
        values = values_of(field, wish)
        numbers.append(values.index(wish.options[field.name]) if wish.options[field.name] in values else 0)
    return "".join(_DIGITS[number] for number in numbers)


def decoded(games: Acts, word: str) -> TableWish:
    """The wish that a word stands for; `UnknownReference` for anything else."""
    try:
        game, players, bots, bot, clock, private, *rest = (_DIGITS.index(digit) for digit in word)
        wish = TableWish(
            by_welcome(games.tables.registry)[game],
            players,
            {},
            private=bool(private),
            clock=[*PRESETS.values()][clock],
            bots=bots,
            bot=games.bots[bot],
        )
        options = {field.name: values_of(field, wish)[at] for field, at in zip(fields_of(wish), rest, strict=True)}
    except (ValueError, IndexError) as error:
        raise UnknownReference(word) from error
    return wish._replace(options={**default_options(wish.game), **options}).for_players(players)
