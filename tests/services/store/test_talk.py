"""Talk, notes and reports on every kind of server."""

import asyncio
from uuid import uuid4

import pytest

from domain.kernel.errors import KeyReused, NotFound
from domain.kernel.ids import GameId, UserId
from services.store import keys
from services.store.client import Client
from services.store.events import CommandKey
from services.store.notes import Notes
from services.store.reports import Reports, TalkReport, Verdict
from services.store.talk import Said, StoredLine, Talk
from tests.kit.processes import PATIENCE
from tests.services.store.conftest import Backend
from tests.services.store.logs import new_game

LIVIA, MARCUS = UserId(f"2a{'0' * 30}"), UserId(f"1b{'0' * 30}")
AT = "2026-01-01T00:00:00.000Z"


@pytest.fixture
def talk(client: Client) -> Talk:
    return Talk(client)


def key(name: str = "", body: str = "") -> CommandKey:
    return CommandKey(name or uuid4().hex, body)


async def test_lines_are_numbered_in_the_order_in_which_they_were_said(talk: Talk) -> None:
    game = new_game()
    await asyncio.gather(*(talk.say(game, LIVIA, text, AT, key()) for text in "abc"))
    lines = await talk.read(game, 0)
    assert [line.number for line in lines] == [1, 2, 3] == [*range(1, await talk.length(game) + 1)]
    assert {line.text for line in lines} == {*"abc"}
    assert await talk.read(game, 1, 1) == lines[1:2]
    assert await talk.line(game, 3) == lines[2]
    assert [await talk.line(game, number) for number in (-1, 0, 4)] == [None] * 3
    assert await talk.length(new_game()) == 0


async def test_the_same_key_says_it_once(talk: Talk) -> None:
    game = new_game()
    said = [await talk.say(game, LIVIA, "Salve", AT, key("one", "body 1")) for _ in range(2)]
    assert said == [Said(1), Said(1, repeated=True)]
    with pytest.raises(KeyReused):
        await talk.say(game, LIVIA, "Vale", AT, key("one", "body 2"))
    assert await talk.length(game) == 1


async def test_a_removal_takes_the_words_and_leaves_the_place(talk: Talk) -> None:
    game = new_game()
    await talk.say(game, LIVIA, "Salve", AT, key())
    assert [await talk.remove(game, 1, MARCUS, AT) for _ in range(2)] == [True, False]
    assert await talk.remove(game, 7, MARCUS, AT) is False
    assert await talk.read(game, 0) == [StoredLine(1, AT, LIVIA, None), StoredLine(2, AT, MARCUS, None, removes=1)]


async def test_whoever_listens_hears_that_somebody_spoke(talk: Talk, backend: Backend) -> None:
    game = new_game()
    async with backend.node().pubsub() as channel:
        await channel.subscribe(keys.TALK)
        await channel.get_message(timeout=5)
        await talk.say(game, LIVIA, "Salve", AT, key())
        await talk.remove(game, 1, LIVIA, AT)
        heard = 0
        async with asyncio.timeout(PATIENCE):
            while heard < 2:  # nodes of a cluster pass on late what was said in earlier tests, too
                message = await channel.get_message(timeout=5)
                heard += message is not None and message["data"] == game.encode()


async def test_notes_belong_to_a_person_and_a_game(client: Client) -> None:
    notes, game = Notes(client), new_game()
    await notes.put(game, LIVIA, "Βῆτα")
    assert await notes.get(game, LIVIA) == "Βῆτα"
    assert (await notes.get(game, MARCUS), await notes.get(new_game(), LIVIA)) == (None, None)
    await notes.put(game, LIVIA, "")
    assert await notes.get(game, LIVIA) is None


def report_of(game: GameId, line: int, reporter: UserId) -> TalkReport:
    return TalkReport(at=AT, reporter=reporter, reason="", game=game, line=line, author=MARCUS, text="You ape!")


async def test_reports_stay_until_they_are_settled(client: Client) -> None:
    reports, game = Reports(client), new_game()
    first = await reports.file(report_of(game, 1, LIVIA))
    assert await reports.file(report_of(game, 1, LIVIA)) == first
    others = [await reports.file(report_of(game, *one)) for one in ((1, MARCUS), (2, LIVIA))]
    assert others == [first + 1, first + 2]

    verdict = Verdict(at=AT, admin=LIVIA, removed=True, note="")
    settled = await reports.settle(first, verdict)
    assert (settled.report, settled.verdict) == (report_of(game, 1, LIVIA), verdict)
    assert await reports.settle(first, Verdict(at=AT, admin=MARCUS, removed=False, note="")) == settled
    assert [one.number for one in await reports.page(first - 1, 2, settled=False)] == others
    assert [one.number for one in await reports.page(first - 1, 2, settled=True)] == [first]
    with pytest.raises(NotFound):
        await reports.settle(first + 99, verdict)
