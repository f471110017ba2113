"""Checks an exported game by the standard library alone, written from `domain/kernel/record-format.md` alone."""

import hmac
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import takewhile
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


def check(file: bytes, draws: Mapping[str, Any]) -> None:
    """Raise `BrokenError` at the first line that does not hold. `draws` is the table in `draws.json`."""
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
        must(not before or before["at"] <= line["at"], version, "time runs backwards")
        for place, it in line["openings"].items():
            committed = sha256(it["salt"].encode() + compact(it["value"])).hexdigest()
            must(line["marks"].get(place) == committed, version, f"{place} is not what was committed to")
    for version, line in enumerate(lines, 1):
        if line["type"] == "SecretRevealed":
            secret = bytes.fromhex(line["data"]["secret"])
            must(promise(secret) == lines[0]["data"]["commitment"], version, "another secret")
            rows = [*draws["every game"], *draws.get(lines[0]["data"]["game"], [])]
            check_draws(lines, secret, rows)
            check_whole(lines, secret)


def check_whole(lines: Sequence[Line], secret: bytes) -> None:
    scores, undone = Counter[int](), undone_in(lines)
    for version, line in enumerate(lines, 1):
        kind, data = line["type"], line["data"]
        salts = {place: salt_of(secret, line["game"], version, place) for place in line["marks"]}
        own = {place: it["salt"] for place, it in line["openings"].items()}
        must(salts == own, version, "it is not open, or by another salt")
        if kind == "PointsScored":
            must(data["points"] == sum(term["points"] for term in data["detail"]), version, "wrong arithmetic")
            scores[data["seat"]] += 0 if version in undone else data["points"]
        elif kind == "GameFinished":
            ranking = data["result"]["ranking"]
            must(all(scores[it["seat"]] == it["score"] for it in ranking), version, "the points say otherwise")


def undone_in(lines: Sequence[Line]) -> set[int]:
    spans = [span for line in lines if line["type"] == "ChoicesUndone" for span in line["data"]["spans"]]
    return {version for first, last in spans for version in range(first, last + 1)}


def check_draws(lines: Sequence[Line], secret: bytes, rows: Sequence[Line]) -> None:
    """Each draw by its row of the table, and before each event exactly the draws of its rows."""
    nonces, facts, counts = dict[int, str | None](), Line(), Counter[str]()
    pending, undone = list[tuple[str, int]](), undone_in(lines)
    for version, line in enumerate(lines, 1):
        kind, data = line["type"], line["data"]
        if kind == "LotsDrawn":
            pending.append((data["purpose"], counts[data["purpose"]]))
            counts[data["purpose"]] += 1
            must(data["count"] == counts[data["purpose"]], version, "a draw too many or too few")
            continue
        again = kind == "NonceGiven" and (counts or nonces.get(data["seat"]) is not None)
        must(not again, version, "a second nonce, or one that comes too late")
        if kind in {"NonceGiven", "SeatLeft"}:
            nonces[data["seat"]] = data.get("nonce")
        facts |= data
        due = [row for row in rows if row["event"] == kind and fits(row, facts)]
        must(len(pending) == len(due) or any("each" in row for row in due), version, "draws too many or too few")
        for purpose, drawn in pending:
            found = [row for row in due if row["purpose"] == purpose and fits(row, {**facts, "drawn": drawn})]
            must(len(found) == 1, version, f"nothing follows from the draw {purpose}")
            key = key_of(secret, [nonces.get(seat) for seat in range(facts["players"])])
            pieces = pieces_of(found[0], [one for one in lines[: version - 1] if one["version"] not in undone])
            check_draw(found[0], pieces, numbers(key, purpose, drawn + 1), lines[version - 1 :])
        pending = []


def fits(row: Line, facts: Line) -> bool:
    return all(facts[name] in values for name, values in row.get("when", {}).items() if name in facts)


def pieces_of(row: Line, lines: Sequence[Line]) -> list[Any]:
    """The pieces of a row, or those of its piles below their uppermost pieces."""
    if isinstance(row["pieces"], list):
        return row["pieces"]
    piles: dict[str, list[Any]] = {name: [] for name in row["pieces"]["piles"]}
    for line in lines:
        if line["type"] in row["pieces"]["put"]:
            piles[line["data"]["pile"]].append(line["data"]["card"])
        elif line["type"] in row["pieces"]["taken"]:
            piles[line["data"]["pile"]].pop()
        elif line["type"] == row["event"]:
            piles = {name: pile[-1:] for name, pile in piles.items()}
    return [piece for pile in piles.values() for piece in pile[:-1]]


def check_draw(row: Line, pieces: Sequence[Any], source: Iterator[int], lines: Sequence[Line]) -> None:
    drawn = [pieces[below(source, len(pieces))]] if row["draw"] == "one" else shuffled(source, pieces)
    drawn = drawn[::-1] if row.get("end") == "last" else drawn
    events = list(takewhile(lambda line: line["type"] == row["event"], lines)) if "each" in row else lines[:1]
    held = [it for event in events for it in held_in(event["data"], row, pieces)]
    whole = row.get("rest") or len(held) == len(drawn)
    must(whole and held == drawn[: len(held)], lines[0]["version"], f"{row['purpose']}: another outcome was drawn")


def held_in(data: Line, row: Line, pieces: Sequence[Any]) -> Iterator[Any]:
    """What lies in the places of a row, in their order."""
    for place in row["places"]:
        found: Any = data
        for step in place.split("/"):
            missing = isinstance(found, list) and int(step) >= len(found)
            found = [] if missing else found[int(step) if isinstance(found, list) else step]
        if isinstance(found, dict):
            found = [piece for piece in pieces if found[piece]]
        yield from (it for it in (found if isinstance(found, list) else [found]) if it not in row.get("passes", []))
