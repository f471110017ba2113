"""What the label of a legal command tells beside its own fields: what lies there, what it costs and what it brings.

All of it comes from the seat's own view. The rules are asked for points, places and amounts, never repeated.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from domain.kernel.game import Command
from domain.kernel.ids import Seat
from domain.kernel.words import NO_FACTS
from domain.trajan import commands as cmd
from domain.trajan.actions import ACTIONS
from domain.trajan.actions.construction import owned_of_kind
from domain.trajan.actions.port import CARDS_DRAWN, side_up
from domain.trajan.actions.senate import space_of
from domain.trajan.actions.shipments import LAID_OUT_AT_ONCE, cards_of, most_units
from domain.trajan.actions.trajan import slot_of_arch, top_tile
from domain.trajan.data import (
    ACTION_OF,
    BOWLS,
    BUILDINGS,
    DATA,
    FIRST_ACTION,
    FORUM_TILES,
    PLACE_OF,
    SENATE_SPACES,
    SHIPS,
    TRAJAN_TILES,
    VOTES_OF,
    WILD_GOOD,
    WILD_NEED,
)
from domain.trajan.draw_pile import cards_to_draw
from domain.trajan.phases.quarter import covered_needs, votes_of
from domain.trajan.phases.sowing import bowl_after, special_amount, tile_in_reach, time_after
from domain.trajan.scoring import bonus_tiles, conquest_terms, shipment_points
from domain.trajan.setup import bowls_to_fill, slot_to_fill
from domain.trajan.state import Bonus, Mat, Owed, Public, TrajanState, Unit
from domain.trajan.turn import ends_quarter
from domain.trajan.view import TrajanView

Facts = Mapping[str, object]


class _Own(NamedTuple):
    """The table as it is seen by the player who has the choice."""

    public: Public
    seat: Seat
    mat: Mat
    hand: list[str]
    chosen: list[Unit]
    unseen_cards: int
    """The size of the draw pile."""

    @property
    def owed(self) -> Owed:
        return self.public.owed[-1]

    def can(self, action: str) -> bool:
        """Whether the action is possible: the rules look at nothing that the seat does not know."""
        hands = [self.hand if seat == self.seat else [] for seat in range(len(self.public.mats))]
        known = TrajanState(public=self.public, hands=hands, draw_pile=["unseen"] * self.unseen_cards)
        return ACTIONS[action].possible(known, self.seat)

    def drawn(self, wanted: int) -> int:
        """How many cards are drawn if so many are wanted."""
        return min(wanted, cards_to_draw(self.public, self.unseen_cards))


def facts(view: TrajanView, command: Command) -> Facts:
    tell = _FACTS.get(type(command))
    if tell is None or view.seat is None:
        return NO_FACTS
    public, seat = view.public, view.seat
    return tell(_Own(public, seat, public.mats[seat], view.hand, view.chosen, view.draw_pile_size), command)


# Set-up


def _place_marker(own: _Own, _command: cmd.PlaceMarker) -> Facts:
    bowl = bowls_to_fill(own.mat)[0]
    place = PLACE_OF[bowl]
    return {"bowl": bowl, "action": ACTION_OF[place], "holds": own.mat.bowls[place]}


def _take_starting_card(own: _Own, command: cmd.TakeStartingCard) -> Facts:
    return {"card": "unseen_card" if command.pile == "draw" else own.public.discards[command.pile][-1]}


def _take_starting_tile(own: _Own, command: cmd.TakeStartingTile) -> Facts:
    return _tile_for(own, command.stack, slot_to_fill(own.mat))


def _tile_for(own: _Own, stack: str, slot: str) -> Facts:
    return {"slot": slot, "tile": top_tile(own.public, stack), "bowl": own.mat.bowls[PLACE_OF[slot]]}


# Sowing and the Trajan tile of the active bowl


def _take_markers(own: _Own, command: cmd.TakeMarkers) -> Facts:
    place = PLACE_OF[command.bowl]
    bowls = [*own.mat.bowls]
    markers, bowls[place] = bowls[place], []
    action = ACTION_OF[bowl_after(place, len(markers))]
    tile = tile_in_reach(own.mat, bowls, place, markers)
    return {
        "markers": markers,
        "action": action,
        "limit": None if own.can(action) else "if_completed" if action == "trajan" and tile else "not_possible",
        "ends": _ending(own.public, len(markers)),
        "tile": tile,
    }


def _ending(public: Public, spaces: int) -> str | None:
    """What ends when the time marker moves by so many spaces."""
    laps, _ = time_after(public, spaces)
    if not laps:
        return None
    if not ends_quarter(public.rounds + laps):
        return "ends_round"
    return "ends_game" if public.quarter == DATA.calendar.quarters else "ends_quarter"


def _sow_marker(own: _Own, command: cmd.SowMarker) -> Facts:
    place = bowl_after(own.public.sown_into, 1)
    rest = [*own.public.in_hand]
    rest.remove(command.colour)
    bowls = [*own.mat.bowls]
    bowls[place] = [*bowls[place], command.colour]
    reached = tile_in_reach(own.mat, bowls, place, rest)
    passes = bowl_after(place, len(rest)) != place
    return {
        "bowl": BOWLS[place],
        "holds": own.mat.bowls[place],
        "waits": own.mat.slots[place] if passes else None,
        "completes": None if rest else reached,
        "tile": reached if rest else None,
    }


def _use_special_action(own: _Own, _command: cmd.UseSpecialAction) -> Facts:
    tile = TRAJAN_TILES[own.owed.what]
    amount = special_amount(own.mat, tile)
    return {"gained": {tile.kind: own.drawn(amount) if tile.kind == "goods" else amount}}


# The port


def _draw_cards(own: _Own, _command: cmd.DrawCards) -> Facts:
    return {"held": len(own.hand), "drawn": own.drawn(CARDS_DRAWN)}


def _discard_card(own: _Own, command: cmd.DiscardCard) -> Facts:
    pile = own.public.discards[command.pile]
    return {"held": own.hand.count(command.card), "top": pile[-1] if pile else None}


def _take_discard(own: _Own, command: cmd.TakeDiscard) -> Facts:
    card = own.public.discards[command.pile][-1]
    return {"card": card, "held": own.hand.count(card)}


def _lay_out_cards(own: _Own, _command: cmd.LayOutCards) -> Facts:
    most = min(LAID_OUT_AT_ONCE, len(own.hand))
    drawn = own.drawn(most)
    return {"held": len(own.hand), "most": most, "drawn": "as_many" if drawn == most else drawn}


def _ship_goods(own: _Own, command: cmd.ShipGoods) -> Facts:
    units = most_units(command.ship, own.hand, own.mat.tiles.count(WILD_GOOD))
    side = side_up(own.public, command.ship)
    return {"side": side, "points": shipment_points(command.ship, side, units)}


def _choose_goods(own: _Own, command: cmd.ChooseGoods) -> Facts:
    unit = Unit(command.good, command.wilds)
    units = len(own.chosen) + 1
    if own.owed.kind == "lay_out":
        return {"cards": [unit.good], "brings": {"to_draw": own.drawn(units)}}
    return {"cards": _goods_of(own, [unit]), "brings": {"point": _shipment(own, units)}}


def _lay_out(own: _Own, _command: cmd.LayOut) -> Facts:
    cards = cards_of(own.chosen, 1)
    return {"cards": cards, "drawn": own.drawn(len(cards))}


def _set_sail(own: _Own, _command: cmd.SetSail) -> Facts:
    return {"cards": _goods_of(own, own.chosen), "points": _shipment(own, len(own.chosen))}


def _goods_of(own: _Own, units: list[Unit]) -> list[str]:
    """The cards of a shipment and the wild goods in it."""
    cards = cards_of(units, SHIPS[own.owed.what].unit_cards)
    return [*cards, *(WILD_GOOD for unit in units for _ in range(unit.wilds))]


def _shipment(own: _Own, units: int) -> int:
    ship = own.owed.what
    return shipment_points(ship, side_up(own.public, ship), units)


# Forum, military, senate, Trajan, construction


def _take_forum_tile(own: _Own, command: cmd.TakeForumTile) -> Facts:
    is_vote = command.tile in VOTES_OF
    owned = votes_of(own.public, own.seat) if is_vote else own.mat.tiles.count(command.tile)
    return {"use": _use(own, command.tile), "owned": owned}


def _use(own: _Own, tile: str) -> str:
    """What a tile of the forum is good for."""
    printed = FORUM_TILES[tile]
    if printed.need is not None or tile == WILD_NEED:
        richer = msgspec.structs.replace(own.mat, tiles=[*own.mat.tiles, tile])
        needs = own.public.needs
        return "open_need" if len(covered_needs(richer, needs)) > len(covered_needs(own.mat, needs)) else "later_need"
    if printed.action in own.mat.plus_two:
        return "repeats_twice"
    return f"use {printed.wild or printed.category}"


def _recruit(own: _Own, _command: cmd.Recruit) -> Facts:
    return {"camp": own.mat.military_camp}


def _move_general(own: _Own, command: cmd.MoveGeneral) -> Facts:
    tile = own.public.provinces.get(command.province)
    return {
        "tile": tile,
        "use": tile and _use(own, tile),
        "own": command.province in own.mat.legionaries,
        "points": _conquest(own, command.province),
    }


def _conquer(own: _Own, _command: cmd.Conquer) -> Facts:
    return {"province": own.mat.general, "points": _conquest(own, own.mat.general)}


def _conquest(own: _Own, province: str) -> int:
    return sum(term.points for term in conquest_terms(own.public, own.seat, province))


def _advance_in_senate(own: _Own, _command: cmd.AdvanceInSenate) -> Facts:
    space = SENATE_SPACES[space_of(own.public, own.seat) + 1]
    return {"points": space.vp, "votes": space.votes}


def _take_trajan_tile(own: _Own, command: cmd.TakeTrajanTile) -> Facts:
    return _tile_for(own, command.stack, slot_of_arch(own.mat))


def _hire(own: _Own, _command: cmd.Hire) -> Facts:
    return {"camp": own.mat.worker_camp}


def _build(own: _Own, command: cmd.Build) -> Facts:
    building = own.public.cells.get(command.cell)
    if building is None:
        return {"building": None}
    action = FIRST_ACTION[BUILDINGS[building][0]]
    number = owned_of_kind(own.mat, building) + 1
    return {"building": building, "number": number, "action": action, "impossible": not own.can(action)}


# Repeats, and the end of a quarter


def _of_action(own: _Own, _command: cmd.SkipAction | cmd.RepeatNothing) -> Facts:
    return {"action": own.owed.what}


def _use_extra_action(own: _Own, _command: cmd.UseExtraAction) -> Facts:
    action = own.owed.what
    twice = action in own.mat.plus_two and _can_twice(own.public, own.seat, action)
    return {"action": action, "times": "twice" if twice else "once"}


def _can_twice(public: Public, seat: Seat, action: str) -> bool:
    """Whether an action that is possible may still be possible after it was performed once."""
    mat = public.mats[seat]
    if action == "forum":
        return sum(tile is not None for tile in (*public.forum, *public.extra)) > 1
    if action == "senate":
        return space_of(public, seat) + 2 < len(SENATE_SPACES)
    if action == "trajan":
        return mat.slots.count(None) > 1
    return action != "construction" or mat.supply > 0 or mat.worker_camp > 1


def _cover_need(own: _Own, command: cmd.CoverNeed) -> Facts:
    return {"need": own.mat.open_needs[0], "owned": own.mat.tiles.count(command.tile)}


def _choose_bonus_tile(own: _Own, command: cmd.ChooseBonusTile) -> Facts:
    bonus = Bonus(command.tile, gold=True)
    richer = msgspec.structs.replace(own.mat, bonus=[*own.mat.bonus, bonus])
    return {"points": _bonus_points(richer) - _bonus_points(own.mat)}


def _bonus_points(mat: Mat) -> int:
    return sum(term.points for _, terms in bonus_tiles(mat) for term in terms)


_FACTS: dict[type[Command], Callable[[_Own, Any], Facts]] = {
    cmd.PlaceMarker: _place_marker,
    cmd.TakeStartingCard: _take_starting_card,
    cmd.TakeStartingTile: _take_starting_tile,
    cmd.TakeMarkers: _take_markers,
    cmd.SowMarker: _sow_marker,
    cmd.UseSpecialAction: _use_special_action,
    cmd.SkipAction: _of_action,
    cmd.DrawCards: _draw_cards,
    cmd.DiscardCard: _discard_card,
    cmd.TakeDiscard: _take_discard,
    cmd.LayOutCards: _lay_out_cards,
    cmd.ShipGoods: _ship_goods,
    cmd.ChooseGoods: _choose_goods,
    cmd.LayOut: _lay_out,
    cmd.SetSail: _set_sail,
    cmd.TakeForumTile: _take_forum_tile,
    cmd.Recruit: _recruit,
    cmd.MoveGeneral: _move_general,
    cmd.Conquer: _conquer,
    cmd.AdvanceInSenate: _advance_in_senate,
    cmd.TakeTrajanTile: _take_trajan_tile,
    cmd.Hire: _hire,
    cmd.Build: _build,
    cmd.UseExtraAction: _use_extra_action,
    cmd.RepeatNothing: _of_action,
    cmd.CoverNeed: _cover_need,
    cmd.ChooseBonusTile: _choose_bonus_tile,
}
