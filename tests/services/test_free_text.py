"""What people write freely comes in by three doors, and none of them lets a text in that a terminal would obey."""

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable

import httpx
import msgspec
import pytest
from rich.text import Text

from domain.kernel.ids import GameId, UserId
from domain.kernel.lobby import Terms
from services.chat.message import Message
from services.chat.requests import ChatCommand, Press
from services.cli.output import note, say, show_table
from services.store.events import CommandKey
from services.store.keys import SERVER
from services.tables.hot_tables import Request
from services.tables.table_changes import create
from tests.kit.chatting import chatter, reference, text_of
from tests.kit.command_line import acta
from tests.kit.http import PASSWORD, Json, Person, Site, running_site
from tests.kit.processes import REPOSITORY, Server
from tests.services.api.tables import opened, started

Door = Callable[[Site, str], Awaitable[str | None]]
"""Brings a text in, and gives what is stored of it."""

BARRED = {
    "nul": "\x00",
    "bell": "\x07",
    "escape": "\x1b",
    "delete": "\x7f",
    "next line": "\x85",
    "control sequence": "\x9b",
    "left-to-right embedding": "\u202a",
    "right-to-left override": "\u202e",
    "left-to-right isolate": "\u2066",
    "pop isolate": "\u2069",
}
PLAIN = {
    "emoji": "Salve 🏛️ 👩‍👩‍👧",
    "flag": "🏴󠁧󠁢󠁥󠁮󠁧󠁿 ahead",
    "accents": "Cafe\u0301 n\u0303andu\u0301",
    "hebrew": "שלום לכולם",
    "arabic with a mark": "مرحبا\u200f!",
    "persian": "می\u200cروم",
}


@pytest.fixture(scope="module")
async def site(server: Server) -> AsyncIterator[Site]:
    async with running_site(server.url) as running:
        yield running


async def sent(person: Person, path: str, **fields: str) -> httpx.Response:
    """A form as a page sends it."""
    headers = {"Authorization": f"Bearer {person.token}", "Accept": "text/html"}
    answer = await person.http.post(path, data=fields, headers=headers)
    assert answer.status_code < 500
    return answer


async def title_of(person: Person, game: str) -> str | None:
    return str((await person.seen(f"/games/{game}"))["title"]) or None


async def title_opened(site: Site, text: str) -> str | None:
    host = await site.person("Livia")
    answer = await host.post("/games", {"game": "taberna", "players": 2, "title": text})
    return await title_of(host, answer.json()["game_id"]) if answer.is_success else None


async def title_changed(site: Site, text: str) -> str | None:
    host = await site.person("Livia")
    game = await opened(host)
    await host.patch(f"/games/{game}", {"title": text})
    return await title_of(host, game)


async def title_on_the_form(site: Site, text: str) -> str | None:
    host = await site.person("Livia")
    answer = await sent(host, "/new", game="taberna", players="2", title=text, clock="day", key=secrets.token_hex(16))
    return await title_of(host, answer.headers["location"].rpartition("/")[2]) if answer.status_code == 303 else None


async def title_in_the_lobby(site: Site, text: str) -> str | None:
    host = await site.person("Livia")
    game = await opened(host)
    await sent(host, f"/games/{game}/lobby", do="terms", title=text, clock="day")
    return await title_of(host, game)


async def in_chat(site: Site, action: str, text: str, *, opened_elsewhere: bool = False) -> tuple[Person, str]:
    """A form of a table's lobby, filled in in a chat; of the table that was opened there, or of another one."""
    host = await chatter(site, channel=secrets.token_hex(4))
    lobby = await host.press(await host.say("new", "taberna 2 0"), "newopen")
    game = await opened(host.account) if opened_elsewhere else reference(lobby, "join").game
    form = msgspec.structs.replace(reference(lobby, "join"), action=action, game=game)
    answer = await host.ask(Press(form, (text,)))
    assert isinstance(answer, Message)
    return host.account, game


async def title_in_chat(site: Site, text: str) -> str | None:
    host, game = await in_chat(site, "rename", text)
    found = await title_of(host, game)
    return None if found and host.name in found else found


async def nonce_of(site: Site, game: str) -> str | None:
    async with site.services.tables.lock(GameId(game)):
        return (await site.services.tables.current(GameId(game))).match.table.chairs[0].nonce


async def nonce_given(site: Site, text: str) -> str | None:
    host = await site.person("Livia")
    game = await opened(host)
    await host.post(f"/games/{game}/nonce", {"nonce": text})
    return await nonce_of(site, game)


async def nonce_with_a_seat(site: Site, text: str) -> str | None:
    host, guest = await site.person("Livia"), await site.person("Marcus")
    game = await opened(host, 3)
    await guest.post(f"/games/{game}/seats", {"nonce": text})
    async with site.services.tables.lock(GameId(game)):
        return (await site.services.tables.current(GameId(game))).match.table.chairs[1].nonce


