"""A server full of life: people, tables that fill up, wait, run and are over, so that every page has something to show.

Games are played in memory by greedy bots and written to the store under the people's names.
"""

import asyncio
import hashlib
import random
import secrets
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, cast
from urllib.parse import quote

import httpx

from domain.kernel import lobby
from domain.kernel.clock import DAY, SECOND, Clock, Millis, written
from domain.kernel.envelope import Record, Stamp, write
from domain.kernel.game import AnyGame, Step
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.kernel.match import Batch
from domain.registry import GAMES
from services.store.accounts import Accounts, Passwords
from services.store.client import Client
from services.store.connections import connect
from services.store.events import Append, CommandKey, EventStore
from tests.endure.acta_server import Acta
from tests.kit.http import API, PASSWORD
from tests.kit.logged_match import LoggedMatch
from workers.bots.bot import BotTurn, Budget
from workers.bots.greedy import GreedyBot

LIVIA: Final = Seat(0)
NAMES = ("Livia", "Marcus", "Octavia")
MORE_NAMES = ("Quinta", "Severus")
CLOCK = Clock(turn_seconds=2 * 24 * 3600)
PACE: Millis = 150 * SECOND
"""Between two confirmed batches."""
LOOKS_A_TURN = 30
SAID = ("Salve!", "Evenings only this week, is a day fine?")
TITLES = {"concordia": "Mare nostrum", "trajan": "Ides of March", "forum-trajanum": "Colonia prima"}


class Member(NamedTuple):
    """Somebody with an account."""

    name: str
    user_id: UserId
    token: str


@dataclass(frozen=True)
class Furnished:
    """What there is to see."""

    url: str
    people: tuple[Member, ...]
    waiting: Mapping[str, str]
    """By the game's name a table at which it is Livia's turn, in the middle of the game."""
    over: Mapping[str, str]
    """By the game's name a table that is over."""
    lobby: str

    @property
    def livia(self) -> Member:
        return self.people[0]

    def pages(self) -> dict[str, str]:
        """Every page that Livia may open, but the tables, by a name for it."""
        over, name = self.over["trajan"], quote(self.livia.name)
        return {
            "home": "/",
            "tables": "/tables",
            "tables-finished": "/tables?show=finished",
            "new": "/new",
            "lobby": f"/games/{self.lobby}",
            "people": "/people",
            "user": f"/users/{name}",
            "settings": "/settings",
            "proof": "/proof",
            "admin": "/admin",
            "admin-person": f"/admin?name={quote(NAMES[1])}",
            "missing": "/no-such-page",
            "seat": f"/games/{self.waiting['trajan']}/seats/1",
            "learn": "/learn",
            **{f"rules-{slug}": f"/rules/{slug}" for slug in self.over},
            **{f"lesson-{slug}": f"/learn/{slug}?step=5" for slug in self.over},
            **{f"lesson-places-{slug}": f"/learn/{slug}?step=3" for slug in self.over},
            **{f"scores-{slug}": f"/games/{game}/scores" for slug, game in self.over.items()},
            **{f"replay-{slug}": f"/games/{game}/replay" for slug, game in self.over.items()},
            "replay-middle": f"/games/{over}/replay?at=200",
            "record": f"/games/{over}/record?check=true",
            "analysis": f"/games/{over}/analysis",
        }

    def strangers_pages(self) -> dict[str, str]:
        """The pages that look different to somebody without an account."""
        return {
            "home-stranger": "/",
            "log-in": "/login",
            "sign-up": "/sign-up",
            "lost-password": "/lost-password",
            "invited": f"/games/{self.lobby}",
        }

    def tables(self) -> dict[str, str]:
        """The tables at which Livia is to choose, by their games."""
        return {slug: f"/games/{game}" for slug, game in self.waiting.items()}


class _Sitting(LoggedMatch):
    """A table of people with accounts, whose events happened in the last days; dealt the same in every run."""

    def __init__(self, game: AnyGame, people: Sequence[UserId], terms: lobby.Terms, began: Millis) -> None:
        self.game_id = GameId(secrets.token_hex(16))
        self.appends: list[Append] = []
        self.now = began
        self.start_log(game, hashlib.sha256(f"{game.meta.slug} {len(people)} {terms.options}".encode()).digest())
        self.open(lobby.create(game, self.secret, people[0], terms))
        for user in people[1:]:
            batch = Batch(self.match, user)
            lobby.join(batch, user, "seven ravens")
            self.keep(batch)

    def keep(self, batch: Batch) -> list[Record]:
        version, before = Version(len(self.records)), self.head
        batch.settle(self.now)
        key = CommandKey(f"c{version}", "")
        stamp = Stamp(self.game_id, written(self.now), key.key, self.secret)
        records, self.head = write(stamp, version, before, batch.entries)
        self.records += records
        self.now += PACE
        due = batch.match.table.due()
        secret = None if version else self.secret
        self.appends.append(
            Append(
                self.game_id,
                version,
                before,
                self.head,
                records,
                key,
                due and due / SECOND,
                secret,
                newcomers=batch.newcomers,
            )
        )
        return records

    def go_on(self, rng: random.Random) -> None:
        waiting = self.match.to_act()
        if isinstance(waiting, Step):
            self.resolve()
            return
        *_, draft = GreedyBot().choose(BotTurn.of(self.match, waiting[0]), rng, Budget(looks=LOOKS_A_TURN))
        self.play(waiting[0], *draft)

    def waits_for_livia(self) -> bool:
        waiting = self.match.to_act()
        return not isinstance(waiting, Step) and LIVIA in waiting


