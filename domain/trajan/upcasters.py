"""How events that earlier releases wrote are read today.

Before schema 2 the fold worked out what was owed next; what it worked out is written here once and for all.
"""

from typing import Any, TypeAlias

Data: TypeAlias = dict[str, Any]


def _turn_began(data: Data) -> Data:
    return {**data, "owed": [_owed(data, "bowl")]}


def _markers_taken(data: Data) -> Data:
    return {**data, "owed": [_owed(data, "marker")]}


def _bowl_activated(data: Data) -> Data:
    return {**data, "owed": [_owed(data, "action", data["action"])]}


def _action_taken(data: Data) -> Data:
    owed = [_owed(data, "repeat", data["action"])] if data["repeatable"] else []
    return {"seat": data["seat"], "action": data["action"], "owed": owed}


def _extra_tile_used(data: Data) -> Data:
    again = [_owed(data, "action", data["action"])] if data["twice"] else []
    return {**data, "owed": [*again, _owed(data, "repetition", data["action"])]}


def _owed(data: Data, kind: str, what: str = "") -> Data:
    return {"seat": data["seat"], "kind": kind, "what": what}


UPCASTERS = {
    ("TurnBegan", 1): _turn_began,
    ("MarkersTaken", 1): _markers_taken,
    ("BowlActivated", 1): _bowl_activated,
    ("ActionTaken", 1): _action_taken,
    ("ExtraTileUsed", 1): _extra_tile_used,
}
