"""Every choice of Trajan. Long turns and sets are chains of these; each command is one step of a chain."""

from typing import Literal, TypeAlias

from domain.kernel.game import Command

Numeral: TypeAlias = Literal["I", "II", "III", "IV", "V", "VI"]
Pile: TypeAlias = Literal["left", "right"]
ShipName: TypeAlias = Literal["same", "pairs", "different"]
ActionName: TypeAlias = Literal["port", "forum", "military", "senate", "trajan", "construction"]


# Set-up


class PlaceMarker(Command, frozen=True):
    """Put a marker into the first bowl that is not yet full."""

    SETS_UP = True

    colour: str


class TakeStartingCard(Command, frozen=True):
    SETS_UP = True

    pile: Literal["draw", "left", "right"]


class TakeStartingTile(Command, frozen=True):
    """Take the top Trajan tile of a stack for the first free slot of the set-up."""

    SETS_UP = True

    stack: str


# Sowing and the Trajan tile of the active bowl


class TakeMarkers(Command, frozen=True):
    bowl: Numeral


class SowMarker(Command, frozen=True):
    """Put a marker of that colour into the next bowl."""

    colour: str


class UseSpecialAction(Command, frozen=True):
    """Draw the cards or place the figures of the completed Trajan tile."""


class AttachPlusTwo(Command, frozen=True):
    action: ActionName


class DeclineSpecialAction(Command, frozen=True):
    pass


# The six actions


class SkipAction(Command, frozen=True):
    pass


class DrawCards(Command, frozen=True):
    pass


class DiscardCard(Command, frozen=True):
    card: str
    pile: Pile


class TakeDiscard(Command, frozen=True):
    pile: Pile


class LayOutCards(Command, frozen=True):
    """Choose the third option of the port; the cards are named next."""


class ShipGoods(Command, frozen=True):
    """Choose a ship; the goods are named next."""

    ship: ShipName


class ChooseGoods(Command, frozen=True):
    """Name a card to lay out, or the next unit of a shipment (`wilds` of its cards are wild goods).

    Nobody else learns it before the whole is laid out. Units are named in alphabetical order, wild ones last.
    """

    SECRET = True

    good: str
    wilds: int = 0


class LayOut(Command, frozen=True):
    """Lay out what was chosen. Never played by itself: until then the choice can be taken back."""

    SECRET = True


class SetSail(Command, frozen=True):
    """Ship what was chosen. Never played by itself: until then the choice can be taken back."""

    SECRET = True


class TakeForumTile(Command, frozen=True):
    tile: str


class Recruit(Command, frozen=True):
    pass


class MoveGeneral(Command, frozen=True):
    province: str


class Conquer(Command, frozen=True):
    pass


class AdvanceInSenate(Command, frozen=True):
    pass


class TakeTrajanTile(Command, frozen=True):
    """Take the top Trajan tile of a stack for the slot of the arch."""

    stack: str


class Hire(Command, frozen=True):
    pass


class Build(Command, frozen=True):
    cell: str


# Repeats


class UseExtraAction(Command, frozen=True):
    tile: str


class RepeatNothing(Command, frozen=True):
    pass


# The end of a quarter


class CoverNeed(Command, frozen=True):
    """Choose the tile that covers the next need."""

    tile: str


class ChooseBonusTile(Command, frozen=True):
    tile: str


COMMANDS: tuple[type[Command], ...] = (
    PlaceMarker,
    TakeStartingCard,
    TakeStartingTile,
    TakeMarkers,
    SowMarker,
    UseSpecialAction,
    AttachPlusTwo,
    DeclineSpecialAction,
    SkipAction,
    DrawCards,
    DiscardCard,
    TakeDiscard,
    LayOutCards,
    ShipGoods,
    ChooseGoods,
    LayOut,
    SetSail,
    TakeForumTile,
    Recruit,
    MoveGeneral,
    Conquer,
    AdvanceInSenate,
    TakeTrajanTile,
    Hire,
    Build,
    UseExtraAction,
    RepeatNothing,
    CoverNeed,
    ChooseBonusTile,
)
