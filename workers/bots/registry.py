"""Every bot by its name."""

from collections.abc import Iterable, Mapping

from domain.kernel.errors import BadReference
from domain.kernel.references import named
from workers.bots.bot import Bot, RandomBot
from workers.bots.greedy import GreedyBot

CARETAKER = RandomBot()
"""Plays when a bot fails: it cannot."""

BOTS: Mapping[str, Bot] = {"random": RandomBot(), "greedy": GreedyBot()}


def with_extra(references: Iterable[str]) -> Mapping[str, Bot]:
    """The built-in bots and further ones, each named as `module:NAME`."""
    return {**BOTS, **dict(_imported(reference) for reference in references)}


def _imported(reference: str) -> tuple[str, Bot]:
    bot = named(reference)
    if not isinstance(bot, Bot):
        raise BadReference(reference, "it is not a bot")
    return reference.partition(":")[2].lower(), bot
