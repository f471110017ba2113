"""The check in the visitor's browser, run by node: by the vectors, by recorded games, and by those tampered with."""

import json
import re
import shutil
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.kernel.envelope import Record, redact
from domain.kernel.export import from_line
from domain.kernel.visibility import Opening
from domain.registry import GAMES
from services.web.texts import said
from tests.kit import forgery, recordings
from tests.kit.node_check import SCRIPT, Asked, found_in_all, node
from tests.kit.tamperings import TAMPERINGS, VECTORS, recorded

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
WORDS = SCRIPT.parents[1] / "templates/record/checks.html"
MOST_BYTES = 40_000
LOG = recordings.load(GAMES[1], recordings.names(GAMES[1])[0])
SEALED = next(number for number, record in enumerate(LOG.records) if record.openings)
FILES = sorted(recordings.FIXTURES.glob("**/*.jsonl"))
BY_VECTORS = """
import {readFileSync} from "node:fs";
const {commitmentOf, draw, gameKey, saltOf, sha256, shuffled} = await import("./check.js");
const it = JSON.parse(readFileSync("vectors.json", "utf8"));
const bytes = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
const hex = (found) => Buffer.from(found).toString("hex");
const HMAC = {name: "HMAC", hash: "SHA-256"};
const secret = bytes(it.secret), key = await gameKey(secret, it.nonces), {seal, shuffle} = it;
const salting = await crypto.subtle.importKey("raw", secret, HMAC, false, ["sign"]);
const salt = await saltOf(salting, seal.game, seal.version, seal.place);
const numbers = await Promise.all(it.numbers.map(async ({purpose, n, drawn}) => ({purpose, n,
  drawn: await Promise.all(drawn.map(async (_, count) => `${await (await draw(key, purpose, count))(BigInt(n))}`))})));
const shuffling = async (drawn) => shuffled(await draw(key, shuffle.purpose, drawn), shuffle.items);
const [first, second] = await Promise.all([0, 1].map(shuffling));
console.log(JSON.stringify({
  chain: await Promise.all(it.chain.map(async ({text}) => ({text, hash: await sha256(text)}))),
  secret: it.secret, commitment: await commitmentOf(secret), nonces: it.nonces, key: hex(key),
  seal: {...seal, salt, sealed: await sha256(salt + seal.value)}, numbers, shuffle: {...shuffle, first, second},
}));
"""


def found(records: Sequence[Record], folder: Path, kept: object = None) -> dict[str, Any]:
    """What the script says of a file."""
    (told,) = found_in_all([Asked(records, kept)], folder)
    return told


def keys(told: dict[str, Any]) -> dict[str, list[str]]:
    return {kind: [entry["key"] for entry in told[kind]] for kind in ("checked", "unchecked", "broken")}


def with_opening(**fields: Any) -> list[Record]:  # noqa: ANN401 - salt or value
    """The game with another opening in one line, whose text and chain are untouched."""
    record = LOG.records[SEALED]
    place, opening = next(iter(record.openings.items()))
    forged = {**record.openings, place: Opening(**{"salt": opening.salt, "value": opening.value, **fields})}
    return [*LOG.records[:SEALED], Record(record.text, forged), *LOG.records[SEALED + 1 :]]


def test_the_script_is_small_and_stands_alone() -> None:
    source = SCRIPT.read_bytes()
    assert len(source) + len(SCRIPT.with_name("checking.js").read_bytes()) < MOST_BYTES
    assert not re.search(rb"^import|document|window|fetch", source, re.MULTILINE)


@needs_node
def test_it_agrees_with_every_vector(tmp_path: Path) -> None:
    (tmp_path / "vectors.json").write_text(json.dumps(VECTORS))
    assert node(BY_VECTORS, tmp_path) == VECTORS


