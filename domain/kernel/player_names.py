"""What players are called, in the reader's language: people by their names, bots by theirs, seats that nobody holds."""

from collections.abc import Mapping
from typing import NamedTuple

from domain.kernel.ids import UserId
from domain.kernel.words import SHARED


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


def name_at_table(seat: int, holder: Holder, known: Mapping[UserId, str], lang: str) -> str:
    """The name of the player on a chair. Strangers, and bots of one kind, are told apart by their chairs."""
    if holder.user is not None:
        return known.get(holder.user) or _say("gone_from", lang, seat=seat)
    return "" if holder.bot is None else _say("bot", lang, bot=holder.bot, seat=seat)


def name_then(seat: int, holder: Holder, known: Mapping[UserId, str], lang: str) -> str:
    """What a line about the past calls a seat: whoever played it, and that a bot did if it was one."""
    name = name_at_table(seat, holder, known, lang)
    if not name:
        return _say("nobody", lang, seat=seat)
    return _say("bot_for", lang, name=name) if None not in holder else name


def _say(key: str, lang: str, **args: object) -> str:
    return SHARED.say(f"player.{key}", args, lang=lang)