async def nonce_on_the_page(site: Site, text: str) -> str | None:
    host = await site.person("Livia")
    game = await opened(host)
    await sent(host, f"/games/{game}/lobby", do="word", word=text)
    return await nonce_of(site, game)


async def nonce_in_chat(site: Site, text: str) -> str | None:
    _, game = await in_chat(site, "word", text, opened_elsewhere=True)  # a chat gives a word to whoever opens a table
    return await nonce_of(site, game)


async def talk_of(site: Site, game: str) -> str | None:
    lines = await site.services.talk.lines.read(GameId(game), 0)
    return lines[0].text if lines else None


async def said(site: Site, text: str) -> str | None:
    host = await site.person("Livia")
    game = await opened(host)
    await host.post(f"/games/{game}/talk", {"text": text})
    return await talk_of(site, game)


async def said_on_the_page(site: Site, text: str) -> str | None:
    host, game = await at_table(site)
    await sent(host, f"/games/{game}/say", text=text)
    return await talk_of(site, game)


async def said_in_chat(site: Site, text: str) -> str | None:
    host = await chatter(site, channel=secrets.token_hex(4))
    lobby = await host.press(await host.say("new", "taberna 2 0"), "newopen")
    game = reference(lobby, "join").game
    await host.ask(ChatCommand("say", "", {"text": text, "table": game}))
    return await talk_of(site, game)


async def at_table(site: Site) -> tuple[Person, str]:
    people = [await site.person(name) for name in ("Livia", "Marcus")]
    return people[0], await started(*people)


async def noted(site: Site, text: str) -> str | None:
    host, game = await at_table(site)
    await host.put(f"/games/{game}/notes", {"text": text})
    return await site.services.people.notes.get(GameId(game), UserId(host.user_id))


async def noted_on_the_page(site: Site, text: str) -> str | None:
    host, game = await at_table(site)
    await sent(host, f"/games/{game}/notes", text=text)
    return await site.services.people.notes.get(GameId(game), UserId(host.user_id))


async def noted_in_chat(site: Site, text: str) -> str | None:
    host, game = await in_chat(site, "notes", text)
    return await site.services.people.notes.get(GameId(game), UserId(host.user_id))


async def reported(site: Site, reason: str = "") -> int | None:
    anna, brutus = [await site.person(name) for name in ("Anna", "Brutus")]
    game = await started(anna, brutus)
    await anna.done(f"/games/{game}/talk", {"text": "rude"})
    answer = await brutus.post(f"/games/{game}/talk/1/report", {"reason": reason})
    return int(answer.json()["report_id"]) if answer.is_success else None


async def reason_of_a_report(site: Site, text: str) -> str | None:
    number = await reported(site, text)
    return None if number is None else (await site.services.talk.reports.get(number)).report.reason


async def verdict_of(site: Site, number: int | None) -> str | None:
    verdict = (await site.services.talk.reports.get(number or 0)).verdict
    return None if verdict is None else verdict.note


async def note_of_a_verdict(site: Site, text: str) -> str | None:
    number = await reported(site)
    await site.admin.post(f"/reports/{number}/settle", {"note": text})
    return await verdict_of(site, number)


async def note_of_a_verdict_on_the_page(site: Site, text: str) -> str | None:
    number = await reported(site)
    await sent(site.admin, f"/admin/reports/{number}", act="keep", note=text)
    return await verdict_of(site, number)


async def label_of(site: Site, person: Person) -> str | None:
    held = await site.accounts.credentials.held_by(UserId(person.user_id), ["personal"])
    return held[0].name if held else None


async def name_of_a_token(site: Site, text: str) -> str | None:
    person = await site.person("Livia")
    await person.post("/me/tokens", {"name": text})
    return await label_of(site, person)


async def name_of_a_token_on_the_page(site: Site, text: str) -> str | None:
    person = await site.person("Livia")
    await sent(person, "/settings/tokens", name=text, days="9", scope="read")
    return await label_of(site, person)


async def newest_invitation(site: Site, known: set[str]) -> str | None:
    held = await site.accounts.credentials.held_by(SERVER, ["invitation"])
    new = [one for one in held if one.id not in known]
    return new[0].name if new else None


async def known_invitations(site: Site) -> set[str]:
    return {one.id for one in await site.accounts.credentials.held_by(SERVER, ["invitation"])}


async def note_of_an_invitation(site: Site, text: str) -> str | None:
    known = await known_invitations(site)
    await site.admin.post("/invitations", {"note": text})
    return await newest_invitation(site, known)


async def note_of_an_invitation_on_the_page(site: Site, text: str) -> str | None:
    known = await known_invitations(site)
    await sent(site.admin, "/admin/invitations", note=text)
    return await newest_invitation(site, known)


