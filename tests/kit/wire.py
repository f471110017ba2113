"""Wire names: what the log stores and the API speaks, frozen in tests/fixtures/wire.json.

    python -m tests.kit.wire

writes the file anew. What was ever shipped stays readable: a new field has a default; any other change of an event
raises its schema number and brings an upcaster. What-if games hold a whole state in their log, so the shapes of states
stand here too: a field of a state that is new has a default, and none changes its name or meaning.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel.envelope import Envelope
from domain.kernel.export import Line
from domain.kernel.game import AnyGame, Command, Event, PointsScored, Rank, Result, State, Term
from domain.kernel.visibility import Mark, Opening
from domain.registry import GAMES

GOLDEN = Path(__file__).parents[1] / "fixtures" / "wire.json"
Names: TypeAlias = dict[str, dict[str, dict[str, str]]]


def wire_names(games: Iterable[AnyGame] = GAMES) -> Names:
    """Every name of the kernel and of the games, in words that a reviewer reads at a glance."""
    shared: tuple[type[Event], ...] = (*life.EVENTS, PointsScored)
    names: Names = {
        "kernel": {
            "lines": {kind.__name__: _fields(kind) for kind in (Envelope, Line, Mark, Opening, Term, Result, Rank)},
            "events": {kind.__name__: _event(kind) for kind in shared},
        }
    }
    for game in games:
        names[game.meta.slug] = {
            "commands": {kind.__name__: _command(kind) for kind in game.commands},
            "events": {kind.__name__: _event(kind) for kind in game.events if kind not in shared},
            "state": _shapes(game.state_type),
        }
    return names


def _shapes(state: type[State]) -> dict[str, str]:
    """The fields of a state and of everything in it."""
    _, found = msgspec.json.schema_components([state])
    return {
        name: ", ".join(field + ("" if field in shape.get("required", ()) else "?") for field in shape["properties"])
        for name, shape in found.items()
        if "properties" in shape
    }


def _event(kind: type[Event]) -> str:
    return f"schema {kind.SCHEMA}: {_fields(kind, kind.SEALED)}".rstrip(": ")


def _command(kind: type[Command]) -> str:
    return f"{'secret' if kind.SECRET else 'public'}: {_fields(kind)}".rstrip(": ")


def _fields(kind: type[msgspec.Struct], sealed: Iterable[str] = ()) -> str:
    return ", ".join(
        field.encode_name + ("" if field.required else "?") + (" (sealed)" if field.name in sealed else "")
        for field in msgspec.structs.fields(kind)
    )


def main() -> None:
    """Write the golden file."""
    GOLDEN.write_text(json.dumps(wire_names(), indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
