"""`acta arena` as its users run it."""

import os
import pty
import re
import subprocess
import sys

import pytest
from cyclopts import ValidationError

from services.cli.app import app
from services.cli.arena import arena
from services.cli.errors import Refusal
from tests.kit.command_line import acta
from tests.kit.processes import PATIENCE, REPOSITORY

TABERNA = {"ACTA_GAMES": "tests.kit.taberna:GAME"}
QUICK = ("arena", "taberna", "--games", "4", "--looks", "5", "--processes", "1")


def test_it_prints_rates_with_intervals_scores_margins_length_and_sources() -> None:
    answer = acta(*QUICK[:-1], "2", **TABERNA)
    assert answer.returncode == 0, answer.stderr
    heading, *rows = [line for line in answer.stdout.splitlines() if line.startswith(("┃", "│"))]
    columns = ["bot", "games", "wins", "95 %", "mean score", "mean margin"]
    assert [column.strip() for column in heading.strip("┃").split("┃")] == columns
    for name, row in zip(("greedy", "random"), rows, strict=True):
        assert re.fullmatch(rf"│ {name} +│ 4 +│ [\d.]+% +│ [\d.]+% – [\d.]+% +│ -?[\d.]+ +│ [+-][\d.]+ +│", row), row
    assert re.search(r"^A game took \d+ choices\.$", answer.stdout, re.MULTILINE)
    assert re.search(r"^greedy scored by source: \w+ -?[\d.]+, ", answer.stdout, re.MULTILINE)
    assert answer.stderr == "", "no progress bar where there is no terminal"


def test_the_same_seeds_give_the_same_figures_in_any_process() -> None:
    first, again = (acta(*QUICK, **TABERNA, PYTHONHASHSEED=seed).stdout for seed in ("0", "1"))
    assert "scored by source" in first
    assert first == again


def test_a_rate_below_the_wanted_one_is_the_exit_code(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ACTA_GAMES", TABERNA["ACTA_GAMES"])
    assert arena("taberna", bots="random, random", games=2, processes=1, at_least=1) == 1
    printed = capfd.readouterr()
    assert re.search(r"random won [\d.]+% of the games of taberna, fewer than 100\.0%\.", printed.err)
    assert "scored by source" in printed.out


def test_an_interval_below_the_wanted_one_is_the_exit_code(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ACTA_GAMES", TABERNA["ACTA_GAMES"])
    assert arena("taberna", bots="greedy:9, random", games=2, processes=1, surely=0.99) == 1
    assert re.search(
        r"greedy:9 may win only [\d.]+% of all games of taberna, fewer than 99\.0%\.", capfd.readouterr().err
    )


def test_a_progress_bar_on_a_terminal() -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "services.cli", *QUICK]
    environ = {"COLUMNS": "120", "TERM": "xterm", **TABERNA}
    run = subprocess.run(
        command, cwd=REPOSITORY, env=environ, stdout=subprocess.PIPE, stderr=theirs, timeout=PATIENCE, check=True
    )
    os.close(theirs)
    shown = os.read(ours, 1 << 16)
    os.close(ours)
    assert b"Playing" in shown
    assert b"Playing" not in run.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess"], "There is no game 'chess'; there are forum-trajanum, trajan, concordia."),
        (
            ["trajan", "--bots", "greedy,deep-blue"],
            "There is no bot 'deep-blue'; there are random, greedy, planner, tiro, ",
        ),
        (["trajan", "--bots", "greedy,planner:many"], "'planner:many' names no number of looks; planner:500 would."),
        (["trajan", "--bots", "greedy"], "This table is not possible: options: this game is for 2, 3 or 4 players"),
        (["trajan", "--options", "{"], "This table is not possible: "),
        (["trajan", "--options", "[]"], "This table is not possible: "),
        (["concordia", "--options", '{"map": "imperium"}'], "2 players can play on Italia, not on Imperium."),
        (["trajan", "--games", "0"], 'Invalid value "0" for --games.'),
        (["trajan", "--looks", "0"], 'Invalid value "0" for --looks.'),
        (["trajan", "--processes", "0"], 'Invalid value "0" for --processes.'),
        (["trajan", "--at-least", "95"], "--at-least"),
    ],
)
def test_a_mistake_gets_a_sentence_and_plays_nothing(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises((Refusal, ValidationError)) as refusal:
        app(["arena", *words], exit_on_error=False, print_error=False)
    assert sentence in str(refusal.value)
    assert capsys.readouterr().out == ""