async def reason_of_a_ban(site: Site, text: str) -> str | None:
    person = await site.person("Livia")
    await sent(site.admin, "/admin/bans", name=person.name, act="ban", why=text)
    acts = await site.services.server.audit.about(person.user_id)
    return acts[0].note if acts else None


LINES: list[Door] = [
    title_opened,
    title_changed,
    title_on_the_form,
    title_in_the_lobby,
    title_in_chat,
    nonce_given,
    nonce_with_a_seat,
    nonce_on_the_page,
    nonce_in_chat,
    name_of_a_token,
    name_of_a_token_on_the_page,
    note_of_an_invitation,
    note_of_an_invitation_on_the_page,
]
TEXTS: list[Door] = [
    said,
    said_on_the_page,
    said_in_chat,
    noted,
    noted_on_the_page,
    noted_in_chat,
    reason_of_a_report,
    note_of_a_verdict,
    note_of_a_verdict_on_the_page,
    reason_of_a_ban,
]


@pytest.mark.parametrize("barred", BARRED.values(), ids=BARRED)
@pytest.mark.parametrize("door", [*LINES, *TEXTS])
async def test_no_door_lets_it_in(site: Site, door: Door, barred: str) -> None:
    assert barred not in (await door(site, f"Salve{barred}[31m") or "")


@pytest.mark.parametrize("plain", PLAIN.values(), ids=PLAIN)
@pytest.mark.parametrize("door", [*LINES, *TEXTS])
async def test_every_door_lets_ordinary_words_in(site: Site, door: Door, plain: str) -> None:
    assert await door(site, plain) == plain


@pytest.mark.parametrize("door", TEXTS)
async def test_a_text_may_have_lines_and_tabs(site: Site, door: Door) -> None:
    assert await door(site, "one\n\ttwo") == "one\n\ttwo"


@pytest.mark.parametrize("door", LINES)
async def test_a_line_has_none(site: Site, door: Door) -> None:
    assert "\n" not in (await door(site, "one\ntwo") or "")


@pytest.mark.parametrize("barred", BARRED.values(), ids=BARRED)
async def test_a_name_shows_every_sign_that_it_has(site: Site, barred: str) -> None:
    name = f"Li{barred}via{secrets.token_hex(3)}"
    body: Json = {"name": name, "password": PASSWORD}
    assert (await site.stranger.post("/users", body)).status_code == 400
    form = await site.http.post("/sign-up", data={"name": name, "password": PASSWORD}, headers={"Accept": "text/html"})
    assert form.status_code in {400, 403}
    assert await site.accounts.stored.named(name) is None


async def test_the_page_says_what_is_wrong_with_a_text(site: Site) -> None:
    host = await site.person("Livia")
    game = await opened(host)
    lobby = await sent(host, f"/games/{game}/lobby", do="word", word="a\x1bb")
    token = await sent(host, "/settings/tokens", name="a\u202eb", days="9", scope="read")
    for page in (lobby, token):
        assert (page.status_code, "control characters" in page.text) in {(400, True), (422, True)}


async def test_a_chat_says_what_is_wrong_with_a_text(site: Site) -> None:
    host = await chatter(site, channel="words")
    lobby = await host.press(await host.say("new", "taberna 2 0"), "newopen")
    told = await host.ask(ChatCommand("say", "", {"text": "a\x1b[2Jb", "table": reference(lobby, "join").game}))
    assert isinstance(told, Message)
    assert "control characters" in text_of(told)


async def test_the_operators_terminal_obeys_no_title_of_an_earlier_release(site: Site, server: Server) -> None:
    host = await site.person("Livia")
    request = Request(GameId(secrets.token_hex(10)), "first", CommandKey("first", ""))
    terms = Terms(2, {}, "\x1b]0;mine\x07 \u202e[/red]\n", private=True)
    await create(site.services.tables, request, "taberna", UserId(host.user_id), terms)
    await site.project()
    listed = acta("admin", "games", "--of", host.name, ACTA_REDIS_URL=server.url)
    assert r"\x1b]0;mine\x07 \u202e[/red]\n" in listed.stdout, listed.stderr
    assert not {"\x1b", "\x07", "\u202e"} & {*listed.stdout}


def test_whatever_a_command_prints_is_cleaned(capsys: pytest.CaptureFixture[str]) -> None:
    for line in ("a\x1b[2Jb\x9b", Text("a\x1b[2Jb\x9b")):
        say(line)
    note("a\x1b[2Jb\x9b")
    show_table(["What"], [["a\x1b[2Jb\x9b"]])
    printed = capsys.readouterr()
    assert (printed.out + printed.err).count(r"a\x1b[2Jb\x9b") == 4
    own = [path for path in (REPOSITORY / "services/cli").rglob("*.py") if "Console(" in path.read_text("utf-8")]
    assert [path.name for path in own if "Console(stderr=True)" not in path.read_text("utf-8")] == ["output.py"]
