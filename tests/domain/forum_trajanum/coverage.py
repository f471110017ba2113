"""What a recorded game shows of the rules, and what all recordings together must show."""

from collections.abc import Iterator, Sequence

from domain.forum_trajanum import events as ev
from domain.forum_trajanum.data import CORNERS, TRACKS, TRAJAN_CARD
from domain.kernel import lifecycle as life
from domain.kernel.game import Event, PointsScored

REQUIRED = frozenset(
    {
        *(f"reward: {track} {space}" for track in TRACKS for space in (1, 2, 3, 4)),
        *(f"second citizen: row {row}" for row in range(1, 7)),
        *(f"area bonus: {bonus}" for bonus in ("tribune", "assistant", "coin", "upgrade", "victory_points")),
        *(f"card: {card} {objective}" for card in TRAJAN_CARD for objective in ("trajan_build", "trajan_collect")),
        *(f"exchange: {ability}" for ability in (0, 4, 5, 6)),
        *(f"players: {players}" for players in (2, 3, 4)),
        *(f"draft: {choices} choices" for choices in (0, 1, 3)),
        "draft: no tribune",
        "draft: one tribune",
        "draft: two tribunes",
        "draft: went without one tile",
        "draft: went without any tile",
        "draft: both cards alike",
        "draft: open corner taken",
        "draft: what to keep was taken back",
        "display: picked and used",
        "display: picked and put back",
        "display: picked citizen",
        "display: nothing picked",
        "turn: both tiles used",
        "build: inside a build",
        "end: shared win",
        "end: by points",
        "end: by active_citizens",
        "end: by resources",
        "option: board_side",
        "option: first_game",
        "option: newcomers",
        "option: unlimited_buildings",
        "option: trajan_unit",
    }
)


def shown(events: Sequence[Event]) -> set[str]:
    """Everything of `REQUIRED` that one game shows."""
    return set(_shown(events)) & REQUIRED


def _shown(events: Sequence[Event]) -> Iterator[str]:
    streets: tuple[str, ...] = ()
    stage = ""
    for place, event in enumerate(events):
        if isinstance(event, ev.StreetCardsRevealed):
            streets = event.cards
        elif isinstance(event, ev.ChoicesOpened):
            stage = event.stage
            if stage == "draft":
                yield from (f"draft: {steps} choices" for steps in event.steps)
        elif isinstance(event, ev.ChoiceWithdrawn) and stage == "draft":
            yield "draft: what to keep was taken back"
        elif isinstance(event, ev.DraftRevealed):
            yield from _of_a_draft(event, streets)
        else:
            yield from _of_a_reward(event, events[place + 1 :])
            yield from _of_a_turn(event)
            yield from _of_the_table(event)


def _of_a_draft(event: ev.DraftRevealed, streets: tuple[str, ...]) -> Iterator[str]:
    yield "draft: " + ("no tribune", "one tribune", "two tribunes")[event.tribunes]
    if len(event.cells) < 2:
        yield ("draft: went without any tile", "draft: went without one tile")[len(event.cells)]
    if len(event.cells) == 2 and len(set(streets)) == 1:
        yield "draft: both cards alike"
    if set(event.cells) & set(CORNERS):
        yield "draft: open corner taken"


def _of_a_reward(event: Event, rest: Sequence[Event]) -> Iterator[str]:
    match event:
        case ev.RewardTaken(track=track, space=space):
            yield f"reward: {track} {space}"
            following = next(e for e in rest if isinstance(e, ev.BuildingPlaced | ev.RewardDeclined | ev.TurnEnded))
            if (track, space) == ("basilica", 4) and isinstance(following, ev.BuildingPlaced):
                yield "build: inside a build"
        case ev.CitizenPlaced(row=row):
            if isinstance(rest[0], ev.ChoicesDue) or isinstance(rest[1], ev.ChoicesDue):
                yield f"second citizen: row {row}"
        case ev.AreaBonusTaken(bonus=bonus):
            yield f"area bonus: {bonus}"


def _of_a_turn(event: Event) -> Iterator[str]:
    match event:
        case ev.CitizenPlaced(which="picked"):
            yield "display: picked citizen"
        case ev.ResourcesExchanged(ability=ability):
            yield f"exchange: {ability}"
        case ev.TribunesPaid():
            yield "turn: both tiles used"
        case ev.DisplayTilePicked(tile=None):
            yield "display: nothing picked"
        case ev.TilePutAway(which="picked", to=to):
            yield "display: picked and put back" if to == "display" else "display: picked and used"


def _of_the_table(event: Event) -> Iterator[str]:
    match event:
        case PointsScored(source="trajan_card", detail=detail):
            yield from (f"card: {term.args['card']} {term.label}" for term in detail if term.points)
        case ev.TableLaid(players=players):
            yield f"players: {players}"
        case life.GameCreated(options=options):
            yield from (f"option: {name}" for name, value in options.items() if value not in ("A", False, [], "square"))
        case life.GameFinished(result=result):
            yield "end: shared win" if len(result.winners) > 1 else f"end: by {result.tie_break or 'points'}"