def _played(game: AnyGame, people: Sequence[UserId], choices: int | None, board: str = "imperium") -> _Sitting:
    """A game that was played to its end, or for so many choices and on until it is Livia's turn."""
    slug = game.meta.slug
    terms = lobby.Terms(len(people), _options(slug, board), TITLES[slug], clock=CLOCK)
    sitting = _Sitting(game, people, terms, began=int(time.time()) * SECOND - 2 * DAY)
    rng = random.Random(slug)
    while not sitting.match.table.over:
        if choices is not None and len(sitting.appends) >= choices and sitting.waits_for_livia():
            break
        sitting.go_on(rng)
    return sitting


def _options(slug: str, board: str) -> dict[str, Any]:
    return {"map": board} if slug == "concordia" else {}


async def _fill(redis_url: str, admin: str, sittings: Iterable[_Sitting]) -> None:
    """Store the tables, and make somebody an admin: by itself only the first account of a server becomes one."""
    client = connect(redis_url)
    await Accounts(cast("Any", client), Passwords()).make_admin(admin, admin=True)
    store = EventStore(cast("Client", client))  # redis-py's annotations allow for text answers
    for sitting in sittings:
        await store.keep_printed(sitting.game.printed)
        for append in sitting.appends:
            await store.append(append)
    await client.aclose()


def _store(acta: Acta, sittings: Iterable[_Sitting]) -> None:
    with ThreadPoolExecutor(1) as pool:  # Playwright may keep this thread's event loop to itself
        pool.submit(asyncio.run, _fill(acta.redis_url, NAMES[0], sittings)).result()


class Asked(NamedTuple):
    """A table that a test wants."""

    slug: str
    players: int
    board: str = "imperium"
    """The map, of a game that has more than one."""


def set_tables(acta: Acta, asked: Sequence[Asked], choices: int) -> dict[Asked, str]:
    """Tables in the middle of their game at which it is Livia's turn, by their addresses."""
    with _calling(acta) as http:
        people = [_signed_up(http, name).user_id for name in (*NAMES, *MORE_NAMES)]
    games = {game.meta.slug: game for game in GAMES}
    sittings = {one: _played(games[one.slug], people[: one.players], choices, one.board) for one in asked}
    _store(acta, sittings.values())
    return {one: f"/games/{sitting.game_id}" for one, sitting in sittings.items()}


def furnish(acta: Acta) -> Furnished:
    """Fill a new server."""
    with _calling(acta) as http:
        people = tuple(_signed_up(http, name) for name in NAMES)
        lobby_id = _gathering(http, people)
    users = [one.user_id for one in people]
    waiting = {game.meta.slug: _played(game, users, 60) for game in GAMES}
    over = {game.meta.slug: _played(game, users, None) for game in GAMES}
    _store(acta, [*over.values(), *waiting.values()])
    with _calling(acta) as http:
        for sitting in waiting.values():
            for member, said in zip(people[1:], SAID, strict=True):
                _done(http, member, f"/games/{sitting.game_id}/talk", {"text": said})
    return Furnished(
        acta.url,
        people,
        {slug: sitting.game_id for slug, sitting in waiting.items()},
        {slug: sitting.game_id for slug, sitting in over.items()},
        lobby_id,
    )


def _gathering(http: httpx.Client, people: Sequence[Member]) -> str:
    """A table that fills up, and another one to sit down at."""
    livia, marcus, octavia = people
    terms = {"game": "concordia", "players": 4, "title": "Beginners welcome", "clock": {"turn_seconds": 86400}}
    game: str = _done(http, livia, "/games", terms)["game_id"]
    _done(http, marcus, f"/games/{game}/seats", {"nonce": "festina lente"})
    _done(http, livia, f"/games/{game}/seats", {"bot": "greedy"})
    _done(http, octavia, "/games", {"game": "trajan", "players": 3, "title": "First steps", "clock": {}})
    return game


@contextmanager
def _calling(acta: Acta) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=acta.url + API, timeout=60) as http:
        yield http


def _signed_up(http: httpx.Client, name: str) -> Member:
    known = {"name": name, "password": PASSWORD}
    answer = http.post("/users", json=known)
    if answer.status_code == httpx.codes.CONFLICT:  # by tests before, on the same server
        answer = http.post("/sessions", json=known)
    assert answer.is_success, answer.text
    http.cookies.clear()
    made = answer.json()
    return Member(name, UserId(made["user_id"]), made["token"])


def _done(http: httpx.Client, member: Member, path: str, body: Any) -> Any:  # noqa: ANN401 - bodies are their routes'
    answer = http.post(path, json=body, headers={"Authorization": f"Bearer {member.token}"})
    assert answer.status_code in {200, 201}, answer.text
    return answer.json()
