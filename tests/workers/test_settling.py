"""Settling: what nobody can need any more is dropped, and not a moment before."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import pytest

from domain.kernel.clock import DAY, SECOND, Millis
from domain.kernel.ids import GameId
from services import bootstrap
from services.cli.rebuild import rebuild_models
from services.store import keys
from tests.kit.http import Person, Site, running_site
from tests.kit.processes import Server
from tests.services.api.tables import choose, dealt, options, started
from workers.heads import HeadsDigester
from workers.settling import Settling

LATER = 8


class Played(NamedTuple):
    """A server on which a game went on, was read by everybody who reads the feed, and rests."""

    site: Site
    game: str
    actor: Person
    people: tuple[Person, Person]

    async def entries(self) -> dict[int, list[dict[bytes, bytes]]]:
        """What the feed of each partition holds, if it holds anything."""
        client: Any = self.site.services.client
        found = {number: await client.xrange(keys.feed(number)) for number in range(keys.PARTITIONS)}
        return {number: [row for _, row in rows] for number, rows in found.items() if rows}

    async def notify(self) -> None:
        notifier = bootstrap.notifier(self.site.services, lambda _game, _error: None)
        for number in range(keys.PARTITIONS):
            await notifier.catch_up(number)

    async def settle(self, *, days: int = LATER, digest: bool = True) -> int:
        """Settle as if so many days had gone by."""
        services = self.site.services
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(services.tables, "now", lambda: now() + days * DAY)
            if digest:
                await HeadsDigester(services).catch_up()
            return await Settling(services).settle(services.tables.now())

    async def lists(self) -> list[Any]:
        return [await self.people[0].seen(path) for path in ("/games", "/games?mine=true", "/me/inbox")]


def now() -> Millis:
    return int(datetime.now(UTC).timestamp() * SECOND)


@pytest.fixture
async def played(server: Server) -> AsyncIterator[Played]:
    async with running_site(server.url) as site:
        anna, brutus = await site.person("Anna"), await site.person("Brutus")
        one = Played(site, *await dealt(anna, brutus), (anna, brutus))
        await one.notify()  # begins at the end of the feed
        await choose(one.actor, one.game)
        yield one


async def test_the_feed_forgets_what_everybody_has_read(played: Played) -> None:
    before = await played.entries()
    ((number, rows),) = before.items()
    assert await played.settle() == 0, "the projector has read nothing"
    await played.site.project()
    assert await played.settle() == len(rows) - 2, "the notifier has not read the last one"
    await played.notify()
    assert await played.settle() == 1
    assert await played.entries() == {number: rows[-1:]}, "the newest stays"
    assert await played.settle() == 0


async def test_the_feed_keeps_what_is_young_or_is_to_be_in_a_digest(played: Played) -> None:
    await played.site.project()
    await played.notify()
    before = await played.entries()
    assert await played.settle(digest=False) == 0, "no day has a digest yet"
    assert await played.settle(days=6) == 0, "nothing is old enough"
    await played.site.services.server.heads.keep((datetime.now(UTC) - timedelta(days=1)).date(), b"")
    assert await played.entries() == before


async def test_lists_follow_on_a_feed_that_forgot_and_are_made_anew_without_it(played: Played) -> None:
    anna, brutus = played.people
    await played.site.project()
    await played.notify()
    before = await played.lists()
    assert await played.settle() > 0
    await rebuild_models(played.site.services, lambda _read: None)
    assert await played.lists() == before
    more = await started(anna, brutus)
    await choose(played.actor, played.game)
    await played.site.project()
    after = await played.lists()
    assert {item["game_id"] for item in after[0]["items"]} == {played.game, more}
    await rebuild_models(played.site.services, lambda _read: None)
    assert await played.lists() == after


async def test_a_request_can_be_repeated_until_its_key_is_dropped(played: Played) -> None:
    await played.site.project()
    commands = keys.of(GameId(played.game)).commands
    shown = await played.actor.seen(f"/games/{played.game}")
    body = {"command": (await options(played.actor, played.game))[0], "expected_version": shown["version"]}
    first = await played.actor.done(f"/games/{played.game}/commands", body, key="mine")
    await played.site.project()
    await played.notify()
    client: Any = played.site.services.client
    known = await client.hlen(commands)
    await played.settle(days=6)
    assert await client.hlen(commands) == known
    again = await played.actor.done(f"/games/{played.game}/commands", body, key="mine")
    assert (again["version"], again["repeated"]) == (first["version"], True)

    await played.settle()
    assert [field.decode() for field in await client.hkeys(commands)] != []
    assert await client.hlen(commands) == 1, "only what made the game is remembered"
    version = len(await played.site.log(played.game))
    async with played.site.writes_nothing():
        refused = await played.actor.post(f"/games/{played.game}/commands", body, key="mine")
    assert refused.status_code == 409
    assert len(await played.site.log(played.game)) == version


async def test_what_is_said_once_and_for_all_stays_remembered(played: Played) -> None:
    anna, brutus = played.people
    await brutus.done(f"/games/{played.game}/resign", key="enough")
    new = (await anna.done(f"/games/{played.game}/rematch"))["game_id"]
    await played.site.project()
    await played.notify()
    await played.settle()
    client: Any = played.site.services.client
    left = {game: await client.hkeys(keys.of(GameId(game)).commands) for game in (played.game, new)}
    assert b"rematch offered" in left[played.game]
    assert left[new] == [b"opened as rematch"]
    assert len(left[played.game]) == 2
