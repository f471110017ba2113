"""Lets bots think in processes of their own, with a hard limit of time and memory.

A bot that runs over its time plays its best so far; one that never gave anything, raised, died or talked nonsense has
failed, and its caller plays something else. Nothing a bot does can hold up its game, and nothing that it says is
believed before it was read as commands of that game.
"""

import multiprocessing
import os
import random
import resource
import signal
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, Literal, NamedTuple, Self

import msgspec

from domain.kernel.envelope import Codec
from domain.kernel.errors import BadCommand
from domain.kernel.game import AnyGame, Command, View
from domain.kernel.ids import Seat
from services.engine import parent_death
from workers.bots.bot import Bot, BotTurn, Budget, Draft

MEMORY = 2 * 1024**3
SLACK = 1.25
"""How much longer than its budget a bot is waited for before it is ended."""
LARGEST = 1024**2
"""Bytes of the longest draft that is listened to."""
LONGEST_REASON = 200
Failing = Literal["unknown", "slow", "silent", "died", "raised", "illegal"]


class BotFailed(Exception):
    """A bot gave nothing to play: how it failed, and why in words for the operator."""

    def __init__(self, how: Failing, why: str) -> None:
        super().__init__(f"{how}: {why}")
        self.how = how
        self.why = why


class Sandbox:
    """The bots of a game while a job lasts: a process for each seat, so that no bot learns what another one is told."""

    def __init__(self, bots: Mapping[str, Bot], seconds: float) -> None:
        """Let each of these bots think so long."""
        self._bots = bots
        self._seconds = seconds
        self._thinkers: dict[tuple[Seat, str], _Thinker] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: object, _error: object, _trace: TracebackType | None) -> None:
        for thinker in self._thinkers.values():
            thinker.end()

    def think(self, name: str, turn: BotTurn, seed: bytes) -> Draft:
        """The bot's last draft within its time, or `BotFailed`."""
        bot = self._bots.get(name)
        if bot is None:
            raise BotFailed("unknown", "this server has no such bot")
        key = (turn.seat, name)
        thinker = self._thinkers.pop(key, None) or _Thinker(bot, turn.game)
        said, failure = thinker.ask(_Question(turn.seat, turn.view, turn.options, seed, self._seconds))
        if failure is None:
            self._thinkers[key] = thinker
        else:
            thinker.end()  # the next thought begins afresh
        if said is None:
            raise failure or BotFailed("silent", "it gave nothing")
        return _understood(turn, said)


def _understood(turn: BotTurn, said: "_Values") -> Draft:
    """What was said as commands of the game, the first of them one of the options."""
    try:
        draft = Codec(turn.game).convert(said)
    except BadCommand as error:
        raise BotFailed("illegal", f"it gave no command of the game: {error}") from None
    if not draft or draft[0] not in turn.options:
        raise BotFailed("illegal", "it did not begin with one of its options")
    return draft


class _Question(NamedTuple):
    seat: Seat
    view: View
    options: Sequence[Command]
    seed: bytes
    seconds: float


_Values = list[dict[str, Any]]
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(_Values | str | None).decode
"""What a bot's process says: a draft, what went wrong, or that there is no more."""


class _Thinker:
    """A process in which one bot thinks, one thought after the other.

    It is forked, since starting one afresh takes longer than most thoughts. Python warns of that where threads run, as
    those of the queue's clients do: a lock that one of them holds at that moment stays locked in the child. A bot that
    needed it would be ended as slow, and nothing else would wait.
    """

    def __init__(self, bot: Bot, game: AnyGame) -> None:
        context = multiprocessing.get_context("fork")
        self._ours, theirs = context.Pipe()
        parent = os.getpid()

        def run() -> None:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            if parent_death.tie(parent, signal.SIGKILL):  # a bot that would think for ever dies with its job
                _answer_all(bot, game, theirs)

        self._process = context.Process(target=run, daemon=True)
        self._process.start()
        theirs.close()

    def ask(self, question: _Question) -> tuple[_Values | None, BotFailed | None]:
        """The last draft that came in time, and what went wrong, if it did: then it cannot be asked again."""
        with suppress(BrokenPipeError):  # it is dead; that is heard below
            self._ours.send(question)
        until = time.monotonic() + question.seconds * SLACK
        best: _Values | None = None
        while (left := until - time.monotonic()) > 0 and self._ours.poll(left):
            said = self._hear()
            if said is None or isinstance(said, BotFailed):
                return best, said
            best = said
        return best, BotFailed("slow", "it gave nothing within its time")

    def _hear(self) -> _Values | BotFailed | None:
        try:
            said = _decode(self._ours.recv_bytes(LARGEST))
        except EOFError:
            return BotFailed("died", "its process ended before it gave anything")
        except (OSError, msgspec.DecodeError):
            return BotFailed("illegal", "it gave something that is no draft, or far too long")
        return BotFailed("raised", said) if isinstance(said, str) else said

    def end(self) -> None:
        """End the process, whatever it is at."""
        self._process.kill()
        self._process.join()
        self._ours.close()


def _answer_all(bot: Bot, game: AnyGame, theirs: Connection) -> None:
    """In the bot's process: think about one question after the other."""
    while True:
        question: _Question = theirs.recv()
        error = None
        try:
            turn = BotTurn(game, question.seat, question.view, question.options)
            rng = random.Random(question.seed)  # noqa: S311 - a bot's whim
            for draft in bot.choose(turn, rng, Budget(question.seconds)):
                theirs.send_bytes(_encode(list(draft)))
        except Exception as raised:  # noqa: BLE001 - whatever a bot raises, its game goes on
            error = f"{type(raised).__name__}: {raised}"[:LONGEST_REASON]
        theirs.send_bytes(_encode(error))
