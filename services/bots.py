"""The bots that come with the server, in the one list that both edges and workers read.

Edges offer bots by name and workers run them, so a bot stands here as `module:NAME`: only `workers.bots` imports it.
"""

from collections.abc import Iterable, Sequence

from domain.kernel.table import CARETAKER

LEVELS = ("tiro", "miles", "optio", "centurio", "tribunus", "legatus")
"""From beginner to master."""
BUILT_IN = (
    "workers.bots.bot:RANDOM",
    "workers.bots.greedy:GREEDY",
    "workers.bots.planner:PLANNER",
    *(f"workers.bots.levels:{level.upper()}" for level in LEVELS),
)


def bot_references(extra: Iterable[str]) -> dict[str, str]:
    """The bots that come with the server and further ones, each by the name under which it takes a seat."""
    return {reference.partition(":")[2].lower(): reference for reference in (*BUILT_IN, *extra)}


def usual_bot(offered: Sequence[str]) -> str:
    """The bot that is chosen unless somebody chooses another."""
    return CARETAKER if CARETAKER in offered else offered[-1]
