"""The path of things that names each command of Forum Trajanum.

Cells, rows and resources are those of the reader's own colony; `bar:` things are buttons of the turn bar. A path is as
short as it can be: where the first thing says all (the other woman goes to the opposite corner, the last crane to the
corner that is left), nothing follows.
"""

from collections.abc import Callable
from typing import Any

from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum.data import ARTISAN_1, ARTISAN_2, CORNERS, MERCHANT_2, WORKER
from domain.kernel.game import Command

Path = tuple[str, ...]


def handles(command: Command) -> Path:
    """The things that name this command, in the order in which they are pointed at."""
    return _PATHS[type(command)](command)


def cell(name: str) -> str:
    return f"cell:{name}"


def row(number: int) -> str:
    return f"row:{number}"


def stock(resource: str) -> str:
    return f"stock:{resource}"


def building(colour: str, shape: str) -> str:
    return f"building:{colour}:{shape}"


def button(name: str) -> str:
    return f"bar:{name}"


def _in_the_bar(command: Command) -> Path:
    return (button(type(command).__name__),)


def _cranes(command: cmd.ArrangeCranes) -> Path:
    corners = list(zip(CORNERS, command.colours, strict=True))
    return tuple(f"crane:{corner}:{colour}" for corner, colour in corners[:-1])


def _take_tile(command: cmd.TakeTile) -> Path:
    """The street tells a cell at a crossing; a tribune ignores a street and reaches every cell."""
    if command.tribune:
        return f"tribune:{command.street}", cell(command.cell)
    return cell(command.cell), f"street:{command.street}"


def _keep_tile(command: cmd.KeepTile) -> Path:
    return (f"hand:{command.tile}",) if command.tile else _in_the_bar(command)


def _pay_citizens(command: cmd.PayCitizens) -> Path:
    return (*(row(number) for number in command.rows), button("pay"))


_PATHS: dict[type[Command], Callable[[Any], Path]] = {
    cmd.ArrangeCranes: _cranes,
    cmd.PlaceStartCitizen: lambda command: (row(command.row),),
    cmd.SeatWomen: lambda command: (cell(command.corners[0]),),
    cmd.SettleNewcomer: lambda command: (cell(command.corner), row(command.row)),
    cmd.LeaveCorners: _in_the_bar,
    cmd.Withdraw: _in_the_bar,
    cmd.RevealStreetCards: _in_the_bar,
    cmd.TakeTile: _take_tile,
    cmd.GoWithout: _in_the_bar,
    cmd.KeepTile: _keep_tile,
    cmd.LayTilesOpen: _in_the_bar,
    cmd.PickTile: lambda command: (f"display:{command.tile}",),
    cmd.PickNothing: _in_the_bar,
    cmd.PayTribunes: lambda _command: (stock("tribune"),),
    cmd.UseTile: lambda command: (f"tile:{command.which}",),
    cmd.PlaceCitizen: lambda command: (row(command.row),),
    cmd.ExchangeWorkers: lambda command: (stock(WORKER[command.colour]),),
    cmd.HireWorker: lambda command: (row(ARTISAN_1), stock(WORKER[command.colour])),
    cmd.HireBuilder: lambda _command: (row(ARTISAN_2),),
    cmd.SwapResource: lambda command: (row(MERCHANT_2), stock(command.gives), stock(command.gets)),
    cmd.ChooseBuilding: lambda command: (building(command.colour, command.shape),),
    cmd.ChooseSite: lambda command: tuple(map(cell, command.cells)),
    cmd.Pay: lambda command: ("pay:" + "+".join(command.resources),),
    cmd.EndTurn: _in_the_bar,
    cmd.CollectReward: lambda command: (cell(command.cell),),
    cmd.TakeReward: lambda command: (f"space:{command.space}",),
    cmd.TakeResource: lambda command: (stock(command.resource),),
    cmd.TakeAreaBonus: lambda command: (f"bonus:{command.bonus}",),
    cmd.SendEnvoy: lambda command: (f"forum:{command.cell}",),
    cmd.TakeColonyTile: lambda command: (cell(command.cell),),
    cmd.DeclineReward: _in_the_bar,
    cmd.PayCitizens: _pay_citizens,
}
