"""Whatever a bot does, its game goes on in time, and the operator learns why."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from domain.kernel.ids import Seat
from services.foundation import Services
from tests.kit import bad_bots
from tests.kit.bot_tables import open_table
from tests.kit.logged_match import LoggedMatch
from tests.kit.processes import Server
from tests.kit.taberna import GAME
from tests.workers.running_workers import log_lines, running_worker, until_over
from workers.bots.bot import BotTurn, RandomBot
from workers.bots.sandbox import SLACK, BotFailed, Sandbox

THOUGHT = 1.0
"""Enough for whatever ends by itself, on a busy machine too."""
SEED = bytes(32)
FAILURES = {
    "loops": "slow",
    "raises": "raised",
    "silent": "silent",
    "strays": "illegal",
    "babbles": "illegal",
    "eats": "raised",
    "dies": "died",
    "cheats": "illegal",
    "unheard_of": "unknown",
}
"""How each bot fails in the eyes of the operator."""
NAMES = ("LOOPS", "HESITATES", "FLOODS", "RAISES", "SILENT", "STRAYS", "BABBLES", "EATS", "DIES", "CHEATS")
BOTS = {name.lower(): getattr(bad_bots, name) for name in NAMES}


@contextmanager
def no_process_left() -> Iterator[Callable[[], int]]:
    """Counts the processes that are started in this block; all of them must end in it."""
    before = set(psutil.Process().children())
    yield lambda: len({*psutil.Process().children()} - before)
    assert not {*psutil.Process().children()} - before, "no process is left"


def turn() -> BotTurn:
    match = LoggedMatch(GAME, 2, seed=1).match
    seat = Seat(0)
    return BotTurn(GAME, seat, GAME.view(match.state, seat), match.choices(seat))


@pytest.mark.parametrize("name", [name for name in FAILURES if name != "cheats"])
def test_a_bot_that_fails_says_how_and_is_gone_in_time(name: str) -> None:
    with no_process_left(), Sandbox(BOTS, THOUGHT) as sandbox:
        began = time.monotonic()
        with pytest.raises(BotFailed) as failure:
            sandbox.choose(name, turn(), SEED)
        assert failure.value.how == FAILURES[name]
        assert failure.value.why
        assert time.monotonic() - began < THOUGHT * SLACK + 1, "a busy machine may add some"


@pytest.mark.parametrize("name", ["hesitates", "floods"])
def test_a_bot_that_never_ends_plays_its_last_word(name: str) -> None:
    asked = turn()
    with Sandbox(BOTS, THOUGHT) as sandbox:
        assert sandbox.choose(name, asked, SEED)[0] in asked.options
        assert sandbox.choose(name, asked, SEED)[0] in asked.options


def test_each_seat_thinks_in_a_process_of_its_own_that_is_kept() -> None:
    first = turn()
    other = first._replace(seat=Seat(1))
    with no_process_left() as started, Sandbox({"random": RandomBot()}, 5) as sandbox:
        for asked in (first, other, first, other):
            assert sandbox.choose("random", asked, SEED)[0] in asked.options
        assert started() == 2


async def test_a_game_goes_on_with_a_caretakers_choices_and_the_operator_sees_why(
    server: Server, services: Services, tmp_path: Path
) -> None:
    references = ",".join(f"tests.kit.bad_bots:{name}" for name in NAMES)
    games = {name: await open_table(services, GAME, [name, "random"], SEED, {"rounds": 1}) for name in (*FAILURES,)}
    with running_worker(server, tmp_path, ACTA_BOTS=references, ACTA_BOT_SECONDS=str(THOUGHT)) as tree:
        await until_over(services.tables, games.values())
        failed = log_lines(tree, "bot_failed")
    for name, how in FAILURES.items():
        told = [line for line in failed if line["bot"] == name]
        assert {(line["game"], line["how"]) for line in told} == {(games[name], how)}
        assert all(line["why"] for line in told)
    counted = {
        (sample.labels["bot"], sample.labels["how"]): sample.value
        for family in await services.jobs.figures()
        for sample in family.samples
        if sample.name == "acta_bot_failures_total"
    }
    assert counted == {(name, how): sum(line["bot"] == name for line in failed) for name, how in FAILURES.items()}
