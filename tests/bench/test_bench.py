"""The measurements run: a bench that nobody runs rots."""

import asyncio
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from domain.kernel.game import AnyGame
from domain.registry import GAMES
from tests.bench import (
    analysing,
    audience,
    boardgame,
    chat,
    checking,
    delivering,
    drawing,
    fast,
    games,
    listing,
    loading,
    looking_back,
    pages,
    playing,
    projecting,
    remembering,
    sending,
    streaming,
    working,
)
from tests.bench.commands import OURS, serving
from tests.bench.report import show
from tests.kit.processes import Server, running_server
from tests.kit.taberna import GAME as TABERNA
from workers.analysis.judging import Analyst
from workers.bots.outlook import Effort


def test_every_game_is_measured(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(games, "SECONDS", 0.0)
    monkeypatch.setattr(games, "ADDITIONS", 1_000)
    games.run()
    printed = capsys.readouterr().out
    for game in GAMES:
        assert printed.count(f"{game.name_in('en')}, {max(game.meta.players)} players") >= 3
    assert printed.count("Taberna, 2 players") >= 3


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_checking_is_measured_in_a_browsers_engine(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checking, "GAMES", GAMES[-1:])
    checking.run()
    assert re.search(rf"^{GAMES[-1].meta.slug} +[\d,]+ +\d+ +\d+ +[\d.]+$", capsys.readouterr().out, re.MULTILINE)


def test_every_game_is_measured_beside_openspiel(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in {"SECONDS": 0.0, "ROUNDS": 3, "installed": lambda: True, "their_rate": lambda: 0.5}.items():
        monkeypatch.setattr(playing, name, value)
    playing.run()
    rows = [line.split("  ") for line in capsys.readouterr().out.splitlines()[4:]]
    figures = {row[0]: [float(cell.replace(",", "")) for cell in row[1:] if cell] for row in rows}
    assert figures.pop("OpenSpiel: python_tic_tac_toe") == [0.5, 1]
    names = [f"{game.name_in('en')}, {count} players" for game in GAMES for count in games.fewest_and_most(game)]
    assert list(figures) == names
    for rate, ratio in figures.values():
        assert ratio == pytest.approx(rate / 0.5, rel=0.01)


def test_the_analysis_of_every_game_is_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(analysing, "ANALYST", Analyst(looks=20, samples=2, effort=Effort(own=2, others=1)))
    monkeypatch.setattr(analysing, "EVERY", 25)
    monkeypatch.setattr(analysing, "LOOKS", 4)
    analysing.run()
    printed = capsys.readouterr().out
    assert all(game.name_in("en") in printed.split("The analysis")[1] for game in GAMES)


def test_openspiel_that_cannot_be_had_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(playing, "installed", lambda: False)
    playing.run()
    assert "cannot be installed" in capsys.readouterr().out


def test_a_slow_position_can_be_found_again() -> None:
    playout = games.Playout(TABERNA, 3, seed=5)
    asked = list(playout.positions())
    again = [position.options for position in games.Playout(TABERNA, 3, seed=5).positions()]
    assert again == [position.options for position in asked]
    assert playout.choices >= len(asked)
    assert playout.match.table.phase == "finished"


def test_a_table_is_aligned(capsys: pytest.CaptureFixture[str]) -> None:
    show("A title", ("what", "how many"), [("one", 1), ("a million and a half", 1_500_000), ("a bit", 0.01234)])
    assert capsys.readouterr().out.splitlines() == [
        "",
        "A title",
        "what                   how many",
        "--------------------  ---------",
        "one                           1",
        "a million and a half  1,500,000",
        "a bit                    0.0123",
    ]


def test_first_answers_are_measured(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(chat, "ROUNDS", 3)
    monkeypatch.setattr(chat, "WARM", 1)
    chat.run()
    assert "empty signed handler" in capsys.readouterr().out


def test_pictures_are_measured(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(drawing, "TABLES", drawing.TABLES[-1:])
    monkeypatch.setattr(drawing, "ROUNDS", 1)
    monkeypatch.setattr(drawing, "PNG_ROUNDS", 1)
    monkeypatch.setattr("tests.gallery.positions.LOOKS_A_TURN", 1)
    drawing.run()
    assert "forum-trajanum-4" in capsys.readouterr().out


def test_pages_are_measured(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(pages, "ROUNDS", 1)
    pages.run()
    printed = capsys.readouterr().out
    assert "page after a choice" in printed
    assert all(game.meta.slug in printed for game in GAMES)


def test_the_projector_is_measured(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(projecting, "COPIES", 1)
    monkeypatch.setattr(projecting, "ROUNDS", 1)
    asyncio.run(projecting.project(server))
    printed = capsys.readouterr().out
    assert "projector, every model" in printed
    assert "rows of the read models" in printed


def test_workers_are_measured(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(working, "SAMPLES", 2)
    monkeypatch.setattr(working, "TABLES", 1)
    asyncio.run(working.measure(server, server, tmp_path))
    printed = capsys.readouterr().out
    assert "last choice to scored phase" in printed
    assert "choices/s" in printed


def test_what_a_silent_world_costs_is_measured(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in {"TABLES": 2, "OWNERS": 2, "EACH": 2, "ROUNDS": 1, "HEALTHY_EVERY": 0.0}.items():
        monkeypatch.setattr(sending, name, value)
    asyncio.run(sending.measure(server, tmp_path))
    assert "4 silent webhooks" in capsys.readouterr().out


def test_the_way_to_listeners_is_measured(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(streaming, "APPENDS", 3)
    monkeypatch.setattr(streaming, "LISTENERS", 4)
    with serving(OURS, server.url) as port:
        asyncio.run(streaming.measure(server, port))
    printed = capsys.readouterr().out
    assert "bare publish → subscriber" in printed
    assert printed.count("append → event received") == 2


def test_moves_that_the_opponent_sees_are_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(boardgame, "installed", lambda: False)  # what comes from elsewhere is not the suite's business
    monkeypatch.setattr(delivering, "TABLES", 2)
    monkeypatch.setattr(delivering, "MOVES", 3)
    monkeypatch.setattr(delivering, "ROUNDS", 1)
    delivering.run()
    assert "moves/s" in capsys.readouterr().out


def test_an_audience_is_measured(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(audience, "STREAMS", 4)
    monkeypatch.setattr(audience, "EVENTS", 2)
    monkeypatch.setattr(audience, "IDLE_SECONDS", 0.01)
    audience.run()
    assert "4 streams of one game" in capsys.readouterr().out


def test_every_special_case_is_measured(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    small = {"ROUNDS": 1, "TABLES": 1, "MOVES": 2, "STREAMS": 10, "HEARD": 2, "UNHEARD_AFTER": 0.0}
    for name, value in small.items():
        monkeypatch.setattr(fast, name, value)
    fast.run()
    printed = capsys.readouterr().out
    assert all(f"{case}: {work}" in printed for case, work in fast.CASES.items())


def test_lists_are_measured(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(listing, "GAMES", 60)
    monkeypatch.setattr(listing, "OF_ONE_PERSON", 20)
    monkeypatch.setattr(listing, "REQUESTS", 1)
    listing.run()
    printed = capsys.readouterr().out
    assert "profile of that person" in printed
    assert all(line.endswith(" 0") for line in printed.splitlines()[4:]), "no request fails"


def test_looking_back_is_measured(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name, value in {"SHORT": 40, "LONG": 60, "REQUESTS": 1, "ROUNDS": 1, "CHOICES": 1, "CONNECTIONS": 2}.items():
        monkeypatch.setattr(looking_back, name, value)
    looking_back.run()
    printed = capsys.readouterr().out
    assert "/scores" in printed
    assert "strangers who look back" in printed


def test_the_load_page_is_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    small = {
        "OPEN_GAMES": (2, 20),
        "PROCESSES": (1,),
        "GROUPS": 4,
        "LISTED_GAMES": 9,
        "ROUNDS": 1,
        "SECONDS": 0.05,
        "STREAMS": 5,
    }
    for name, value in {**small, "DEPLOY": tmp_path}.items():
        monkeypatch.setattr(loading, name, value)
    monkeypatch.setattr(loading, "_peers", lambda: {"boardgame.io": 0.5, "pyeventsourcing": 2.0})
    loading.run()
    page = (tmp_path / "load.md").read_text()
    assert re.search(r"\| 1 \| 20 \| [\d,]+ \| [\d.]+ \| [\d.]+ \| 0 \|", page), page
    assert "| boardgame.io | 0.50 |" in page
    ET.fromstring((tmp_path / "load.svg").read_text())


@pytest.mark.parametrize(("play", "wanted"), [(remembering.running, 300), (remembering.finished, 120)])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)
def test_a_game_takes_little_memory(
    monkeypatch: pytest.MonkeyPatch, game: AnyGame, play: remembering.Play, wanted: int
) -> None:
    monkeypatch.setattr(remembering, "TABLES", 1)
    monkeypatch.setattr(remembering, "FINISHED", 1)
    _, packed, before, *each = remembering.measured(game, play)
    assert isinstance(packed, float)
    assert isinstance(before, float)
    assert packed <= wanted < before
    assert packed == sum(one for one in each if isinstance(one, float))


def test_memory_is_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(remembering, "measured", lambda game, _play: (game.meta.slug, *range(8)))
    remembering.run()
    assert capsys.readouterr().out.count("bytes an event") == 2


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running_server(tmp_path / "redis", fsync="everysec") as one:
        yield one