@needs_node
def test_every_recorded_game_holds_whole_and_by_half(tmp_path: Path) -> None:
    logs = [[from_line(line, at) for at, line in enumerate(file.read_bytes().splitlines(), 1)] for file in FILES]
    whole = found_in_all(map(Asked, logs), tmp_path)
    assert {file.stem: told["broken"] for file, told in zip(FILES, whole, strict=True) if told["broken"]} == {}
    for told, log in zip(whole, logs, strict=True):
        draws = sum(record.envelope().type == "LotsDrawn" for record in log)
        over = any(record.envelope().type == "SecretRevealed" for record in log)
        assert {one["key"]: one.get("count") for one in told["checked"]}.get("draws") == (draws if over else None)
    halves = found_in_all([Asked(log[: len(log) // 2]) for log in logs], tmp_path)
    assert [told["broken"] for told in halves] == [[] for _ in logs]


@needs_node
def test_a_whole_game_says_what_was_not_checked_too(tmp_path: Path) -> None:
    told = found(LOG.records, tmp_path)
    checked = ["chain", "openings", "seal", "draws", "key", "points"]
    assert keys(told) == {"checked": checked, "unchecked": ["play", "written"], "broken": []}
    assert told["checked"][0]["head"] == LOG.records[-1].hash()


@cache
def tampered(slug: str) -> list[tuple[str, list[Record], int]]:
    return [(one.__name__, *one(recorded(slug))) for one in TAMPERINGS]


@needs_node
@pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])
def test_ten_tamperings_are_found_at_their_version(slug: str, tmp_path: Path) -> None:
    told = found_in_all([Asked(records) for _, records, _ in tampered(slug)], tmp_path)
    found_at = {name: one["broken"][0].get("version") for (name, *_), one in zip(tampered(slug), told, strict=True)}
    assert found_at == {name: version for name, _, version in tampered(slug)}


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
def test_an_end_without_its_secret_is_broken(tmp_path: Path) -> None:
    kinds = [record.envelope().type for record in LOG.records]
    assert kinds[-1] == "SecretRevealed"
    assert found(LOG.records[:-1], tmp_path)["broken"] == [{"key": "end", "version": len(kinds) - 1}]


@needs_node
def test_another_secret_and_another_time_are_broken(tmp_path: Path) -> None:
    pages = forgery.lines_of(LOG.game, LOG.records)
    place = forgery.find(pages, lambda event: type(event).__name__ == "SecretRevealed")
    other = forgery.replaced(pages, place, pages[place].with_fields(secret="00" * 32))
    earlier = forgery.replaced(pages, 50, pages[50]._replace(at="2019-01-01T00:00:00.000Z"))
    told = found_in_all([Asked(forgery.written(one, LOG.secret)) for one in (other, earlier)], tmp_path)
    assert [one["broken"] for one in told] == [
        [{"key": "seal", "version": place + 1}],
        [{"key": "time", "version": 51}],
    ]


@needs_node
def test_a_game_that_the_table_of_draws_does_not_have_says_so(tmp_path: Path) -> None:
    text = (
        LOG.records[0]
        .text.replace(b'"game":"trajan"', b'"game":"unheard-of"')
        .replace(f'"game":"{LOG.game.meta.slug}"'.encode(), b'"game":"unheard-of"')
    )
    told = found(forgery.rechained([Record(text, LOG.records[0].openings), *LOG.records[1:]]), tmp_path)
    assert keys(told)["unchecked"] == ["draws", "play", "written"]


@needs_node
def test_another_history_than_the_browser_kept_is_broken(tmp_path: Path) -> None:
    """The heads, the seal and the word that a browser noted while the game was played."""
    head, begun = LOG.records[39].hash(), json.loads(LOG.records[0].text)["data"]["commitment"]
    given = [record.envelope() for record in LOG.records if record.envelope().type == "NonceGiven"]
    nonce = json.loads(bytes(given[0].data))["nonce"]
    cases: dict[str, Any] = {
        "": {"heads": {"40": head}, "commitment": begun, "nonce": nonce},
        "kept_head": {"heads": {"40": "0" * 64}},
        "kept_seal": {"heads": {}, "commitment": "0" * 64},
        "kept_word": {"heads": {}, "nonce": "mine alone"},
    }
    told = found_in_all([Asked(LOG.records, kept) for kept in cases.values()], tmp_path)
    assert ["".join(keys(one)["broken"]) for one in told] == [*cases]
    assert "kept" in keys(told[0])["checked"]
    assert "written" not in keys(told[0])["unchecked"]
    cut = found(LOG.records[:39], tmp_path, {"heads": {"40": head}})
    assert cut["broken"] == [{"key": "kept_head", "version": 40}], "a copy that ends before is another history too"


@pytest.mark.parametrize("lang", ["en", "de", "fr", "ru"])
def test_everything_that_the_script_says_has_words(lang: str) -> None:
    rows = dict(re.findall(r'"(checked|unchecked|broken)": \(([^)]*)\)', WORDS.read_text("utf-8")))
    words = {(kind, key) for kind, row in rows.items() for key in re.findall(r"\w+", row)}
    source = SCRIPT.read_text("utf-8")
    told = {(kind, key) for kind, key in re.findall(r'found\.(\w+)\.push\(\{key: "(\w+)"', source)}
    told |= {
        ("broken", key)
        for key in re.findall(r'must\([^;]*?, "(\w+)", |new Broken\("(\w+)"', source)
        for key in key
        if key
    }
    assert told <= words
    for kind, key in words:
        assert said(f"proof.{kind}.{key}", lang, {"count": 1, "head": "h", "version": 2})
