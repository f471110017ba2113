"""History keeps its names: a line tells who held the seat when it happened, and whether a bot chose."""

from domain.kernel import lobby
from domain.kernel.clock import Clock
from domain.kernel.ids import Seat
from domain.kernel.player_names import names_then
from domain.kernel.table import Table
from services.story import timeline
from tests.kit.lifecycle_match import ANNA, LifecycleMatch
from tests.kit.taberna import GAME
from tests.kit.taberna.commands import EndTurn
from tests.kit.timed_match import DAY, SELL, TimedMatch, at_errands, user

NAMES = {user(0): "Anna", user(1): "Brutus", user(2): "Dora", user(7): "Carus"}
REPLACED = Clock(turn_seconds=24 * 3600, on_timeout="replace")
CARED_FOR = Clock(turn_seconds=24 * 3600, on_timeout="caretaker")


def texts(table: TimedMatch, after: int = 0, before: Table | None = None) -> list[str]:
    lines = timeline.lines(table.codec, table.records[after:], before)
    return [text for line in lines if (text := timeline.told(GAME.words, line, NAMES))]


def late(clock: Clock) -> tuple[TimedMatch, Seat, int]:
    """A table at which the time of the seat on turn has run out after its first choice, and how long its log was."""
    table, turn, _ = at_errands(clock, 3)
    table.play(turn, SELL)
    table.now += 2 * DAY
    version = len(table.records)
    table.run_out()
    return table, turn, version


def test_a_seat_that_changed_hands_is_told_by_who_held_it_then() -> None:
    table, turn, version = late(REPLACED)
    name = NAMES[user(turn)]
    table.do(7, lobby.join, None)
    table.play(turn, SELL)
    told = [text for text in texts(table) if "host" not in text]
    assert told[-7:] == [
        f"{name}: Sell at the stall.",
        f"{name}: +1 coins.",
        f"The time of {name} ran out.",
        f"{name}’s seat is free for somebody else.",
        "Carus sat down.",
        "Carus: Sell at the stall.",
        "Carus: +1 coins.",
    ]
    assert table.match.table.changed_hands
    for after in range(version - 3, len(table.records)):  # a page tells the same as the whole
        page = texts(table, after, timeline.seating(table.codec, table.records[:after]))
        assert page == texts(table)[len(texts(table)) - len(page) :]


def test_what_a_caretaker_chose_says_so_and_nothing_else_does() -> None:
    table, turn, _ = late(CARED_FOR)
    name = NAMES[user(turn)]
    table.caretaker(turn, SELL)
    table.play(turn, EndTurn())
    following = NAMES[user(table.match.state.public.turn)]
    assert texts(table)[-5:] == [
        f"The time of {name} ran out; a bot plays this turn.",
        f"{name} (bot): Sell at the stall.",
        f"{name} (bot): +1 coins.",
        f"{name} ended the turn.",
        f"The turn of {following} began.",
    ]
    assert not table.match.table.changed_hands


def test_a_bot_that_plays_on_after_a_resignation_says_so() -> None:
    table, turn, _ = at_errands(CARED_FOR, 3)
    name = NAMES[user(turn)]
    table.do(turn, lobby.resign)
    table.play(turn, SELL)
    assert texts(table)[-3:] == [
        f"{name} resigned; a bot plays on.",
        f"{name} (bot): Sell at the stall.",
        f"{name} (bot): +1 coins.",
    ]


def test_no_line_calls_an_open_seat_nothing() -> None:
    table, turn, _ = late(REPLACED)
    lines = timeline.lines(table.codec, table.records)
    empty = names_then(lines[-1].holders, NAMES, "en")[turn]
    assert empty == f"free seat {turn}"


def test_who_left_the_lobby_is_named() -> None:
    table = LifecycleMatch(3)
    table.do(ANNA, lobby.join, None)
    table.do(ANNA, lobby.leave, Seat(1))
    lines = timeline.lines(table.codec, table.records)
    assert timeline.told(GAME.words, lines[-1], {ANNA: "Anna"}) == "Anna left seat 1."
