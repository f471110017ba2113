"""Every bot by its name."""

from collections.abc import Mapping

from workers.bots.bot import Bot, RandomBot
from workers.bots.greedy import GreedyBot

CARETAKER = RandomBot()
"""Plays when a bot fails: it cannot."""

BOTS: Mapping[str, Bot] = {"random": RandomBot(), "greedy": GreedyBot()}
