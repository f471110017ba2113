"""Which things on the table name a command of Trajan, in the order in which they are pointed at."""

from collections.abc import Callable
from typing import Any

from domain.kernel.game import Command
from domain.trajan import commands as cmd
from domain.trajan.data import WILD_GOOD

_WILD = f"tile:{WILD_GOOD}"


def handles(command: Command) -> tuple[str, ...]:
    """The path of a command. Own things have short names: only the player who may act points."""
    path = _PATHS[type(command)]
    return path if isinstance(path, tuple) else path(command)


def _unit(command: cmd.ChooseGoods) -> tuple[str, ...]:
    """Wild goods come first, since the cards beside them may make a unit of their own."""
    if command.good != WILD_GOOD:
        return (*[_WILD] * command.wilds, f"card:{command.good}")
    return tuple(_WILD if number == 1 else f"{_WILD}:{number}" for number in range(1, command.wilds + 1))


_PATHS: dict[type[Command], tuple[str, ...] | Callable[[Any], tuple[str, ...]]] = {
    cmd.PlaceMarker: lambda command: (f"marker:{command.colour}",),
    cmd.TakeStartingCard: lambda command: (f"pile:{command.pile}",),
    cmd.TakeStartingTile: lambda command: (f"stack:{command.stack}",),
    cmd.TakeMarkers: lambda command: (f"bowl:{command.bowl}",),
    cmd.SowMarker: lambda command: (f"marker:{command.colour}",),
    cmd.UseSpecialAction: ("special",),
    cmd.AttachPlusTwo: lambda command: (f"action:{command.action}",),
    cmd.DeclineSpecialAction: ("bar:decline",),
    cmd.SkipAction: ("bar:skip",),
    cmd.DrawCards: ("pile:draw",),
    cmd.DiscardCard: lambda command: (f"card:{command.card}", f"pile:{command.pile}"),
    cmd.TakeDiscard: lambda command: (f"pile:{command.pile}",),
    cmd.LayOutCards: ("laid-out",),
    cmd.ShipGoods: lambda command: (f"ship:{command.ship}",),
    cmd.ChooseGoods: _unit,
    cmd.LayOut: ("bar:lay-out",),
    cmd.SetSail: ("bar:set-sail",),
    cmd.TakeForumTile: lambda command: (f"forum:{command.tile}",),
    cmd.Recruit: ("camp",),
    cmd.MoveGeneral: lambda command: (f"province:{command.province}",),
    cmd.Conquer: ("general",),
    cmd.AdvanceInSenate: ("next-step",),
    cmd.TakeTrajanTile: lambda command: (f"stack:{command.stack}",),
    cmd.Hire: ("supply",),
    cmd.Build: lambda command: (f"cell:{command.cell}",),
    cmd.UseExtraAction: lambda command: (f"tile:{command.tile}",),
    cmd.RepeatNothing: ("bar:no-repeat",),
    cmd.CoverNeed: lambda command: (f"tile:{command.tile}",),
    cmd.ChooseBonusTile: lambda command: (f"offer:{command.tile}",),
}
