"""What players are called, in the reader's language: people by their names, bots by theirs, seats that nobody holds."""

from collections.abc import Container, Mapping, Sequence
from typing import NamedTuple

from domain.kernel.ids import UserId
from domain.kernel.words import SHARED

_NUMERALS = ("II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
"""For bots of one name at one table: more than any table has chairs."""


class Holder(NamedTuple):
    """Who plays a seat: a person, a bot, or (both) a bot in place of a person; nobody, if the seat is open."""

    user: UserId | None = None
    bot: str | None = None


def name_of(user: UserId, known: Mapping[UserId, str], lang: str) -> str:
    """The name of a person; those whose account is not here (any more) are all called alike."""
    return known.get(user) or somebody_gone(lang)


def somebody_gone(lang: str) -> str:
    """What somebody is called who cannot be named."""
    return _say("gone", lang)


def bot_name(bot: str, lang: str) -> str:
    """What the bots of a kind are called; those of another package go by the name under which they take seats."""
    return SHARED.name(bot, lang, "bot")


def names_at_table(holders: Sequence[Holder], known: Mapping[UserId, str], lang: str) -> list[str]:
    """The names of the players by seat; an open seat has none.

    Strangers are told apart by their chairs. A bot whose name somebody at this table has already gets a numeral.
    """
    people = {known.get(holder.user) for holder in holders if holder.user is not None}
    names: list[str] = []
    for seat, holder in enumerate(holders):
        if holder.user is not None:
            names.append(known.get(holder.user) or _say("gone_from", lang, seat=seat))
        elif holder.bot is None:
            names.append("")
        else:
            names.append(_free_name(bot_name(holder.bot, lang), {*people, *names}, lang))
    return names


def _free_name(name: str, taken: Container[str | None], lang: str) -> str:
    further = (_say("another", lang, name=name, numeral=numeral) for numeral in _NUMERALS)
    return next(one for one in (name, *further) if one not in taken)


def names_then(holders: Sequence[Holder], known: Mapping[UserId, str], lang: str) -> list[str]:
    """What a line about the past calls each seat: whoever played it, and that a bot did in a person's place."""
    names = names_at_table(holders, known, lang)
    return [_name_then(seat, holder, names[seat], lang) for seat, holder in enumerate(holders)]


def _name_then(seat: int, holder: Holder, name: str, lang: str) -> str:
    if not name:
        return _say("nobody", lang, seat=seat)
    return _say("bot_for", lang, name=name) if None not in holder else name


def _say(key: str, lang: str, **args: object) -> str:
    return SHARED.say(f"player.{key}", args, lang=lang)
