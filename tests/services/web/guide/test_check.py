"""The check of a dropped record: lists of what was checked, what was not and what is broken, as the script finds it."""

import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.kernel.envelope import Record, redact
from domain.kernel.export import to_line
from domain.kernel.visibility import Opening
from domain.registry import GAMES
from services.web.texts import said
from tests.kit import forgery, recordings

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
SCRIPT = Path(__file__).parents[4] / "services/web/static/check.js"
PAGE = SCRIPT.parents[1] / "templates/proof/proof.html"
LOGS = [recordings.load(game, recordings.names(game)[0]) for game in GAMES]
LOG = LOGS[1]
SEALED = next(number for number, record in enumerate(LOG.records) if record.openings)
ASKED = "import(process.argv[1]).then(async m => console.log(JSON.stringify(await m.check(process.argv[2]))))"


def found(records: Sequence[Record], tmp_path: Path) -> dict[str, list[dict[str, Any]]]:
    """What the script says of a file, in node."""
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"".join(map(to_line, records)))
    script = tmp_path / "check.mjs"
    script.write_bytes(SCRIPT.read_bytes())
    asked = ASKED.replace("process.argv[2]", "(await import('node:fs')).readFileSync(process.argv[2], 'utf8')")
    done = subprocess.run(["node", "-e", asked, str(script), str(file)], check=True, capture_output=True, timeout=60)
    told: dict[str, list[dict[str, Any]]] = json.loads(done.stdout)
    return told


def keys(told: dict[str, list[dict[str, Any]]]) -> dict[str, list[str]]:
    return {kind: [entry["key"] for entry in entries] for kind, entries in told.items()}


def with_opening(**fields: Any) -> list[Record]:  # noqa: ANN401 - salt or value
    """The game with another opening in one line, whose text and chain are untouched."""
    record = LOG.records[SEALED]
    place, opening = next(iter(record.openings.items()))
    forged = {**record.openings, place: Opening(**{"salt": opening.salt, "value": opening.value, **fields})}
    return [*LOG.records[:SEALED], Record(record.text, forged), *LOG.records[SEALED + 1 :]]


@needs_node
@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.game.meta.slug)
def test_a_whole_game_says_what_was_not_checked_too(log: recordings.Recording, tmp_path: Path) -> None:
    told = found(log.records, tmp_path)
    assert keys(told) == {"checked": ["chain", "openings", "seal"], "unchecked": ["play", "written"], "broken": []}
    assert told["checked"][0]["head"] == log.records[-1].hash()


@needs_node
def test_a_forged_opening_is_broken(tmp_path: Path) -> None:
    for forged in (with_opening(value=msgspec.Raw(b'["mine"]')), with_opening(salt="0" * 32)):
        told = found(forged, tmp_path)
        assert told["broken"] == [{"key": "opening", "version": SEALED + 1}]
        assert keys(told)["unchecked"] == ["rest"]


@needs_node
def test_a_copy_without_its_openings_does_not_fit_the_secret(tmp_path: Path) -> None:
    told = found([redact(record, None) for record in LOG.records], tmp_path)
    assert told["broken"] == [{"key": "salt", "version": SEALED + 1}]


@needs_node
def test_half_a_game_says_that_its_secret_is_missing(tmp_path: Path) -> None:
    half = LOG.records[: len(LOG.records) // 2]
    told = found([redact(record, None) for record in half], tmp_path)
    assert keys(told) == {"checked": ["chain", "openings"], "unchecked": ["secret", "play", "written"], "broken": []}
    assert told["unchecked"][0]["count"] == sum(len(record.openings) for record in half) > 0


@needs_node
def test_another_secret_and_another_time_are_broken(tmp_path: Path) -> None:
    pages = forgery.lines_of(LOG.game, LOG.records)
    place = forgery.find(pages, lambda event: type(event).__name__ == "SecretRevealed")
    other = forgery.replaced(pages, place, pages[place].with_fields(secret="00" * 32))
    assert found(forgery.written(other, LOG.secret), tmp_path)["broken"] == [{"key": "seal", "version": place + 1}]
    earlier = forgery.replaced(pages, 50, pages[50]._replace(at="2019-01-01T00:00:00.000Z"))
    assert found(forgery.written(earlier, LOG.secret), tmp_path)["broken"] == [{"key": "time", "version": 51}]


@needs_node
def test_a_line_left_out_breaks_the_chain(tmp_path: Path) -> None:
    told = found([*LOG.records[:30], *LOG.records[31:]], tmp_path)
    assert told["broken"] == [{"key": "chain", "version": 31}]


@pytest.mark.parametrize("lang", ["en", "de", "fr", "ru"])
def test_everything_that_the_script_says_has_words(lang: str) -> None:
    kinds = re.findall(r'\("(checked|unchecked|broken)", \(([^)]*)\)\)', PAGE.read_text("utf-8"))
    words = {(kind, key) for kind, row in kinds for key in re.findall(r"\w+", row)}
    assert len(words) == 12
    for kind, key in words:
        assert said(f"proof.{kind}.{key}", lang, {"count": 1, "head": "h", "version": 2})
