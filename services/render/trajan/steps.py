"""The steps of a turn of Trajan: markers one by one, the action that they lead to, what is taken and what it brings."""

from collections.abc import Iterable

from domain.trajan import commands as cmd
from domain.trajan.data import BUILDINGS, FORUM_TILES, TRAJAN_TILES
from services.render.drawing import Drawing
from services.render.steps import ARROW, Facts, Shown, Sign, Tellers, signed
from services.render.trajan.tiles import PIGMENT_OF, WILD_ICONS

_CARDS = Sign("cards")
_MILITARY, _SENATE = Sign("a-military"), Sign("a-senate")


def _cards(goods: Iterable[str]) -> list[Sign]:
    """Goods cards by their pictures; what is no good is an unseen card or wild."""
    return [Sign(f"g-{good}", PIGMENT_OF[good]) if good in PIGMENT_OF else _CARDS for good in goods]


def _bowl(_drawing: Drawing, command: cmd.TakeMarkers, facts: Facts) -> Shown:
    """A bowl and the action that its last marker leads to; a tick where a tile can be completed on the way."""
    reached = [Sign("tick", None)] if facts["tile"] else []
    return (command.bowl, ARROW, Sign(f"a-{facts['action']}"), *reached)


def _card(drawing: Drawing, _command: object, facts: Facts) -> Shown:
    return (*_cards([facts["card"]]), drawing.name(facts["card"]))


def _tile(_drawing: Drawing, _command: object, facts: Facts) -> Shown:
    """A Trajan tile by its two colours, and its slot."""
    return (*(Sign(f"m-{colour}", None) for colour in TRAJAN_TILES[facts["tile"]].colours), ARROW, facts["slot"])


def _forum_tile(drawing: Drawing, command: cmd.TakeForumTile | cmd.UseExtraAction, _facts: Facts) -> Shown:
    tile = FORUM_TILES[command.tile]
    if tile.wild:
        return (Sign(WILD_ICONS[tile.wild]), drawing.name(command.tile))
    if tile.action:
        return (Sign("t-extra", "trajan-repeat"), Sign(f"a-{tile.action}"))
    return (Sign(f"n-{tile.need}" if tile.need else "t-votes"), drawing.name(command.tile))


def _discard(drawing: Drawing, command: cmd.DiscardCard, _facts: Facts) -> Shown:
    return (*_cards([command.card]), ARROW, drawing.name(command.pile))


def _build(_drawing: Drawing, command: cmd.Build, facts: Facts) -> Shown:
    if facts["building"] is None:
        return (Sign("p-figure"), command.cell)
    kind, points = BUILDINGS[facts["building"]]
    return (Sign(f"b-{kind}"), command.cell, signed(points))


def _conquer(drawing: Drawing, _command: cmd.Conquer, facts: Facts) -> Shown:
    return (_MILITARY, drawing.name(facts["province"]), signed(facts["points"]))


def _set_sail(drawing: Drawing, _command: cmd.SetSail, facts: Facts) -> Shown:
    return (Sign("a-port"), drawing.say("bar.set-sail"), signed(facts["points"]))


TELLERS: Tellers = {
    cmd.PlaceMarker: lambda _, command, __: (Sign(f"m-{command.colour}", None),),
    cmd.SowMarker: lambda _, command, __: (Sign(f"m-{command.colour}", None),),
    cmd.TakeMarkers: _bowl,
    cmd.TakeStartingCard: _card,
    cmd.TakeStartingTile: _tile,
    cmd.TakeTrajanTile: _tile,
    cmd.AttachPlusTwo: lambda _, command, __: (Sign("plus-two", None), ARROW, Sign(f"a-{command.action}")),
    cmd.DeclineSpecialAction: lambda drawing, *_: (drawing.say("bar.decline"),),
    cmd.SkipAction: lambda drawing, _, facts: (Sign(f"a-{facts['action']}"), drawing.say("bar.skip")),
    cmd.DrawCards: lambda _, __, facts: (_CARDS, f"+{facts['drawn']}"),
    cmd.DiscardCard: _discard,
    cmd.TakeDiscard: _card,
    cmd.LayOutCards: lambda drawing, *_: (_CARDS, drawing.say("bar.lay-out")),
    cmd.ShipGoods: lambda drawing, command, _: (Sign("a-port"), drawing.say(f"ship.{command.ship}")),
    cmd.ChooseGoods: lambda _, __, facts: (*_cards(facts["cards"]),),
    cmd.LayOut: lambda drawing, *_: (_CARDS, drawing.say("bar.lay-out")),
    cmd.SetSail: _set_sail,
    cmd.TakeForumTile: _forum_tile,
    cmd.Recruit: lambda *_: (Sign("e-legionaries"), "+1"),
    cmd.MoveGeneral: lambda drawing, command, _: (_MILITARY, drawing.name(command.province)),
    cmd.Conquer: _conquer,
    cmd.AdvanceInSenate: lambda _, __, facts: (_SENATE, signed(facts["points"])),
    cmd.Hire: lambda *_: (Sign("e-workers"), "+1"),
    cmd.Build: _build,
    cmd.UseExtraAction: _forum_tile,
    cmd.RepeatNothing: lambda drawing, *_: (drawing.say("bar.no-repeat"),),
    cmd.CoverNeed: lambda _, __, facts: (Sign(f"n-{facts['need']}"),),
    cmd.ChooseBonusTile: lambda drawing, command, _: (Sign("laurel"), drawing.name(command.tile)),
}
