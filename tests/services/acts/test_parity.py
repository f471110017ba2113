"""Every act at each of its doors: the same refusals, and a repeat that is carried out once.

An act that a door does not offer says why in its row. A new act cannot be added without one.
"""

import importlib
import pkgutil
from collections.abc import Awaitable, Callable, Iterable
from inspect import isawaitable

import pytest
from _pytest.mark import ParameterSet

from domain.kernel.errors import NotFound, StoreFull
from domain.kernel.ids import UserId
from services import acts as room
from services.acts.asking import ACTS
from services.chat.refusal_words import in_words
from services.engine.free_space import FreeSpace
from services.identity.access import OPEN
from services.identity.limits import CommandLimit, SharedLimits
from services.notices.preferences import Kinds
from services.problems import KERNEL_ROWS, explain, too_many_requests
from services.store.keys import SERVER
from services.store.push_subscriptions import PushSubscription
from tests.kit.browser import browsing
from tests.kit.http import Person, Site
from tests.kit.push_browser import PushBrowser
from tests.services.acts import parity_accounts, parity_elsewhere, parity_tables
from tests.services.acts.doors import Member, Send, Told, members
from tests.services.acts.rows import Door, Row, Scene
from tests.services.api.tables import choose, dealt, opened, started

CLOCK = {"turn_seconds": 86_400}
ROWS = [*parity_tables.ROWS, *parity_accounts.ROWS]


def cases(rows: Iterable[Row]) -> list[ParameterSet]:
    return [pytest.param(row, door, id=f"{row.act}-{name}") for row in rows for name, door in row.doors().items()]


CASES = cases(ROWS)
BLIND = cases(row for row in parity_tables.ROWS if row.scene not in {"turn", "drafted", "played", "planning"})
"""Requests that can be made up without having been shown the table."""
GUARDED = [
    pytest.param(row, door, id=f"{row.act}-{name}")
    for row in ROWS
    if not ACTS[row.act].guests
    for name, door in row.doors().items()
    if name != "chat"
]
"""Doors at which a guest may come; none comes by a chat."""
BUSY, FULL, HIDDEN = too_many_requests(7), StoreFull(), NotFound()


def test_every_act_has_its_row() -> None:
    for found in pkgutil.iter_modules(room.__path__):
        importlib.import_module(f"{room.__name__}.{found.name}")
    rows = [row.act for row in (*ROWS, *parity_elsewhere.ROWS)]
    assert sorted(rows) == sorted(ACTS)


