"""What the label of a choice tells beside the choice itself: what lies there, what it costs, what it brings.

Everything is read off the seat's own view, and every figure is asked of the rule that will make it so: nothing here
decides, and nothing hidden is looked at. Points "as things stand" are those of the scoring at the end of this phase.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec

from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum import forum, prestige, scoring, setup, trajan_cards
from domain.forum_trajanum.data import (
    AREA_BONUS,
    CITIZENS,
    COLOUR_OF,
    COLUMN,
    DATA,
    LAST_SPACE,
    TILE,
    TRACKS,
    TRAJAN_CARD,
    Reward,
)
from domain.forum_trajanum.phases import build, draft, payment, resources, rewards, tiles
from domain.forum_trajanum.price import payments
from domain.forum_trajanum.state import Colony, Owed, Public, Turn, right_of
from domain.forum_trajanum.view import ForumTrajanumView
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from domain.kernel.words import NO_FACTS, Phrase

Facts: TypeAlias = Mapping[str, object]

Things: TypeAlias = list[str]
"""What a choice brings, each as often as it comes: the catalogue counts them."""

_EXTRA_BUILD = "extra_build_action"


def facts(view: ForumTrajanumView, command: Command) -> Facts:
    tell = _FACTS.get(type(command))
    return NO_FACTS if tell is None or view.seat is None else tell(view, view.seat, command)


def _turn(view: ForumTrajanumView) -> Turn:
    """The turn under way, of a choice that is made in one."""
    if view.public.turn is None:
        raise ValueError("nobody's turn is under way")
    return view.public.turn


def _due(view: ForumTrajanumView) -> Owed:
    return _turn(view).owed[-1]


# Set-up


def _start_citizen(_view: ForumTrajanumView, _seat: Seat, command: cmd.PlaceStartCitizen) -> Facts:
    return {"ability": f"ability {command.row}"}


def _women(view: ForumTrajanumView, seat: Seat, command: cmd.SeatWomen) -> Facts:
    colony = view.public.colonies[seat]
    return {"women": setup.other_women(colony), "cranes": [colony.cranes[corner] for corner in command.corners]}


def _newcomer(view: ForumTrajanumView, seat: Seat, command: cmd.SettleNewcomer) -> Facts:
    ability = {"ability": f"ability {command.row}"}
    return ability | _lying(view.public.colonies[seat], command.corner)


def _lying(colony: Colony, cell: str) -> dict[str, object]:
    """What is seen of the tile on a cell, and what taking it away uncovers."""
    uncovers = f"crane {colony.cranes[cell]}" if cell in colony.cranes else "site"
    return {"lying": colony.open.get(cell, "face down"), "uncovers": uncovers}


# Draft


def _round(view: ForumTrajanumView, _seat: Seat, _command: cmd.RevealStreetCards) -> Facts:
    return {"round": view.public.round + 1}


def _tile_on(view: ForumTrajanumView, seat: Seat, command: cmd.TakeTile | cmd.TakeColonyTile) -> Facts:
    return _lying(view.public.colonies[seat], command.cell)


def _kept(view: ForumTrajanumView, seat: Seat, command: cmd.KeepTile) -> Facts:
    passed = None if view.secret is None else draft.passed_on(view.secret, command.tile)
    return {"passed": passed, "to": right_of(seat, len(view.scores))}


# First half of a turn


def _hand(view: ForumTrajanumView, _seat: Seat, _command: cmd.LayTilesOpen) -> Facts:
    return {"own": view.own_tile, "received": view.received_tile}


def _both_tiles(view: ForumTrajanumView, _seat: Seat, _command: cmd.PayTribunes) -> Facts:
    turn = _turn(view)
    return {"price": tiles.PRICE_OF_BOTH, "tiles": [getattr(turn, which) for which in tiles.unused(turn)]}


def _used(view: ForumTrajanumView, seat: Seat, command: cmd.UseTile) -> Facts:
    tile = getattr(_turn(view), command.which)
    if tile in CITIZENS:
        return {"citizen": tile}
    _, to = tiles.AWAY[command.which]
    return {"citizen": None, "brings": _gained(view.public.colonies[seat], TILE[tile].gives), "to": to}


def _gained(colony: Colony, gains: Mapping[str, int]) -> Things:
    """What is gained, with a word on an upgrade that comes to nothing."""
    lost = prestige.next_position(colony) == colony.slider
    return [
        "lost upgrade" if name == resources.UPGRADE and lost else name
        for name, number in gains.items()
        for _ in range(number)
    ]


def _citizen(view: ForumTrajanumView, seat: Seat, command: cmd.PlaceCitizen) -> Facts:
    colony = view.public.colonies[seat]
    settled = len(colony.rows[command.row - 1])
    brings = [f"second {command.row}"] if settled else [f"ability {command.row}"]
    if settled and not colony.active[command.row - 1]:
        brings.append("active again")
    return {"citizen": _placed(view), "times": DATA.citizen_rows.multiplier[settled + 1], "brings": brings}


def _placed(view: ForumTrajanumView) -> str:
    """The tile of the citizen that is to be placed."""
    tile: str = getattr(_turn(view), _due(view).which)
    return tile


# Building


def _building(view: ForumTrajanumView, seat: Seat, command: cmd.ChooseBuilding) -> Facts:
    colony = view.public.colonies[seat]
    ways = payments(command.colour, command.shape, colony.stock)
    buildings = Counter(build.buildings_of(command.colour, command.shape))
    return {
        "how": "one price" if len(ways) == 1 else "cheapest price",
        "price": min((way.resources for way in ways), key=len),
        "brings": [phrase for name, number in buildings.items() for phrase in _reward(view.public, seat, name, number)],
    }


def _reward(public: Public, seat: Seat, building: str, number: int = 1) -> list[Phrase]:
    """What a building brings; none if it brings nothing."""
    if building in COLOUR_OF:
        return _things(_envoys(public, seat, COLOUR_OF[building], number))
    if building == COLUMN:
        return _things(_column_points(public, seat))
    space = rewards.next_space(public.colonies[seat], building)
    return [] if space is None else _track(public, seat, building, space)


def _things(things: Things) -> list[Phrase]:
    return [Phrase("brings.things", {"things": things})] if things else []


def _track(public: Public, seat: Seat, track: str, space: int) -> list[Phrase]:
    """The reward of the space that is reached, or an earlier one; with the fourth building points too."""
    newest = _of_track(public, seat, TRACKS[track][space - 1])
    fourth = _things(_column_points(public, seat)) if space == LAST_SPACE else []
    if space == 1:
        return _things(newest)
    return [Phrase("brings.newest" if newest else "brings.earlier", {"things": newest, "track": track}), *fourth]


def _envoys(public: Public, seat: Seat, where: str, wanted: int = 1) -> Things:
    return [f"envoy {where}"] * rewards.envoys_able(public, seat, where, wanted)


def _column_points(public: Public, seat: Seat) -> Things:
    return ["point"] * scoring.points_of(scoring.column_terms(public.colonies[seat], public.phase))


def _of_track(public: Public, seat: Seat, reward: Reward) -> Things:
    colony = public.colonies[seat]
    if reward.effect == "gain":
        return _gained(colony, reward.gain)
    if reward.effect == "area_bonus":
        return ["area_bonus"] * rewards.area_bonuses(colony)
    owed = rewards.OWED_FOR[reward.effect]
    return _envoys(public, seat, owed.of) if owed.kind == "envoy" else [reward.effect]


def _site(view: ForumTrajanumView, seat: Seat, command: cmd.ChooseSite) -> Facts:
    """The points are those of the payment that leaves most to collect for the Trajan card."""
    public, owed = view.public, _due(view)
    colony = public.colonies[seat]
    built = _with(colony, owed, command.cells)
    ways = [_without(built, way) for way in payments(owed.of, owed.shape, colony.stock)]
    card = scoring.card_of(public)
    best = max(ways, key=lambda paid: trajan_cards.times_collected(TRAJAN_CARD[card], paid)) if card else built
    buildings = build.buildings_of(owed.of, owed.shape)
    return {"buildings": buildings, "stands": _gain(_points(public, best) - _points(public, colony))}


def _with(colony: Colony, owed: Owed, cells: tuple[str, ...]) -> Colony:
    """The colony with the building tile that is chosen on these cells."""
    buildings = build.buildings_of(owed.of, owed.shape)
    return msgspec.structs.replace(colony, built=colony.built | dict(zip(cells, buildings, strict=True)))


def _without(colony: Colony, payment: cmd.Pay) -> Colony:
    """The colony once that is paid."""
    stock = {name: number - payment.resources.count(name) for name, number in colony.stock.items()}
    return msgspec.structs.replace(colony, stock=stock)


def _points(public: Public, colony: Colony) -> int:
    return scoring.points_of(scoring.colony_terms(public, colony))


def _gain(points: int) -> Phrase:
    """Points more or less at the end of this phase than without that choice."""
    key = "stands.more" if points > 0 else "stands.less" if points else "stands.same"
    return Phrase(key, {"points": abs(points)})


def _payment(view: ForumTrajanumView, seat: Seat, command: cmd.Pay) -> Facts:
    public, owed = view.public, _due(view)
    colony = public.colonies[seat]
    paid = _without(_with(colony, owed, owed.cells), command)
    return {"stands": _gain(_points(public, paid) - _points(public, colony))}


def _end(view: ForumTrajanumView, _seat: Seat, _command: cmd.EndTurn) -> Facts:
    return {"how": "without building" if _due(view).kind == "build" else "after building"}


# Rewards


def _collected(view: ForumTrajanumView, seat: Seat, command: cmd.CollectReward) -> Facts:
    building = view.public.colonies[seat].built[command.cell]
    return {"building": building, "brings": _reward(view.public, seat, building)}


def _track_reward(view: ForumTrajanumView, seat: Seat, command: cmd.TakeReward) -> Facts:
    track = _due(view).of
    brings = _of_track(view.public, seat, TRACKS[track][command.space - 1])
    if brings == [_EXTRA_BUILD] and not build.buildings_for(view.public, seat):
        brings = [f"lost {_EXTRA_BUILD}"]
    return {"track": track, "brings": brings}


def _area_bonus(view: ForumTrajanumView, seat: Seat, command: cmd.TakeAreaBonus) -> Facts:
    return {"brings": _gained(view.public.colonies[seat], {command.bonus: AREA_BONUS[command.bonus]})}


def _envoy(view: ForumTrajanumView, seat: Seat, command: cmd.SendEnvoy) -> Facts:
    public, place, colony = view.public, view.public.forum, view.public.colonies[seat]
    bonuses = rewards.area_bonuses(colony) if forum.completes_area(place, command.cell) else 0
    envoys = scoring.envoys_of(place, seat)
    sent = msgspec.structs.replace(colony, ship=colony.ship - 1)
    after = scoring.phase_terms(public, sent, [*envoys, command.cell])
    points = scoring.points_of(after) - scoring.points_of(scoring.phase_terms(public, colony, envoys))
    return {"place": forum.colour_of(place, command.cell) or "eagle", "stands": _gain(points), "bonuses": bonuses}


def _declined(view: ForumTrajanumView, _seat: Seat, _command: cmd.DeclineReward) -> Facts:
    return {"what": _due(view).kind}


# End of a phase


def _paid(view: ForumTrajanumView, seat: Seat, command: cmd.PayCitizens) -> Facts:
    public = view.public
    colony = payment.paid(public.colonies[seat], command.rows)
    envoys = scoring.envoys_of(public.forum, seat)
    terms = scoring.phase_terms(public, colony, envoys)
    inactive = [row for row in payment.settled_rows(colony) if row not in command.rows]
    return {"price": payment.price_of(command.rows), "points": scoring.points_of(terms), "inactive": inactive}


_FACTS: dict[type[Command], Callable[[ForumTrajanumView, Seat, Any], Facts]] = {
    cmd.PlaceStartCitizen: _start_citizen,
    cmd.SeatWomen: _women,
    cmd.SettleNewcomer: _newcomer,
    cmd.RevealStreetCards: _round,
    cmd.TakeTile: _tile_on,
    cmd.KeepTile: _kept,
    cmd.LayTilesOpen: _hand,
    cmd.PayTribunes: _both_tiles,
    cmd.UseTile: _used,
    cmd.PlaceCitizen: _citizen,
    cmd.ChooseBuilding: _building,
    cmd.ChooseSite: _site,
    cmd.Pay: _payment,
    cmd.EndTurn: _end,
    cmd.CollectReward: _collected,
    cmd.TakeReward: _track_reward,
    cmd.TakeAreaBonus: _area_bonus,
    cmd.SendEnvoy: _envoy,
    cmd.TakeColonyTile: _tile_on,
    cmd.DeclineReward: _declined,
    cmd.PayCitizens: _paid,
}
