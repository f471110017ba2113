"""Every point of the game: each score starts here, with the arithmetic that explains it (§7.1, §7.3, §8.5, §9, §10)."""

from collections.abc import Callable, Sequence

from domain.forum_trajanum import events as ev
from domain.forum_trajanum import forum, prestige, trajan_cards
from domain.forum_trajanum.data import COLOUR_OF, CORNERS, DATA, GREYS, PATRICIAN_1, ROWS, TRAJAN_CARD, row_of
from domain.forum_trajanum.state import Colony, Forum, ForumTrajanumRecorder, Public, citizens_active, is_active
from domain.kernel.game import Term
from domain.kernel.ids import Seat

SOURCES = (
    "triumphal_column",
    "fourth_building",
    "area_bonus",
    "cranes",
    "colony",
    "eagles",
    "largest_area",
    "trajan_card",
)
STEPS = ("cranes", "colony", "forum", "trajan")
"""The scorings of a phase in their order; each for all players before the next (§9)."""


# During a turn


def score_column(recorder: ForumTrajanumRecorder, seat: Seat, source: str) -> None:
    """Points as for a triumphal column, for one or for the fourth building of a track."""
    public = recorder.state.public
    recorder.score(seat, source, *column_terms(public.colonies[seat], public.phase))


def score_area_bonus(recorder: ForumTrajanumRecorder, seat: Seat, points: int) -> None:
    recorder.score(seat, "area_bonus", Term(points=points, label="area_bonus"))


# At the end of a phase


def score_step(recorder: ForumTrajanumRecorder, step: str) -> None:
    """Score one step for every player."""
    for chair, colony in enumerate(recorder.state.public.colonies):
        _SCORE[step](recorder, Seat(chair), colony)


def steps_of(recorder: ForumTrajanumRecorder) -> tuple[str, ...]:
    """The scorings of this phase: without a Trajan card there is none for it (§12.1)."""
    return STEPS if card_of(recorder.state.public) else STEPS[:-1]


def _score_cranes(recorder: ForumTrajanumRecorder, seat: Seat, colony: Colony) -> None:
    """Every open crane scores once, then it is turned over (9.2)."""
    for cell in open_cranes(colony):
        terms = crane_terms(colony, cell, recorder.state.public.phase)
        recorder.emit(ev.CraneScored(seat=seat, cell=cell))
        recorder.score(seat, "cranes", *terms)


def _score_colony(recorder: ForumTrajanumRecorder, seat: Seat, colony: Colony) -> None:
    recorder.score(seat, "colony", *(street_terms(colony) or _NOTHING["colony"]))


def _score_forum(recorder: ForumTrajanumRecorder, seat: Seat, colony: Colony) -> None:
    envoys = envoys_of(recorder.state.public.forum, seat)
    recorder.score(seat, "eagles", *(eagle_terms(recorder.state.public.forum, envoys, colony) or _NOTHING["eagles"]))
    recorder.score(seat, "largest_area", *(area_terms(envoys, colony) or _NOTHING["largest_area"]))


def _score_trajan(recorder: ForumTrajanumRecorder, seat: Seat, colony: Colony) -> None:
    public = recorder.state.public
    recorder.score(seat, "trajan_card", *trajan_terms(public, card_of(public), colony))


_NOTHING = {
    "colony": [Term(points=0, label="no_grey_building")],
    "eagles": [Term(points=0, label="no_eagle")],
    "largest_area": [Term(points=0, label="no_envoy")],
}
"""What is said where there was nothing to count: a step that brought no points says so."""

_SCORE: dict[str, Callable[[ForumTrajanumRecorder, Seat, Colony], None]] = {
    "cranes": _score_cranes,
    "colony": _score_colony,
    "forum": _score_forum,
    "trajan": _score_trajan,
}


# The arithmetic, without its effect: bots and labels look at it too


def points_of(terms: Sequence[Term]) -> int:
    return sum(term.points for term in terms)


