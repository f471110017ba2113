"""What a player would count up at the table: points now, objectives, prices, the way to the end. All of it lies open.

Every figure comes from the rules; nothing here decides anything.
"""

import msgspec

from domain.forum_trajanum import forum, prestige
from domain.forum_trajanum.data import BUILDABLE, COLOURS, DATA, ROUNDS, TRAJAN_CARD, Colour
from domain.forum_trajanum.phases import build, draft, payment
from domain.forum_trajanum.price import KINDS, missing, plain_price
from domain.forum_trajanum.scoring import points_of, step_terms, steps_of
from domain.forum_trajanum.state import OVER, ROUND, TURNS, Colony, Forum, Public, Shape
from domain.forum_trajanum.trajan_cards import times_fulfilled
from domain.kernel.game import Term, in_turn_order
from domain.kernel.ids import Seat

_PER_PHASE = DATA.meta.rounds_per_phase


class SourceNow(msgspec.Struct, frozen=True):
    """What a part of the scoring would give now, and for what."""

    source: str
    points: int
    detail: tuple[Term, ...]


class ScoreNow(msgspec.Struct, frozen=True):
    """What the rest of this phase's scoring would add to a player's points now, with the citizens that are active."""

    points: int
    sources: tuple[SourceNow, ...]


class CardNow(msgspec.Struct, frozen=True):
    """How often a player would fulfil a Trajan card now, and the points for it; open cranes count as scored."""

    card: str
    built: int
    collected: int
    points: int


class PriceNow(msgspec.Struct, frozen=True):
    """A side of a building tile: its price, and the least that the player who asks has not got for it."""

    colour: Colour
    shape: Shape
    price: tuple[str, ...]
    lacks: tuple[str, ...]


class Outlook(msgspec.Struct, frozen=True):
    """What the position means. Lists are indexed by chair, and empty until the first round."""

    scores_now: tuple[ScoreNow, ...] = ()
    cards: tuple[tuple[CardNow, ...], ...] = ()
    """For each player the Trajan cards of the three phases; a first game has one."""
    citizen_coins: tuple[int, ...] = ()
    """What it would cost each player to pay every citizen row before the scoring."""
    free_cells: tuple[tuple[str, ...], ...] = ()
    """Where each player could build."""
    free_mosaic_cells: dict[str, tuple[str, ...]] = {}
    """The cells of the forum without an envoy by colour, and the eagles."""
    prices: tuple[PriceNow, ...] = ()
    """For the player who asks; a spectator has none."""
    rounds_to_scoring: int = 0
    """Rounds that follow this one before the next scoring."""
    rounds_to_end: int = 0
    last_turns: tuple[Seat, ...] = ()
    """Who still has a turn in the last round, in turn order; a turn that is going on counts."""


def outlook(public: Public, seat: Seat | None) -> Outlook:
    if not public.phase:
        return Outlook()
    steps = _steps_left(public)
    seats = [Seat(chair) for chair in range(len(public.colonies))]
    return Outlook(
        scores_now=tuple(_score_now(public, chair, steps) for chair in seats),
        cards=tuple(_cards(public, colony) for colony in public.colonies),
        citizen_coins=tuple(payment.price_of(payment.settled_rows(colony)) for colony in public.colonies),
        free_cells=tuple(_free_cells(colony) for colony in public.colonies),
        free_mosaic_cells=_free_mosaic_cells(public.forum),
        prices=() if seat is None else _prices(public.colonies[seat]),
        rounds_to_scoring=-public.round % _PER_PHASE,
        rounds_to_end=ROUNDS - public.round,
        last_turns=_last_turns(public),
    )


def _steps_left(public: Public) -> tuple[str, ...]:
    """The parts of this phase's scoring that are still to come."""
    steps = steps_of(public)
    if public.step is not None:
        return steps[steps.index(public.step) :]
    is_scored = public.stage == OVER or (public.stage == ROUND and public.round % _PER_PHASE == 0)
    return () if is_scored else steps


def _score_now(public: Public, seat: Seat, steps: tuple[str, ...]) -> ScoreNow:
    sources = [
        SourceNow(source, points_of(terms), tuple(terms))
        for step in steps
        for source, terms in step_terms(public, seat, step)
    ]
    return ScoreNow(sum(source.points for source in sources), tuple(sources))


def _cards(public: Public, colony: Colony) -> tuple[CardNow, ...]:
    value, found = prestige.trajan_value(colony), []
    for name in filter(None, public.trajan_cards):
        built, collected = times_fulfilled(TRAJAN_CARD[name], colony, public.trajan_unit)
        found.append(CardNow(name, built, collected, value * (built + collected)))
    return tuple(found)


def _free_cells(colony: Colony) -> tuple[str, ...]:
    free = build.free_cells(colony)
    return tuple(cell for cell in BUILDABLE if cell in free)


def _free_mosaic_cells(place: Forum) -> dict[str, tuple[str, ...]]:
    free: dict[str, tuple[str, ...]] = dict.fromkeys(COLOURS, ())
    for area in place.areas:
        free[area.colour] += tuple(cell for cell in area.cells if cell not in place.envoys)
    return free | {"eagle": tuple(forum.free_eagles(place))}


def _prices(colony: Colony) -> tuple[PriceNow, ...]:
    return tuple(
        PriceNow(colour, shape, plain_price(colour, shape), missing(colour, shape, colony.stock))
        for colour, shape in KINDS
    )


def _last_turns(public: Public) -> tuple[Seat, ...]:
    if public.round < ROUNDS or public.stage not in (draft.DRAFT, TURNS):
        return ()
    order = tuple(in_turn_order(public.start_player, len(public.colonies)))
    return order if public.turn is None else order[order.index(public.turn.seat) :]
