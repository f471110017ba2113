"""The stored outbox on every kind of server: what is posted together, taken once and settled for good."""

from uuid import uuid4

import pytest

from domain.kernel.clock import Millis
from domain.kernel.errors import NotFound
from domain.kernel.ids import GameId, UserId, Version
from services.notices.notices import Delivery, GamePostings, Notice, Posting, Recipient, postings
from services.notices.outbox import Outbox, Settled
from services.notices.preferences import Preferences
from services.store.client import Client
from tests.kit.timed_match import BEGIN, DAY, HOUR

ACCEPTED = Settled("accepted", "ok", counted_as="accepted")


def new_game() -> GameId:
    return GameId(uuid4().hex)


def posting(game: GameId, cause: str = "1", due: Millis = BEGIN, *, planned: bool = False) -> Posting:
    notice = Notice(kind="turn", user=UserId(f"u{game}"), game=game, cause=cause)
    [made] = postings(notice, Recipient(("mail",), Preferences()), due, is_planned=planned)
    return made


@pytest.fixture
def outbox(client: Client) -> Outbox:
    return Outbox(client)


async def waiting(outbox: Outbox, game: GameId, now: Millis = BEGIN + DAY) -> list[Delivery]:
    page = await outbox.page(UserId(f"u{game}"), None, 50)
    due = await outbox.due(now)
    return [kept.delivery for kept in page.rows if kept.delivery.id in due]


async def test_what_is_posted_again_is_there_once(outbox: Outbox) -> None:
    game = new_game()
    one = posting(game)
    for version in (1, 1, 2):
        await outbox.post(1, f"{version}-0", [GamePostings(game, Version(version), [one])], BEGIN)
    assert await waiting(outbox, game) == [one.delivery]
    taken = await outbox.take(one.delivery.id, BEGIN, BEGIN + HOUR)
    assert taken is not None
    assert await outbox.settle(one.delivery.id, ACCEPTED, BEGIN)
    await outbox.post(1, "3-0", [GamePostings(game, Version(3), [one])], BEGIN)
    assert await waiting(outbox, game) == []
    assert await outbox.take(one.delivery.id, BEGIN + DAY, BEGIN + 2 * DAY) is None


async def test_checkpoint_and_versions_only_move_on(outbox: Outbox) -> None:
    game, partition = new_game(), 7
    await outbox.begin(partition, "5-0")
    await outbox.begin(partition, "1-0")
    start = await outbox.checkpoint(partition)
    assert start is not None
    await outbox.post(partition, "9999999999999-7", [GamePostings(game, Version(8), [])], BEGIN)
    await outbox.post(partition, "9999999999999-3", [GamePostings(game, Version(5), [posting(game)])], BEGIN)
    assert await outbox.checkpoint(partition) == "9999999999999-7"
    assert await outbox.notified_up_to([game, new_game()]) == {game: 8}
    assert await waiting(outbox, game) == [], "an older story is no news"


async def test_it_is_taken_by_one_and_not_before_it_is_due(outbox: Outbox) -> None:
    game = new_game()
    one = posting(game, due=BEGIN + HOUR)
    name = one.delivery.id
    await outbox.post(1, "1-0", [GamePostings(game, Version(1), [one])], BEGIN)
    assert await outbox.take(name, BEGIN, BEGIN + HOUR) is None
    takes = [await outbox.take(name, BEGIN + HOUR, BEGIN + 2 * HOUR) for _ in range(3)]
    assert [taken is None for taken in takes] == [False, True, True]
    again = await outbox.take(name, BEGIN + 2 * HOUR, BEGIN + 3 * HOUR)
    assert again is not None
    assert (again.delivery, again.attempts) == (one.delivery, 2)


async def test_what_has_ended_ends_only_once(outbox: Outbox) -> None:
    game = new_game()
    one = posting(game)
    name, user = one.delivery.id, UserId(f"u{game}")
    await outbox.post(1, "1-0", [GamePostings(game, Version(1), [one])], BEGIN)
    assert await outbox.settle(name, Settled("parked", "554 no"), BEGIN)
    assert not await outbox.settle(name, ACCEPTED, BEGIN)
    assert await outbox.settle(name, Settled("waiting", due=BEGIN, attempts=0), BEGIN, before="parked")
    assert await outbox.settle(name, ACCEPTED, BEGIN + 1)
    assert not await outbox.settle(name, Settled("waiting", due=BEGIN, attempts=0), BEGIN, before="parked")
    kept = await outbox.get(user, name)
    assert (kept.state, kept.reason, kept.at) == ("accepted", "ok", BEGIN + 1)
    with pytest.raises(NotFound):
        await outbox.get(UserId("somebody else"), name)


async def test_a_plan_is_replaced_by_the_next_one(outbox: Outbox) -> None:
    game = new_game()
    half, most = (posting(game, cause, BEGIN + HOUR, planned=True) for cause in ("50", "90"))
    await outbox.post(1, "1-0", [GamePostings(game, Version(1), [half, most])], BEGIN)
    assert len(await waiting(outbox, game)) == 2
    later = most._replace(due=BEGIN + 2 * DAY)
    await outbox.post(1, "2-0", [GamePostings(game, Version(2), [later])], BEGIN)
    assert await waiting(outbox, game) == []
    assert await waiting(outbox, game, BEGIN + 2 * DAY) == [most.delivery]
    assert len((await outbox.page(UserId(f"u{game}"), None, 50)).rows) == 1
    await outbox.post(1, "3-0", [GamePostings(game, Version(3), [half])], BEGIN)
    assert await waiting(outbox, game, BEGIN + 3 * DAY) == [half.delivery]


async def test_a_plan_leaves_alone_what_was_tried(outbox: Outbox) -> None:
    game = new_game()
    one = posting(game, planned=True)
    await outbox.post(1, "1-0", [GamePostings(game, Version(1), [one])], BEGIN)
    assert await outbox.take(one.delivery.id, BEGIN, BEGIN + HOUR) is not None
    await outbox.post(1, "2-0", [GamePostings(game, Version(2), [])], BEGIN)
    assert await waiting(outbox, game) == [one.delivery]
