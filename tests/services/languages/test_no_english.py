"""Games are read in every language, on pages, in pictures, feeds, letters, chats and answers: no English is left.

What is English is told by its words: those that only the English catalogues know.
"""

import re
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple, TypeAlias
from urllib.parse import quote

import httpx
import msgspec
import pytest

from domain.concordia import GAME as CONCORDIA
from domain.kernel.ids import UserId, Version
from domain.kernel.languages import ENGLISH, LANGUAGES
from domain.kernel.words import Catalogue
from projections.match_follower import MatchFollower
from services.cache import Cache
from services.chat.actions import commands
from services.chat.requests import ChatCommand
from services.chat.telling import news as telling
from services.chat.telling.news import WORDS as CHANNELS
from services.chat.telling.news import ChannelTable
from services.chat.wording import WORDS as CHAT
from services.field_errors import WORDS as PROBLEM_WORDS
from services.notices.letters import WORDS as LETTERS
from services.notices.letters import LetterFrame, context_of, letter
from services.notices.notices import Notice
from services.notices.preferences import NoticeKind
from services.render.registry import renderer_of
from services.store.chat.bindings import ChannelSettings
from services.web.settings.pages import zones
from services.web.texts import WORDS as PAGE_WORDS
from tests.kit.browser import HTML
from tests.kit.chatting import stranger
from tests.kit.english import english_in, texts_of, told
from tests.kit.http import API, Json, Person, Site
from tests.kit.page_routes import pages
from tests.projections.logs import REGISTRY, Log
from tests.services.languages.conftest import MOVES, READER, Scene

pytestmark = pytest.mark.timeout(120)
OTHERS = [language for language in LANGUAGES if language != ENGLISH]
SITE_PAGES = (
    *("/", "/tables", "/tables?show=running", "/tables?show=finished", "/new", "/people", "/users/{name}", "/settings"),
    *("/games/{lobby}", "/games/{over}/record?check=true", "/games/{over}/analysis", "/proof", "/learn"),
)
STRANGERS_PAGES = (
    *("/", "/login", "/sign-up", "/lost-password", "/reset-password", "/confirm-email", "/no-such-page"),
    *("/api/v1/unsubscribe/wrong", "/games/{over}", "/games/{lobby}"),
)
GAME_PAGES = (
    *("/games/{running}", "/games/{running}/seats/1", "/games/{running}/moment?at={version}&from={half}"),
    *("/games/{over}/scoring?after=0", "/games/{over}/scores?all=true", "/games/{over}/replay", "/rules/{slug}"),
    *("/learn/{slug}?step=3", "/learn/{slug}?step=5", "/learn/{slug}?step=18", "/learn/{slug}?step=6&solve=1"),
    *("/games/{running}/replay?at={half}", "/new/sentence?game={slug}&players=2&bots=1"),
)
PLAN_PAGE = "/games/{running}/plan"
WORDLESS = {"/next", "/manifest.webmanifest", "/service-worker.js", "/static/{version}/{name}"}
API_OF_GAME = (
    *("/catalog", "/catalog/{slug}", "/games", "/me/inbox", "/games/{running}/options", "/games/{running}/board.svg"),
    *("/games/{running}/board.svg?mini=wide", "/games/{over}/roundel.svg", "/games/{over}/timeline?limit=1000"),
    *("/games/{running}/recap?since=1", "/games/{running}/diff?from={half}&to={version}", "/games/{over}/scores"),
)
PROBLEMS: tuple[tuple[str, str, Json], ...] = (
    *(("GET", "/games/nothing", None), ("GET", "/no-such-thing", None), ("GET", "/games?status=x&limit=0", None)),
    *(("POST", "/games", {}), ("POST", "/games", {"game": "ludo", "players": 99}), ("DELETE", "/games", None)),
    *(("POST", "/games/{running}/start", None), ("POST", "/games/{running}/undo", None), ("POST", "/users", {})),
    *(("POST", "/games/{over}/commands", {"command": {}}), ("POST", "/games/{lobby}/votes", {"motion": "x"})),
    *(("POST", "/games/{running}/commands", {"commands": [], "expected_version": 1}), ("GET", "/admin/jobs", None)),
    *(("PUT", "/me/vacation", {"from": "2020-01-01"}), ("POST", "/sessions", {"name": "a", "password": "b"})),
)
ASKED = (
    *("help", "table", "board", "move", "hand", "log", "recap", "scores", "clock", "talk", "games", "undo", "resign"),
    *("verify", "channel", "vacation", "new", "rematch", "link", "salve"),
)
TYPED = {*commands()}
"""What is typed in a chat is the same in every language."""
NOTICES: Mapping[NoticeKind, str] = {
    "turn": "",
    "reminder": "50",
    "over": "",
    "clock": "wait",
    "next": "1",
    "talk": "",
    "vote": "pause",
}


