"""Pages and chat read what the API reads, by calling queries: the same answers, and the same tables hidden."""

import asyncio
from contextlib import nullcontext
from typing import Any

import msgspec
import pytest

from domain.kernel.errors import NotFound
from domain.kernel.ids import UserId
from services.queries.game import read_game
from services.queries.lists import ListRequest, read_list
from services.queries.names import Names
from services.queries.options import read_options
from services.queries.queries import Queries, ReadRequest
from services.queries.scores import read_scores
from services.queries.timeline import read_timeline
from services.queries.visible_log import open_log
from services.tables.version_waits import VersionWaits
from tests.kit.http import Person, Site
from tests.services.api.tables import dealt, started


@pytest.fixture
def queries(site: Site) -> Queries:
    services = site.services
    waits = VersionWaits(lambda _game: nullcontext(asyncio.Event()))
    names = Names(site.accounts.stored, site.accounts.rights_changes)
    return Queries(services.tables, services.models, services.people.drafts, names, waits, "https://acta.example")


def plain(answer: object) -> Any:  # noqa: ANN401 - as JSON has it
    return msgspec.json.decode(msgspec.json.encode(answer))


async def test_a_seat_reads_what_the_api_shows_it(queries: Queries, anna: Person, brutus: Person) -> None:
    game, actor = await dealt(anna, brutus)
    asked = ReadRequest(game, UserId(actor.user_id))
    log = await open_log(queries, asked)
    path = f"/games/{game}"
    assert plain(await read_game(queries, asked, lang="en")) == await actor.seen(path)
    assert plain(await read_options(queries, asked, None, "en")) == await actor.seen(f"{path}/options")
    assert plain(await read_timeline(log, 0, 100, None, "en")) == await actor.seen(f"{path}/timeline")
    assert plain(await read_scores(log, None, "en")) == await actor.seen(f"{path}/scores")


async def test_a_private_table_is_hidden_from_strangers(
    site: Site, queries: Queries, anna: Person, brutus: Person, carus: Person
) -> None:
    game = await started(anna, brutus, private=True)
    await site.project()
    with pytest.raises(NotFound):
        await read_game(queries, ReadRequest(game, UserId(carus.user_id)), lang="en")
    with pytest.raises(NotFound):
        await open_log(queries, ReadRequest(game, None))
    for person, shown in ((anna, True), (carus, False)):
        listed = await read_list(queries, ListRequest(UserId(person.user_id), owner=anna.user_id), 50, "en")
        assert (game in [one.game_id for one in listed.items]) == shown