def column_terms(colony: Colony, phase: int) -> list[Term]:
    """The topmost fragment and one for each active citizen (7.1)."""
    citizens = citizens_active(colony)
    terms = [Term(points=DATA.trajan_column.fragments[phase - 1], label="fragment", args={"phase": phase})]
    if citizens:
        points = DATA.trajan_column.per_active_citizen * citizens
        terms.append(Term(points=points, label="citizens", args={"citizens": citizens}))
    return terms


def open_cranes(colony: Colony) -> list[str]:
    """Corners whose tile is gone and whose crane has not been scored."""
    return [cell for cell in CORNERS if cell not in colony.open and cell not in colony.scored_cranes]


def crane_terms(colony: Colony, cell: str, phase: int) -> list[Term]:
    """The structures of the crane's colour (9.2)."""
    colour, each = colony.cranes[cell], DATA.cranes.points_per_structure[phase - 1]
    number = sum(COLOUR_OF.get(name) == colour for name in colony.built.values())
    args: dict[str, int | str] = {"colour": colour, "structures": number, "each": each}
    return [Term(points=each * number, label="crane", args=args)]


def street_terms(colony: Colony) -> list[Term]:
    """For each row its different grey buildings, multiplied by its active citizens (9.3)."""
    terms = []
    for row in ROWS:
        types = len({name for cell, name in colony.built.items() if row_of(cell) == row and name in GREYS})
        citizens = len(colony.rows[row - 1]) if is_active(colony, row) else 0
        times = DATA.citizen_rows.multiplier[citizens]
        if types:
            args: dict[str, int | str] = {"row": row, "types": types, "times": times}
            terms.append(Term(points=types * times, label="street", args=args))
    return terms


def envoys_of(place: Forum, seat: Seat) -> list[str]:
    return [cell for cell, owner in place.envoys.items() if owner == seat]


def eagle_terms(place: Forum, envoys: Sequence[str], colony: Colony) -> list[Term]:
    """Envoys on and beside eagles; with Patrician I also aslant (9.4)."""
    on, beside, diagonal = forum.eagle_points(place, envoys, diagonally=is_active(colony, PATRICIAN_1))
    counted = (
        ("on_eagle", on, DATA.eagles.on),
        ("beside_eagle", beside, DATA.eagles.orthogonal),
        ("diagonal_to_eagle", diagonal, DATA.eagles.diagonal_with_patrician_1),
    )
    return [
        Term(points=number * each, label=label, args={"envoys": number, "each": each})
        for label, number, each in counted
        if number
    ]


def area_terms(envoys: Sequence[str], colony: Colony) -> list[Term]:
    """The largest connected group, read off the slider (9.4)."""
    size = forum.largest_group(envoys)
    if not size:
        return []
    side = "advanced" if colony.advanced else "base"
    args: dict[str, int | str] = {"envoys": size, "position": colony.slider, "side": side}
    return [Term(points=prestige.area_points(colony, size), label="largest_area", args=args)]


def trajan_terms(public: Public, name: str, colony: Colony) -> list[Term]:
    """The value of the slider for each time that an objective of the card is fulfilled (10.1)."""
    value = prestige.trajan_value(colony)
    counted = trajan_cards.times_fulfilled(TRAJAN_CARD[name], colony, public.trajan_unit)
    return [
        Term(points=times * value, label=label, args={"card": name, "times": times, "value": value})
        for label, times in zip(("trajan_build", "trajan_collect"), counted, strict=True)
    ]


def card_of(public: Public) -> str:
    """The Trajan card of this phase; an empty name where a first game goes without."""
    return public.trajan_cards[public.phase - 1]


def colony_terms(public: Public, colony: Colony) -> list[Term]:
    """What such a colony would bring at the end of this phase: cranes, streets and Trajan card."""
    card = card_of(public)
    cranes = [term for cell in open_cranes(colony) for term in crane_terms(colony, cell, public.phase)]
    return [*cranes, *street_terms(colony), *(trajan_terms(public, card, colony) if card else ())]


def phase_terms(public: Public, colony: Colony, envoys: Sequence[str]) -> list[Term]:
    """What such a colony and such envoys would bring at the end of this phase."""
    return [*colony_terms(public, colony), *eagle_terms(public.forum, envoys, colony), *area_terms(envoys, colony)]
