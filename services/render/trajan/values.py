"""The values of Trajan: ships, demands, buildings and where they lead, provinces, and both sides of bonus tiles."""

from collections.abc import Sequence

from domain.trajan.data import DATA
from services.render.values import Speaker, ValueTable


def values(speaker: Speaker) -> Sequence[ValueTable]:
    """What is paid for what."""
    most = max(ship.max_units for ship in DATA.ship)
    ships = ValueTable(
        [speaker.say("value.ship"), *map(str, range(1, most + 1))],
        [
            [f"{speaker.name(ship.id)} ({speaker.name(side)})", *map(str, paid), *[""] * (most - len(paid))]
            for ship in DATA.ship
            for side, paid in (("coloured", ship.front), ("grey", ship.back))
        ],
    )
    lost = DATA.needs.penalty[1:]
    needs = ValueTable(
        [speaker.say("value.unmet"), *map(str, range(1, len(lost) + 1))],
        [[speaker.say("value.points"), *(str(points).replace("-", "\N{MINUS SIGN}") for points in lost)]],
    )
    buildings = ValueTable(
        [speaker.say("value.building"), speaker.say("value.points"), speaker.say("value.leads_to")],
        [
            [
                speaker.name(kind.id),
                "–".join(map(str, (kind.vp[0], kind.vp[-1]))),
                speaker.say(f"place.{kind.first_action}"),
            ]
            for kind in DATA.construction_kind
        ],
    )
    provinces = ValueTable(
        [speaker.say("value.province"), speaker.say("value.points")],
        [[speaker.name(node.id), str(node.vp)] for node in DATA.map_node if node.kind == "province"],
    )
    bonus = ValueTable(
        [speaker.say("value.gold"), speaker.say("value.silver")],
        [[speaker.say(f"{side}.{tile.id}") for side in ("gold", "silver")] for tile in DATA.bonus_tile],
    )
    return ships, needs, buildings, provinces, bonus


def _span(points: Sequence[int]) -> str:
    return f"{min(points)}–{max(points)}"
