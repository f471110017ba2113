"""The steps of a turn of Forum Trajanum: tiles by what they give, buildings by their tiles, prices by their figures."""

from collections.abc import Iterable

from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum.data import CITIZENS, DATA, TILE, WORKER
from domain.forum_trajanum.phases.build import buildings_of
from services.render.drawing import Drawing
from services.render.forum_trajanum.buildings import ROMAN
from services.render.forum_trajanum.pieces import ICON
from services.render.steps import ARROW, Facts, Shown, Sign, Tellers

_CLASS_OF_ROW = {row.row: row.social_class for row in DATA.citizen_row}


def _things(names: Iterable[str]) -> list[Sign]:
    """Resources by their pictures; what has none (points, envoys) is told by the words beside it."""
    return [Sign(*ICON[name]) for name in names if name in ICON]


def _tile(tile: str | None) -> list[Sign]:
    """What a colony tile gives, or the citizen on it."""
    if tile is None:
        return []
    if tile in CITIZENS:
        return [Sign(f"c-{TILE[tile].social_class}")]
    return _things(name for name, number in TILE[tile].gives.items() for _ in range(number))


def _row(drawing: Drawing, command: cmd.PlaceCitizen | cmd.PlaceStartCitizen, _facts: Facts) -> Shown:
    return (Sign(f"c-{_CLASS_OF_ROW[command.row]}"), drawing.name(command.row))


def _women(drawing: Drawing, command: cmd.SeatWomen, facts: Facts) -> Shown:
    shown: list[Sign | str] = []
    for tile, corner in zip(facts["women"], command.corners, strict=True):
        shown += [*_tile(tile), drawing.name(corner)]
    return shown


def _taken(drawing: Drawing, command: cmd.TakeTile, facts: Facts) -> Shown:
    """The street that is served, the cell, and what is seen of its tile."""
    lying = facts["lying"] if facts["lying"] in TILE else None
    paid = _things(["tribune"]) if command.tribune else []
    return (*paid, Sign(f"street-{command.street}", None), drawing.name(command.cell), *_tile(lying))


def _kept(drawing: Drawing, command: cmd.KeepTile, _facts: Facts) -> Shown:
    if command.tile is None:
        return (drawing.say("table.bar_button.KeepTile"),)
    return (*_tile(command.tile), drawing.name(command.tile))


def _used(_drawing: Drawing, _command: cmd.UseTile, facts: Facts) -> Shown:
    return _tile(facts["citizen"]) if facts["citizen"] else _things(facts["brings"])


def _building(drawing: Drawing, command: cmd.ChooseBuilding, _facts: Facts) -> Shown:
    names = buildings_of(command.colour, command.shape)
    return (*(Sign(f"tile-{name}", None) for name in names), drawing.name(names[-1]))


def _collected(drawing: Drawing, _command: cmd.CollectReward, facts: Facts) -> Shown:
    return (Sign(f"tile-{facts['building']}", None), drawing.name(facts["building"]))


def _reward(_drawing: Drawing, command: cmd.TakeReward, facts: Facts) -> Shown:
    """The space of a track, and what it brings."""
    return (Sign(f"tile-{facts['track']}", None), ROMAN[command.space - 1], *_things(facts["brings"]))


def _citizens_paid(drawing: Drawing, command: cmd.PayCitizens, facts: Facts) -> Shown:
    rows = (drawing.name(row) for row in command.rows)
    return (Sign(*ICON["coin"]), str(facts["price"]), ", ".join(rows))


def _envoy(drawing: Drawing, command: cmd.SendEnvoy, facts: Facts) -> Shown:
    place = Sign("eagle") if facts["place"] == "eagle" else Sign(f"square-{facts['place']}", None)
    return (Sign("envoy"), place, drawing.name(command.cell))


TELLERS: Tellers = {
    cmd.ArrangeCranes: lambda _, command, __: (
        Sign("crane"),
        *(Sign(f"square-{colour}", None) for colour in command.colours),
    ),
    cmd.PlaceStartCitizen: _row,
    cmd.PlaceCitizen: _row,
    cmd.SeatWomen: _women,
    cmd.SettleNewcomer: lambda drawing, command, facts: (*_tile(facts["lying"]), drawing.name(command.row)),
    cmd.LeaveCorners: lambda drawing, *_: (drawing.say("table.bar_button.LeaveCorners"),),
    cmd.TakeTile: _taken,
    cmd.GoWithout: lambda drawing, *_: (drawing.say("table.bar_button.GoWithout"),),
    cmd.KeepTile: _kept,
    cmd.PickTile: lambda drawing, command, _: (*_tile(command.tile), drawing.name(command.tile)),
    cmd.PickNothing: lambda drawing, *_: (drawing.say("table.bar_button.PickNothing"),),
    cmd.PayTribunes: lambda _, __, facts: (*_things(["tribune"] * facts["price"]),),
    cmd.UseTile: _used,
    cmd.ExchangeWorkers: lambda _, command, __: (
        *_things([WORKER[command.colour]] * 2),
        ARROW,
        *_things(["builder"]),
    ),
    cmd.HireWorker: lambda _, command, __: (*_things(["assistant"]), ARROW, *_things([WORKER[command.colour]])),
    cmd.HireBuilder: lambda *_: (*_things(["assistant"]), ARROW, *_things(["builder"])),
    cmd.SwapResource: lambda _, command, __: (*_things([command.gives]), ARROW, *_things([command.gets])),
    cmd.ChooseBuilding: _building,
    cmd.ChooseSite: lambda drawing, command, _: (Sign("cell-free", None), " · ".join(map(drawing.name, command.cells))),
    cmd.Pay: lambda _, command, __: ("\N{MINUS SIGN}", *_things(command.resources)),
    cmd.EndTurn: lambda drawing, *_: (drawing.say("table.bar_button.EndTurn"),),
    cmd.CollectReward: _collected,
    cmd.TakeReward: _reward,
    cmd.TakeResource: lambda _, command, __: _things([command.resource]),
    cmd.TakeAreaBonus: lambda _, __, facts: _things(facts["brings"]),
    cmd.SendEnvoy: _envoy,
    cmd.TakeColonyTile: lambda drawing, command, _: (Sign("cell-covered", None), drawing.name(command.cell)),
    cmd.DeclineReward: lambda drawing, *_: (drawing.say("table.bar_button.DeclineReward"),),
    cmd.PayCitizens: _citizens_paid,
}