THINGS = 8
"""So many things of a table are asked why they cannot be pointed at."""
NAMED = ("Livia", "Marcus", "Anonymised copy")
PARTS = {
    **dict.fromkeys(("{running}", "{over}", "{lobby}"), "{game_id}"),
    "/seats/1": "/seats/{seat}",
    "/unsubscribe/wrong": "/unsubscribe/{code}",
}
"""How the server writes what we fill in."""


class Read(NamedTuple):
    """Something that somebody read, and its texts."""

    what: str
    texts: list[str]


class Reading:
    """Somebody who asks for everything in one language."""

    def __init__(self, site: Site, scene: Scene, language: str) -> None:
        self._site, self._scene, self._language = site, scene, language
        version = len(scene.played.records)
        self._parts = {
            "running": scene.running,
            "over": scene.over,
            "lobby": scene.lobby,
            "slug": scene.game.meta.slug,
            "version": str(version),
            "half": str(version // 2),
            "name": scene.reader.account.name,
        }
        self._cities = [city for cities in zones(language).values() for _, city in cities]

    def _commands(self) -> list[tuple[str, ...]]:
        handles = renderer_of(self._scene.game.meta.slug).handles
        return [handles(command) for command in self._scene.played.match.legal(READER)]

    def _headers(self, person: Person, **more: str) -> dict[str, str]:
        known = {"Authorization": f"Bearer {person.token}"} if person.token else {}
        return {"Accept-Language": self._language, **known, **more}

    async def _ask(self, address: str, who: Person | None = None, *, method: str = "GET", body: Json = None) -> Read:
        path = address.format(**self._parts)
        kind = {} if path.startswith(API) else HTML
        headers = self._headers(who or self._scene.reader.account, **kind)
        answer = await self._site.http.request(method, path, json=body, headers=headers)
        assert answer.status_code < httpx.codes.INTERNAL_SERVER_ERROR, f"{path}: {answer.text}"
        return Read(f"{method} {path}", texts_of(answer))

    async def site(self) -> AsyncIterator[Read]:
        """Every page that is the same whatever is played, and every problem."""
        for address in SITE_PAGES:
            yield await self._ask(address)
        for address in STRANGERS_PAGES:
            yield await self._ask(address, self._site.stranger)
        yield await self._ask("/admin", self._site.admin)
        for method, address, body in PROBLEMS:
            yield await self._ask(API + address, method=method, body=body)

    async def table(self) -> AsyncIterator[Read]:
        """Every page of a game, and what its table shows while a turn is composed."""
        for address in GAME_PAGES:
            yield await self._ask(address)
        yield await self._ask(PLAN_PAGE, self._scene.waiting.account)
        yield await self._reasons()
        for path in self._commands()[:2]:
            yield await self._pointed("discard", "")
            yield await self._pointed("pick", " ".join(path))
        yield await self._pointed("discard", "")

    async def _reasons(self) -> Read:
        """Why things on the table cannot be pointed at now."""
        headers = self._headers(self._scene.reader.account, **HTML)
        table = await self._site.http.get(f"/games/{self._scene.running}", headers=headers)
        things = dict.fromkeys(re.findall(r'data-thing="([^"]+)"', table.text))
        reasons = [await self._ask(f"/games/{{running}}/why?thing={quote(one)}") for one in [*things][:THINGS]]
        return Read("reasons", [text for reason in reasons for text in reason.texts])

    async def _pointed(self, what: str, path: str) -> Read:
        headers = self._headers(self._scene.reader.account, **HTML, **{"X-Fragment": "board"})
        address = f"/games/{self._scene.running}/{what}"
        answer = await self._site.http.post(address, data={"path": path}, headers=headers)
        assert answer.is_success, answer.text
        return Read(f"POST {address} {path}", texts_of(answer))

    async def answers(self) -> AsyncIterator[Read]:
        """What programs are answered with words in it, and the feeds."""
        for address in API_OF_GAME:
            yield await self._ask(API + address)
        for form in ("ics", "atom"):
            yield await self._ask(f"/feeds/{self._scene.feed}/inbox.{form}")

    async def chats(self) -> AsyncIterator[Read]:
        """What is answered in a chat, to the reader and to somebody whom nobody knows there yet."""
        reader = self._scene.reader
        person = msgspec.structs.replace(reader.person, language=self._language)
        for speaker in (replace(reader, person=person), stranger(self._site, language=self._language)):
            for action in ASKED:
                answer = await speaker.ask(ChatCommand(action, "", {"table": self._scene.running}))
                yield Read(f"chat {action}", [text for text in told(msgspec.to_builtins(answer)) if text not in TYPED])

    async def letters(self) -> AsyncIterator[Read]:
        """Mail about the table."""
        played = self._scene.played
        log = played.records
        followed = await MatchFollower(Log(log), REGISTRY).newest(played.id)
        known = dict.fromkeys(followed.people, "Livia")
        frame = LetterFrame(address="https://acta.example", stop="https://acta.example/stop", language=self._language)
        user = followed.match.table.chairs[READER].user or UserId("")
        for kind, about in NOTICES.items():
            notice = Notice(kind=kind, user=user, game=played.id, cause="1", seat=READER, about=about)
            written = letter(notice, context_of(notice, followed, log, known, self._language), frame)
            yield Read(f"letter {kind}", [written.subject, written.text])

    async def channels(self) -> AsyncIterator[Read]:
        """What is told where the table lives."""
        played = self._scene.played
        log = played.records
        followed = await MatchFollower(Log(log), REGISTRY).newest(played.id)
        settings = msgspec.convert({"language": self._language}, ChannelSettings)
        table = ChannelTable(followed, settings, dict.fromkeys(followed.people, "Livia"), {}, "https://acta.example")
        half, whole = Version(len(log) // 2), Version(len(log))
        messages = [telling.news(table, log, half, whole, [READER]), telling.board(table)]
        messages += [telling.reminder(table, READER, about) for about in ("50", "90", "late")]
        for message in messages:
            yield Read("channel", [*told(msgspec.to_builtins(message))])

    async def english(self, ways: "Iterable[Way]") -> AsyncIterator[tuple[str, Mapping[str, list[str]]]]:
        """Everything in which English is left, with the words."""
        for way in ways:
            async for read in way(self):
                assert read.texts, f"{read.what} tells nothing"
                names = self._cities if read.what == "GET /settings" else ()
                if wrong := english_in(read.texts, self._language, (*self._scene.names, *NAMED, *names)):
                    yield read.what, wrong


Way: TypeAlias = Callable[[Reading], AsyncIterator[Read]]
WAYS: tuple[Way, ...] = (Reading.table, Reading.answers, Reading.chats, Reading.channels, Reading.letters)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("slug", MOVES)
async def test_nothing_of_a_game_is_english(site: Site, scenes: Mapping[str, Scene], slug: str, language: str) -> None:
    assert {what: wrong async for what, wrong in Reading(site, scenes[slug], language).english(WAYS)} == {}


@pytest.mark.parametrize("language", OTHERS)
async def test_no_other_page_and_no_problem_is_english(site: Site, scenes: Mapping[str, Scene], language: str) -> None:
    found = Reading(site, scenes["concordia"], language).english([Reading.site])
    assert {what: wrong async for what, wrong in found} == {}


PLANTED = "Look at your neighbours first"
PLANTS: dict[str, tuple[Catalogue, str, Way]] = {
    "page": (PAGE_WORDS, "table.choices.title", Reading.table),
    "label": (CONCORDIA.words, "group.PlayCard", Reading.answers),
    "problem": (PROBLEM_WORDS, "title.not-found", Reading.site),
    "chat": (CHAT, "button.log", Reading.chats),
    "channel": (CHANNELS, "board.waits", Reading.channels),
    "letter": (LETTERS, "text.since", Reading.letters),
}


@pytest.fixture
def nothing_cached() -> Iterator[None]:
    """Pages are made anew, and none of these is shown to others: their words are no part of what they are kept by."""
    Cache.clear_all()
    yield
    Cache.clear_all()


@pytest.mark.usefixtures("nothing_cached")
@pytest.mark.parametrize("plant", PLANTS)
@pytest.mark.parametrize("language", OTHERS)
async def test_a_planted_english_sentence_is_found(
    site: Site, scenes: Mapping[str, Scene], monkeypatch: pytest.MonkeyPatch, plant: str, language: str
) -> None:
    words, key, way = PLANTS[plant]
    monkeypatch.setitem(dict(words.languages)[language], key, PLANTED)
    async for _, wrong in Reading(site, scenes["concordia"], language).english([way]):
        assert all(PLANTED in text for text in wrong)
        return
    pytest.fail("it was not found")


HIDDEN = {
    "text/html": '<!doctype html><html lang="de"><body><p aria-label="Look at your neighbours">Tisch</p></body></html>',
    "image/svg+xml": '<svg xmlns="http://www.w3.org/2000/svg"><g><title>Look at your neighbours</title></g></svg>',
    "application/json": '{"options": [{"label": "Neighbours"}]}',
    "application/problem+json": '{"type": "/problems/illegal-move", "advice": "Look at your neighbours"}',
    "text/calendar": "BEGIN:VEVENT\r\nSUMMARY:Look at your\r\n  neighbours\r\nEND:VEVENT\r\n",
}


@pytest.mark.parametrize("kind", HIDDEN)
def test_english_is_found_in_every_kind_of_answer(kind: str) -> None:
    answer = httpx.Response(200, headers={"content-type": kind}, text=HIDDEN[kind])
    (words,) = english_in(texts_of(answer), "de").values()
    assert words[-1].lower() == "neighbours"


async def test_every_page_is_read(site: Site) -> None:
    asked = {address.partition("?")[0] for address in (*SITE_PAGES, *STRANGERS_PAGES, *GAME_PAGES, "/admin")}
    asked |= {"/games/{running}/why", PLAN_PAGE}
    for part, pattern in PARTS.items():
        asked = {address.replace(part, pattern) for address in asked}
    assert {path for method, path in pages(site) if method == "GET"} - WORDLESS - asked == set()
