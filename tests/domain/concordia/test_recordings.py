"""Whole recorded games, and the guard that together they show everything that can happen."""

from collections.abc import Iterator

import pytest

from domain.concordia import GAME
from domain.concordia import events as ev
from domain.concordia.data import BY_PLAYERS, CARDS, DATA
from domain.kernel.game import Event, PointsScored
from domain.kernel.ids import Seat
from tests.kit import recordings
from tests.kit.recordings import Recording

NAMES = recordings.names(GAME)
WANTED = {
    *(f"event {kind.__name__}" for kind in GAME.events),
    *(f"points {source}" for source in GAME.sources),
    *(f"played {kind.id}" for kind in DATA.cards.kinds),
    *(f"copied {kind.id}" for kind in DATA.cards.kinds if kind.id in {"architect", "prefect", "mercator", "senator"}),
    *(f"map {name}" for name in DATA.maps),
    *(f"players {count}" for count in BY_PLAYERS),
    "end cards",
    "end houses",
    "interim scoring paid",
    "overflow in turn",
    "overflow out of turn",
    "tie magnus",
}


def _shown(recording: Recording) -> set[str]:
    active: Seat | None = None
    shown = {f"players {len(recording.match().table.chairs)}"}
    for entry in recording.log:
        event = entry.event
        if isinstance(event, ev.TurnBegan):
            active = event.seat
        if type(event) in GAME.events:
            shown.add(f"event {type(event).__name__}")
        shown.update(_facts(event, active))
    result = recording.match().table.result
    assert result is not None
    return shown | {f"tie {result.tie_break}"}


def _facts(event: Event, active: Seat | None) -> Iterator[str]:
    match event:
        case PointsScored(source=source):
            yield f"points {source}"
        case ev.CardPlayed(card=card):
            yield f"played {CARDS[card].kind}"
        case ev.CardCopied(card=card):
            yield f"copied {CARDS[card].kind}"
        case ev.BoardLaid(map=name):
            yield f"map {name}"
        case ev.ConcordiaTaken(reason=reason):
            yield f"end {reason}"
        case ev.InterimClosed(money=money) if any(money):
            yield "interim scoring paid"
        case ev.OverflowDue(seat=seat):
            yield f"overflow {'in' if seat == active else 'out of'} turn"
        case _:
            pass


@pytest.mark.parametrize("name", NAMES)
def test_today_s_rules_decide_a_recorded_game_alike(name: str) -> None:
    recordings.verify(recordings.load(GAME, name))


def test_together_they_show_everything_and_each_is_needed() -> None:
    shown = {name: _shown(recordings.load(GAME, name)) for name in NAMES}
    assert WANTED - set().union(*shown.values()) == set()
    for name in NAMES:
        others = set().union(*(facts for other, facts in shown.items() if other != name))
        assert (shown[name] & WANTED) - others, f"{name} shows nothing that the others do not"
