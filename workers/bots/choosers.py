"""Every bot by its name."""

from collections.abc import Iterable, Mapping
from importlib import import_module

from workers.bots.bot import Bot, RandomBot
from workers.bots.greedy import GreedyBot

CARETAKER = RandomBot()
"""Plays when a bot fails: it cannot."""

BOTS: Mapping[str, Bot] = {"random": RandomBot(), "greedy": GreedyBot()}


def with_extra(references: Iterable[str]) -> Mapping[str, Bot]:
    """The built-in bots and further ones, each named as `module:NAME`."""
    return {**BOTS, **dict(_imported(reference) for reference in references)}


def _imported(reference: str) -> tuple[str, Bot]:
    module, _, name = reference.partition(":")
    bot: Bot = getattr(import_module(module), name)
    return name.lower(), bot
