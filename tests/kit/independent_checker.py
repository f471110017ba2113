"""Checks an exported game by the standard library alone, written from `domain/kernel/record-format.md` alone."""

import hmac
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeAlias

Line: TypeAlias = dict[str, Any]


class BrokenError(Exception):
    """A line that does not hold: its version and the reason."""


def must(holds: object, version: int, reason: str) -> None:
    if not holds:
        raise BrokenError(version, reason)


def compact(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def promise(secret: bytes) -> str:
    return sha256(b"acta/secret\0" + secret).hexdigest()


def salt_of(secret: bytes, game: str, version: int, place: str) -> str:
    return hmac.digest(secret, f"acta/salt\0{game}/{version}/{place}".encode(), "sha256")[:16].hex()


def key_of(secret: bytes, nonces: Sequence[str | None]) -> bytes:
    return hmac.digest(secret, compact(nonces), "sha256")


def numbers(key: bytes, purpose: str, count: int) -> Iterator[int]:
    for index in range(2**64):
        label = purpose.encode() + b"\0" + (count - 1).to_bytes(8, "big") + index.to_bytes(8, "big")
        block = hmac.digest(key, label, "sha256")
        yield from (int.from_bytes(block[at : at + 8], "big") for at in (0, 8, 16, 24))


def below(source: Iterator[int], n: int) -> int:
    return next(number for number in source if number < 2**64 - 2**64 % n) % n


def shuffled(source: Iterator[int], items: Sequence[Any]) -> list[Any]:
    found = list(items)
    for last in range(len(found) - 1, 0, -1):
        other = below(source, last + 1)
        found[last], found[other] = found[other], found[last]
    return found


def read(row: bytes) -> Line:
    found: Line = json.loads(row)
    line, openings = json.loads(found["text"]), found.get("openings", {})
    places = {"command": line["command"]} | {f"data/{name}": value for name, value in line["data"].items()}
    marks = {place: value["sealed"] for place, value in places.items() if isinstance(value, dict) and "sealed" in value}
    opened = {place.removeprefix("data/"): it["value"] for place, it in openings.items()}
    hashed = sha256(found["text"].encode()).hexdigest()
    return {**line, "data": line["data"] | opened, "openings": openings, "marks": marks, "hash": hashed}


def check(file: bytes, decks: Mapping[str, Any]) -> None:
    """Raise `BrokenError` at the first line that does not hold. `decks` is the list at the end of the page."""
    lines: list[Line] = []
    for version, row in enumerate(file.removesuffix(b"\n").split(b"\n"), 1):
        try:
            lines.append(read(row))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise BrokenError(version, f"unreadable: {error}") from error
    for version, (line, before) in enumerate(zip(lines, [None, *lines], strict=False), 1):
        must(line["version"] == version, version, "another version")
        vouched = version == len(lines) or lines[version]["prev"] == line["hash"]
        must(line["prev"] == (before["hash"] if before else "0" * 64), version - vouched, "it was changed")
        for place, it in line["openings"].items():
            committed = sha256(it["salt"].encode() + compact(it["value"])).hexdigest()
            must(line["marks"].get(place) == committed, version, f"{place} is not what was committed to")
    for version, line in enumerate(lines, 1):
        if line["type"] == "SecretRevealed":
            secret = bytes.fromhex(line["data"]["secret"])
            must(promise(secret) == lines[0]["data"]["commitment"], version, "another secret")
            check_whole(lines, secret, decks)


def check_whole(lines: Sequence[Line], secret: bytes, decks: Mapping[str, Any]) -> None:
    key, nonces, draws, scores = b"", dict[int, str | None](), Counter[str](), Counter[int]()
    undone = [span for line in lines if line["type"] == "ChoicesUndone" for span in line["data"]["spans"]]
    for version, line in enumerate(lines, 1):
        kind, data = line["type"], line["data"]
        salts = {place: salt_of(secret, line["game"], version, place) for place in line["marks"]}
        own = {place: it["salt"] for place, it in line["openings"].items()}
        must(salts == own, version, "it is not open, or by another salt")
        if kind in {"NonceGiven", "SeatLeft"}:
            nonces[data["seat"]] = data.get("nonce")
        elif kind == "LotsDrawn":
            draws[data["purpose"]] += 1
            must(data["count"] == draws[data["purpose"]], version, "a draw too many or too few")
        elif kind == "GameStarted":
            key = key_of(secret, [nonces.get(seat) for seat in range(data["players"])])
            drawn = numbers(key, "first seat", 1)
            must(data["first_seat"] == below(drawn, data["players"]), version, "another seat was drawn")
        elif kind in decks:
            must(data["cards"] == [*laid(key, data["cards"], **decks[kind])], version, "another order was drawn")
        elif kind == "PointsScored":
            must(data["points"] == sum(term["points"] for term in data["detail"]), version, "wrong arithmetic")
            scores[data["seat"]] += 0 if any(a <= version <= b for a, b in undone) else data["points"]
        elif kind == "GameFinished":
            ranking = data["result"]["ranking"]
            must(all(scores[it["seat"]] == it["score"] for it in ranking), version, "the points say otherwise")


def laid(key: bytes, cards: Sequence[str], purpose: str, order: list[str]) -> Iterator[str]:
    before = sorted(cards, key=lambda card: order.index(card.rpartition("-")[2]))
    for count, deck in enumerate(dict.fromkeys(card.rpartition("-")[0] for card in cards), 1):
        yield from shuffled(numbers(key, purpose, count), [card for card in before if card.rpartition("-")[0] == deck])
