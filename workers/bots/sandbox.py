"""Runs bots in processes of their own, with a hard limit of time and memory.

A bot that runs over its time plays its best draft so far; one that gave none, raised, died or sent something else has
failed, and its caller plays something else. Nothing a bot does can hold up its game, and nothing that it sends is
used before it was decoded as commands of that game.
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
"""How many times its budget a bot may take before its process is killed."""
MAX_DRAFT_BYTES = 1024**2
MAX_REASON = 200
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
        """Give each of these bots so many seconds for a choice."""
        self._bots = bots
        self._seconds = seconds
        self._processes: dict[tuple[Seat, str], _BotProcess] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: object, _error: object, _trace: TracebackType | None) -> None:
        for process in self._processes.values():
            process.end()

    def choose(self, name: str, turn: BotTurn, seed: bytes) -> Draft:
        """The bot's last draft within its time, or `BotFailed`."""
        bot = self._bots.get(name)
        if bot is None:
            raise BotFailed("unknown", "this server has no such bot")
        key = (turn.seat, name)
        process = self._processes.pop(key, None) or _BotProcess(bot, turn.game)
        sent, failure = process.ask(_Question(turn.seat, turn.view, turn.options, turn.character, seed, self._seconds))
        if failure is None:
            self._processes[key] = process
        else:
            process.end()  # the next choice gets a new process
        if sent is None:
            raise failure or BotFailed("silent", "it gave nothing")
        return _checked_draft(turn, sent)


def _checked_draft(turn: BotTurn, sent: "_Values") -> Draft:
    """What the bot sent as commands of the game, the first of them one of the options."""
    try:
        draft = Codec(turn.game).convert(sent)
    except BadCommand as error:
        raise BotFailed("illegal", f"it gave no command of the game: {error}") from None
    if not draft or draft[0] not in turn.options:
        raise BotFailed("illegal", "it did not begin with one of its options")
    return draft


class _Question(NamedTuple):
    seat: Seat
    view: View
    options: Sequence[Command]
    character: bytes
    seed: bytes
    seconds: float


_Values = list[dict[str, Any]]
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(_Values | str | None).decode
"""What a bot's process sends: a draft, an error, or (null) that there is no more."""


class _BotProcess:
    """A process in which one bot makes one choice after the other.

    It is forked, since starting one afresh takes longer than most choices. Python warns of that where threads run, as
    those of the queue's clients do: a lock that one of them holds at that moment stays locked in the child. A bot that
    needed it would be killed as slow, and nothing else would wait.
    """

    def __init__(self, bot: Bot, game: AnyGame) -> None:
        context = multiprocessing.get_context("fork")
        self._ours, theirs = context.Pipe()
        parent = os.getpid()

        def run() -> None:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            if parent_death.tie(parent, signal.SIGKILL):  # a bot that never ends dies with its job
                _answer_all(bot, game, theirs)

        self._process = context.Process(target=run, daemon=True)
        self._process.start()
        theirs.close()

    def ask(self, question: _Question) -> tuple[_Values | None, BotFailed | None]:
        """The last draft that came in time, and what went wrong, if it did: then it cannot be asked again."""
        with suppress(BrokenPipeError):  # it is dead; receiving says so
            self._ours.send(question)
        until = time.monotonic() + question.seconds * SLACK
        best: _Values | None = None
        while (left := until - time.monotonic()) > 0 and self._ours.poll(left):
            sent = self._receive()
            if sent is None or isinstance(sent, BotFailed):
                return best, sent
            best = sent
        return best, BotFailed("slow", "it gave nothing within its time")

    def _receive(self) -> _Values | BotFailed | None:
        try:
            sent = _decode(self._ours.recv_bytes(MAX_DRAFT_BYTES))
        except EOFError:
            return BotFailed("died", "its process ended before it gave anything")
        except (OSError, msgspec.DecodeError):
            return BotFailed("illegal", "it gave something that is no draft, or far too long")
        return BotFailed("raised", sent) if isinstance(sent, str) else sent

    def end(self) -> None:
        """Kill the process, whatever it does."""
        self._process.kill()
        self._process.join()
        self._ours.close()


def _answer_all(bot: Bot, game: AnyGame, theirs: Connection) -> None:
    """In the bot's process: answer one question after the other."""
    while True:
        question: _Question = theirs.recv()
        error = None
        try:
            turn = BotTurn(game, question.seat, question.view, question.options, question.character)
            rng = random.Random(question.seed)  # noqa: S311 - not for cryptography
            for draft in bot.choose(turn, rng, Budget(question.seconds)):
                theirs.send_bytes(_encode(list(draft)))
        except Exception as raised:  # noqa: BLE001 - whatever a bot raises, its game goes on
            error = f"{type(raised).__name__}: {raised}"[:MAX_REASON]
        theirs.send_bytes(_encode(error))
