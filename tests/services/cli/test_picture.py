"""`acta picture`: pictures out of recorded games."""

import io
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from domain.kernel.anonymous import anonymised
from domain.kernel.export import to_line
from services.cli.picture import GameLog, picture
from services.render.film import MOST_BYTES, WIDTHS
from tests.kit import forgery
from tests.kit.command_line import acta
from tests.kit.logged_match import played
from tests.kit.taberna import GAME

FIXTURES = Path(__file__).parents[2] / "fixtures"
CONCORDIA = FIXTURES / "concordia" / "imperium-houses.jsonl"
TRAJAN = FIXTURES / "trajan" / "two-laps-in-one-turn.jsonl"


def test_the_end_of_a_game_as_png(tmp_path: Path) -> None:
    target = tmp_path / "end.png"
    assert acta("picture", str(CONCORDIA), "-o", str(target), "--width", "600").returncode == 0
    with Image.open(io.BytesIO(target.read_bytes())) as image:
        assert image.width == 600


def test_a_version_as_svg_seen_from_a_seat(tmp_path: Path) -> None:
    drawn = {}
    for seat in ("0", "1"):
        target = tmp_path / f"{seat}.svg"
        words = ("picture", str(TRAJAN), "--at", "300", "--as", seat, "-o", str(target), "--theme", "dark")
        assert acta(*words).returncode == 0
        drawn[seat] = target.read_text("utf-8")
        assert ET.fromstring(drawn[seat]).tag == "{http://www.w3.org/2000/svg}svg"
    assert drawn["0"] != drawn["1"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--at", "100000"), "The game has the versions 1 to"),
        (("--at", "0"), "The game has the versions 1 to"),
        (("--at", "3"), "there is no board yet"),
        (("--as", "7"), "This table has the seats 0 to"),
        (("--width", "5000"), "200 to 2400 pixels wide"),
        (("-o", "board.gif"), "must end in .svg or .png"),
    ],
)
def test_what_cannot_be_drawn_is_said_in_a_sentence(tmp_path: Path, words: tuple[str, ...], sentence: str) -> None:
    target = () if "-o" in words else ("-o", str(tmp_path / "board.svg"))
    refused = acta("picture", str(CONCORDIA), *words, *target)
    assert refused.returncode == 1
    assert sentence in refused.stderr
    assert not [*tmp_path.iterdir()]


def test_points_that_nobody_here_can_judge_are_marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACTA_GAMES", "tests.kit.taberna:GAME")
    logged = played(GAME, 3, 8)
    created, *lines = forgery.lines_of(GAME, anonymised(GAME, logged.secret, logged.records))
    for named, marked in (({}, False), ({"rules_version": 7}, True)):
        records = forgery.written([created.with_fields(**named), *lines], logged.secret)
        source, target = tmp_path / "game.jsonl", tmp_path / "end.svg"
        source.write_bytes(b"".join(map(to_line, records)))
        picture(str(source), output=target)
        assert ("(not checked here)" in target.read_text("utf-8")) is marked
        frame = GameLog(GAME, records, {}).order(20, None, "light", "en")  # as `acta replay --gif` orders it
        assert frame.caption.turn.endswith("(not checked here)") is marked


def test_a_game_as_a_film(tmp_path: Path) -> None:
    target = tmp_path / "game.gif"
    game = FIXTURES / "taberna" / "withdrawn-card.jsonl"
    told = acta("replay", str(game), "--gif", str(target), ACTA_GAMES="tests.kit.taberna:GAME")
    assert told.returncode == 0, told.stderr
    assert target.stat().st_size <= MOST_BYTES
    with Image.open(target) as image:
        assert getattr(image, "n_frames", 1) > 10
        assert image.width == WIDTHS[0]


def test_a_film_needs_a_fitting_name_and_a_game_that_began(tmp_path: Path) -> None:
    assert "must end in .gif" in acta("replay", str(CONCORDIA), "--gif", str(tmp_path / "game.mp4")).stderr
    early = acta("replay", str(CONCORDIA), "--at", "3", "--gif", str(tmp_path / "game.gif"))
    assert "there is nothing to show" in early.stderr
    assert not [*tmp_path.iterdir()]
