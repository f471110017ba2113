"""Recorded games: whole logs under tests/fixtures/<slug>/, each with a readable score table beside it.

    python -m tests.kit.recordings domain.concordia:GAME NAME --players 3 --seed 7 --options '{"map": "italia"}'

writes a random game; with `--choose module:FACTORY` it is played by the chooser that the factory makes of the seed.
A recording is folded, verified and decided again by today's rules; `uncovered` names the event types and scoring
sources that none shows.
"""

import argparse
import importlib
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel import proof
from domain.kernel.envelope import Codec, Record
from domain.kernel.export import from_line, to_line
from domain.kernel.game import AnyGame, PointsScored
from domain.kernel.log import LoggedEvent, read
from domain.kernel.match import Match
from domain.kernel.replay import fold
from domain.registry import Registry
from tests.kit.logged_match import LoggedMatch, played

FIXTURES = Path(__file__).parents[1] / "fixtures"


class Recording(NamedTuple):
    """A recorded game, read back."""

    name: str
    game: AnyGame
    secret: bytes
    records: list[Record]
    log: list[LoggedEvent]

    def match(self) -> Match:
        """The end of the game, folded from the log."""
        return fold(self.game, self.secret, self.log)


def folder(game: AnyGame) -> Path:
    """Where a game's recordings lie."""
    return FIXTURES / game.meta.slug


def names(game: AnyGame) -> list[str]:
    """Every recording of a game."""
    return sorted(path.stem for path in folder(game).glob("*.jsonl"))


def save(logged: LoggedMatch, name: str) -> None:
    """Write a game and its score table."""
    target = folder(logged.game)
    target.mkdir(parents=True, exist_ok=True)
    (target / f"{name}.jsonl").write_bytes(b"".join(to_line(record) for record in logged.records))
    (target / f"{name}.txt").write_text(score_table(load(logged.game, name)), "utf-8")


def load(game: AnyGame, name: str) -> Recording:
    """Read a recording; its secret stands in its last events."""
    lines = (folder(game) / f"{name}.jsonl").read_bytes().splitlines()
    records = [from_line(line, version) for version, line in enumerate(lines, 1)]
    log = read(Codec(game), records)
    secrets = [entry.event.secret for entry in log if isinstance(entry.event, life.SecretRevealed)]
    return Recording(name, game, bytes.fromhex(secrets[-1]), records, log)


def verify(recording: Recording) -> None:
    """The log proves itself, decided again by today's rules, and its score table is the one beside it."""
    report = proof.verify(recording.records, Registry([recording.game]))
    assert report.failures == []
    assert report.judged, f"{recording.name} was not played by today's rules"
    table = (folder(recording.game) / f"{recording.name}.txt").read_text("utf-8")
    assert table == score_table(recording), f"the score table of {recording.name} is out of date"


def score_table(recording: Recording) -> str:
    """Points by source and seat, the total and the result, as text."""
    match = recording.match()
    seats = range(len(match.table.chairs))
    rows: dict[str, list[int]] = defaultdict(lambda: [0 for _ in seats])
    for entry in recording.log:
        if isinstance(entry.event, PointsScored):
            rows[entry.event.source][entry.event.seat] += entry.event.points
    width = max(map(len, [*rows, "total"]))
    options = msgspec.json.encode(match.table.options).decode()
    lines = [f"{recording.game.name_in('en')}, {len(seats)} players, options {options}"]
    lines.append(" " * width + "".join(f"{f'seat {seat}':>9}" for seat in seats))
    lines += [f"{source:<{width}}" + "".join(f"{points:>9}" for points in row) for source, row in sorted(rows.items())]
    lines.append(f"{'total':<{width}}" + "".join(f"{points:>9}" for points in match.scores()))
    result = match.table.result
    if result is not None:
        lines.append(f"winners {list(result.winners)}, tie-break {result.tie_break}")
    return "\n".join(lines) + "\n"


def uncovered(game: AnyGame, recordings: Iterable[Recording]) -> tuple[set[str], set[str]]:
    """The event types and scoring sources that no recording shows."""
    events = {kind.__name__ for kind in game.events}
    sources = set(game.sources)
    for recording in recordings:
        for entry in recording.log:
            events.discard(type(entry.event).__name__)
            if isinstance(entry.event, PointsScored):
                sources.discard(entry.event.source)
    return events, sources


def main() -> None:
    """Record one random game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("name")
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--options", default="{}")
    parser.add_argument("--choose")
    arguments = parser.parse_args()
    game: AnyGame = _named(arguments.game)
    choose = _named(arguments.choose)(arguments.seed) if arguments.choose else None
    options = msgspec.json.decode(arguments.options)
    save(played(game, arguments.players, arguments.seed, options, choose), arguments.name)


def _named(reference: str) -> Any:  # noqa: ANN401 - whatever the caller named
    module, attribute = reference.split(":")
    return getattr(importlib.import_module(module), attribute)


if __name__ == "__main__":
    main()