@pytest.mark.parametrize(("row", "door"), CASES)
async def test_a_door_refuses_who_comes_too_often(
    row: Row, door: Door, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with members(site, "Livia", "Marcus") as people:
        send = await prepared(row, door, *people)
        with monkeypatch.context() as patch:
            patch.setattr(CommandLimit, "take", _refuse_too_often)
            patch.setattr(SharedLimits, "count_address", _refuse_call)
            patch.setattr(SharedLimits, "count_account", _refuse_call)
            refuses(await send(), 429, BUSY)


@pytest.mark.parametrize(("row", "door"), CASES)
async def test_a_door_refuses_what_there_is_no_room_for(
    row: Row, door: Door, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with members(site, "Livia", "Marcus") as people:
        send = await prepared(row, door, *people)
        with monkeypatch.context() as patch:
            patch.setattr(FreeSpace, "require", _refuse_room)
            answer = await send()
        if ACTS[row.act].room:
            refuses(answer, 503, FULL)
        else:
            assert answer.status < 400, answer.text


@pytest.mark.parametrize(("row", "door"), GUARDED)
async def test_a_door_refuses_guests(row: Row, door: Door, site: Site) -> None:
    async with members(site, "Livia", "Marcus") as (actor, other), browsing(site) as browser:
        scene = await scene_of(row.scene, actor, other)
        made = await site.accounts.welcome_guest()
        browser.http.cookies.set("acta", made.token)
        guest = Person(site.http, made.account.name, made.account.user_id, made.token)
        told = await (await _sent(door, scene._replace(actor=Member(site, guest, browser, actor.chat))))()
        assert told.status == 403, told.text


@pytest.mark.parametrize(("row", "door"), CASES)
async def test_a_door_has_told_and_noted_the_same(row: Row, door: Door, site: Site) -> None:
    async with members(site, "Livia", "Marcus") as people:
        scene = await scene_of(row.scene, *people)
        await site.app.state.api.acts.afterwards.finish()
        heard = await hearing(site, scene.other)
        send = await _sent(door, scene)
        before = await site.services.server.audit.newest(1000)
        told = await send()
        assert told.status < 400, told.text
        await site.app.state.api.acts.afterwards.finish()
        assert await heard() == list(row.notices)
        noted = (await site.services.server.audit.newest(1000))[: -len(before) or None]
        own = [entry for entry in noted if entry.by == scene.actor.person.user_id]
        assert [entry.act for entry in own] == list(row.audit)


@pytest.mark.parametrize(("row", "door"), CASES)
async def test_a_door_does_once_what_is_asked_for_twice(row: Row, door: Door, site: Site) -> None:
    async with members(site, "Livia", "Marcus") as people:
        scene = await scene_of(row.scene, *people)
        send, before = await _sent(door, scene), len(await site.log(scene.game))
        first = await send()
        assert first.status < 400, first.text
        held = await held_by(scene.actor)
        written = [event.type for event in (await site.log(scene.game))[before:]]
        assert set(row.events) <= set(written)
        said = await site.services.talk.lines.length(scene.game)  # type: ignore[arg-type] # the id of a table
        again = await send()
        if ACTS[row.act].access != OPEN:
            assert await held_by(scene.actor) == held, again.text
        assert [event.type for event in (await site.log(scene.game))[before:]] == written, again.text
        assert await site.services.talk.lines.length(scene.game) == said  # type: ignore[arg-type] # the id of a table


@pytest.mark.parametrize(("row", "door"), BLIND)
async def test_a_strangers_private_table_is_no_table_at_any_door(row: Row, door: Door, site: Site) -> None:
    async with members(site, "Livia", "Marcus", "Tiro") as (actor, other, stranger):
        scene = await scene_of(row.scene, actor, other, private=True)
        outside = scene._replace(actor=stranger, other=stranger)
        refuses(await (await _sent(door, outside))(), 404, HIDDEN)


async def prepared(row: Row, door: Door, actor: Member, other: Member) -> Send:
    return await _sent(door, await scene_of(row.scene, actor, other))


async def _sent(door: Door, scene: Scene) -> Send:
    send = door(scene)
    if isawaitable(send):
        ready: Awaitable[Send] = send
        return await ready
    assert callable(send)
    return send


async def scene_of(name: str, actor: Member, other: Member, *, private: bool = False) -> Scene:
    """A table as far as it has come, or none."""
    host, guest = actor.person, other.person
    if name in {"nowhere", "ruling"}:
        return await _at_no_table(name, actor, other)
    if name in {"lobby", "filled"}:
        game = await opened(host, 3, private=private)
        if name == "filled":
            await host.done(f"/games/{game}/seats", {"bot": "random"})
        return Scene(game, actor, other)
    if name in {"active", "over", "said"}:
        game = await started(host, guest, clock=CLOCK, private=private)
        if name == "over":
            await guest.done(f"/games/{game}/resign")
        if name == "said":
            await host.done(f"/games/{game}/talk", {"text": "salvete"})
        return Scene(game, actor, other)
    game, acting = await dealt(host, guest, private=private)
    if (acting is guest) != name.startswith("plan"):
        actor, other = other, actor
    if name in _PREPARED:
        await _PREPARED[name](actor, game)
    return Scene(game, actor, other)


async def _draft(actor: Member, game: str) -> None:
    draft = await parity_tables.draft_of(actor, game)
    assert (await actor.person.put(f"/games/{game}/draft", draft)).status_code == 200


async def _choice(actor: Member, game: str) -> None:
    await choose(actor.person, game)


_PREPARED = {"drafted": _draft, "planned": parity_tables.make_plan, "played": _choice}


async def _at_no_table(name: str, actor: Member, other: Member) -> Scene:
    if name == "ruling":
        await actor.site.accounts.make_admin(actor.person.name, admin=True)
    return Scene("", actor, other)


async def held_by(member: Member) -> tuple[object, ...]:
    """How much acts for somebody, and how many invitations to the server there are."""
    accounts = member.site.accounts
    invitations = await accounts.credentials.held_by(SERVER, ["invitation"])
    return await accounts.access.held(UserId(member.person.user_id)), len(invitations)


async def hearing(site: Site, member: Member) -> Callable[[], Awaitable[list[str]]]:
    """Let somebody be told everything in a browser; gives what was put on its way from now on."""
    user, services = UserId(member.person.user_id), site.services
    every = dict.fromkeys(Kinds.__struct_fields__, True)
    await services.notices.preferences.change(user, {}, {}, every)
    browser = PushSubscription(**PushBrowser("https://9.9.9.9/heard").fields, created=1)
    await services.notices.push_subscriptions.add(user, browser)
    before = {kept.delivery.id for kept in (await services.notices.outbox.page(user, None, 100)).rows}

    async def heard() -> list[str]:
        rows = (await services.notices.outbox.page(user, None, 100)).rows
        return [kept.delivery.notice.kind for kept in rows if kept.delivery.id not in before]

    return heard


def refuses(told: Told, status: int, error: Exception) -> None:
    """API and page by their status, a chat by the words of the problem."""
    problem = explain(error, KERNEL_ROWS)
    assert problem is not None
    if told.status:
        assert told.status == status, told.text
    else:
        assert told.text == in_words(problem, "en")


def _refuse_too_often(_limit: CommandLimit, _user: str, _commands: int = 1) -> None:
    raise BUSY


async def _refuse_call(_limits: SharedLimits, _limit: object, _who: object) -> None:
    raise BUSY


def _refuse_room(_space: FreeSpace) -> None:
    raise FULL
