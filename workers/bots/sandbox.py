"""Lets a bot think in a process of its own, with a hard limit of time and memory.

A bot that runs over its time plays its best so far; one that never gave anything, raised or died has failed, and its
caller plays something else. Nothing a bot does can hold up its game.
"""

import multiprocessing
import random
import resource
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection

from domain.kernel.game import Command
from workers.bots.bot import Bot, Budget, Draft, Situation

MEMORY = 2 * 1024**3
SLACK = 1.25
"""How much longer than its budget a bot is waited for before it is ended."""


class BotFailed(Exception):
    """A bot gave nothing to play; the text says why."""


def think(bot: Bot, situation: Situation, seed: bytes, seconds: float) -> Draft:
    """The bot's last draft within its time, or `BotFailed`."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=_run, args=(bot, situation, seed, seconds, theirs), daemon=True)
    child.start()
    theirs.close()
    try:
        return _last_word(ours, time.monotonic() + seconds * SLACK)
    finally:
        child.kill()
        child.join()
        ours.close()


def _last_word(ours: Connection, until: float) -> Draft:
    best: Sequence[Command] | None = None
    complaint = "it ran out of time"
    while ours.poll(max(0.0, until - time.monotonic())):
        try:
            said = ours.recv()
        except EOFError:
            complaint = "it said nothing"
            break
        if said is None:
            break
        if isinstance(said, str):
            complaint = said
            break
        best = said
    if not best:
        raise BotFailed(complaint)
    return best


def _run(bot: Bot, situation: Situation, seed: bytes, seconds: float, theirs: Connection) -> None:
    """In the child: send every draft as it comes, `None` at the end, or the name of what went wrong."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        for draft in bot.choose(situation, random.Random(seed), Budget(seconds)):  # noqa: S311 - a bot's whim
            theirs.send(list(draft))
        theirs.send(None)
    except Exception as error:  # noqa: BLE001 - whatever a bot raises, its game goes on
        theirs.send(f"{type(error).__name__}: {error}")
