"""A stretch of a real game as a film: every turn a frame, and of each frame only what moved."""

import io

import pytest
from PIL import Image, ImageSequence

from services.cli.film import frames_of
from services.cli.game_logs import game_of
from services.cli.picture import GameLog
from services.render.film import film
from services.render.orders import drawn_as_png
from services.settings import Settings
from tests.gallery.golden import FIXTURES, distance

RECORDINGS = (
    "concordia/italia-tie.jsonl",
    "trajan/two-laps-in-one-turn.jsonl",
    "forum-trajanum/two-idlers-1.jsonl",
)
TURNS, WIDTH = 4, 480


def turns(recording: str) -> list[bytes]:
    """Some turns from the middle of a recorded game, as pictures."""
    game, records = game_of(str(FIXTURES / recording), Settings())
    log = GameLog(game, records, {})
    versions = frames_of(log, len(records))
    middle = versions[len(versions) // 2 :][:TURNS]
    return [drawn_as_png(game, log.order(version, None, "light", "en"), WIDTH) for version in middle]


@pytest.mark.parametrize("recording", RECORDINGS)
def test_a_film_shows_each_turn_and_writes_what_moved(recording: str) -> None:
    pictures = turns(recording)
    made = film(pictures, 700, 5000)
    with Image.open(io.BytesIO(made)) as image:
        frames = [frame.convert("RGB") for frame in ImageSequence.Iterator(image)]
        assert image.info["duration"] == 5000
    assert len(frames) == TURNS
    for frame, picture in zip(frames, pictures, strict=True):
        shown = io.BytesIO()
        frame.save(shown, "PNG")
        assert distance(shown.getvalue(), picture) < 3
    assert len(made) < 2.2 * len(film(pictures[:1], 700, 5000))
