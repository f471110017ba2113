"""Nothing that leaves the server tells a seat, a spectator or a passer-by what they cannot know.

Each position is shown in two worlds that the first seat cannot tell apart by the rules; everything that it, a spectator
and somebody without a token are sent must be the same in both, byte for byte. The positions of a game together change
every field that it ever seals; should a change of rules lose one, other seeds and lengths find it again.
"""

import re
import secrets
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import msgspec
import pytest
from litestar import Litestar

from domain.kernel.game import AnyGame
from domain.kernel.ids import GameId, Seat, UserId
from domain.registry import GAMES
from services import bootstrap
from services.accounts import NewAccount
from services.api.games import view
from services.queries import events, options, preview
from services.server import create_app
from services.settings import Settings
from services.settings.secret import Secret
from services.store.accounts import Accounts, Passwords
from services.store.accounts.credentials import NewCredential
from services.store.webhooks import Webhook
from tests.domain.trajan.choosers import trader
from tests.kit.http import CHEAP, PASSWORD
from tests.kit.http import GAMES as EXTRA
from tests.kit.logged_match import Chooser
from tests.kit.processes import Server, running_server
from tests.kit.taberna import GAME as TABERNA
from tests.kit.worlds import Table, first_moves, hidden_differences, twin
from tests.services.leaks.shown_worlds import ACTOR, GAME, PAGES, ROUTES, Answer, Reader, Shown, WorldServer, shown

pytestmark = pytest.mark.timeout(240)  # some positions of a game in two worlds, each with all its routes and pages
SEAT = Seat(0)
PLAYERS = 3
RIVAL = "rival"


class Position(NamedTuple):
    """So many moves of a game under some chance, and how hard to look for another world."""

    seed: int
    length: int
    tries: int = 12
    choose: Callable[[int], Chooser] | None = None


POSITIONS: Mapping[str, tuple[Position, ...]] = {
    "taberna": (Position(0, 22), Position(1, 30)),
    "concordia": (Position(0, 50),),
    "forum-trajanum": (
        *(Position(0, length) for length in (1, 13, 19, 73)),
        *(Position(1, 10), Position(2, 110), Position(3, 90)),
    ),
    "trajan": (Position(1, 57, 30), Position(262, 85, 14), Position(1, 239, 8, trader)),
}
OPTIONS = {"forum-trajanum": {"newcomers": [0, 1, 2]}}
OWNED = {"taberna", "forum-trajanum", "trajan"}
"""Games in which somebody holds what others may not see; in Concordia only the order of the deck is hidden."""


@dataclass(frozen=True)
class Company:
    """Everyone who reads, known by the same ids and tokens in every world."""

    server: WorldServer
    players: tuple[Reader, ...]
    strangers: dict[str, Reader]
    feeds: tuple[str, ...]

    @property
    def readers(self) -> dict[str, Reader]:
        """Who must not be able to tell two worlds apart."""
        return {ACTOR: self.players[SEAT], **self.strangers}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of their own: a world begins with none of the games of the one before."""
    with running_server(tmp_path_factory.mktemp("redis"), fsync="everysec") as one:
        yield one


@pytest.fixture
async def company(server: Server, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Company]:
    monkeypatch.setattr("services.queries.drawing_processes.PROCESSES", 1)  # each world starts its own
    monkeypatch.setattr("services.tables.hot_tables.time", lambda: 1_800_000_000.0)  # both worlds at the same moment
    settings = Settings(redis_url=Secret(server.url), games=EXTRA)
    services, passwords = bootstrap.build(settings, enqueues_owed=False), Passwords(CHEAP)
    accounts = Accounts(services.client, passwords)
    people = []
    for _ in range(PLAYERS + 1):
        made = await accounts.sign_up(NewAccount(f"Reader {secrets.token_hex(6)}", PASSWORD))
        people.append(Reader(made.account.user_id, made.token))
    *players, spectator = people
    feed = (await accounts.credentials.issue(NewCredential(UserId(players[SEAT].user_id), "feed"))).secret
    feeds = tuple(f"/feeds/{feed}/inbox.{form}" for form in ("ics", "atom"))
    yield Company(
        WorldServer(services, settings), tuple(players), {"spectator": spectator, "passer-by": Reader()}, feeds
    )
    passwords.close()
    await services.close()


class Worlds(NamedTuple):
    """The positions of a game in two worlds, and what of them is hidden and differs."""

    one: list[Shown]
    other: list[Shown]
    differ: set[tuple[str, str]]


def worlds(game: AnyGame, company: Company, positions: Sequence[Position]) -> Worlds:
    found = Worlds([], [], set())
    people = [UserId(player.user_id) for player in company.players]
    for number, position in enumerate(positions):
        game_id = GameId(f"{number:020x}")
        at = Table(game, game_id, people, position.seed, OPTIONS.get(game.meta.slug, {}))
        true = first_moves(at, position.length, position.choose and position.choose(position.seed))
        other = twin(at, true, SEAT, position.tries)
        for place, world in zip(found[:2], shown(true, other, SEAT), strict=True):
            place.append(world)
        found.differ.update(hidden_differences(true, other, SEAT))
    return found


def told_apart(one: Sequence[Answer], other: Sequence[Answer]) -> list[str]:
    """What was answered differently."""
    assert [answer.asked for answer in one] == [answer.asked for answer in other]
    assert [answer for answer in (*one, *other) if answer.sent.startswith(b"500")] == []
    return [mine.asked for mine, theirs in zip(one, other, strict=True) if mine != theirs]


@pytest.mark.parametrize("game", [TABERNA, *GAMES], ids=lambda game: game.meta.slug)
async def test_nothing_that_leaves_the_server_tells_two_worlds_apart(company: Company, game: AnyGame) -> None:
    found = worlds(game, company, POSITIONS[game.meta.slug])
    sealed = {(kind.__name__, f"data/{field}") for kind in game.events for field in kind.SEALED}
    assert sealed - found.differ == set(), "every sealed field differs in some position"
    readers = company.readers | {RIVAL: company.players[1]._replace(routes=[f"{GAME}/events"])}
    one, other = [await company.server.show(games, readers, company.feeds) for games in (found.one, found.other)]
    differing = told_apart(one, other)
    assert [asked for asked in differing if not asked.startswith(RIVAL)] == []
    assert bool(differing) == (game.meta.slug in OWNED), "who may know is shown the difference"
    _tells_enough(one)


@pytest.mark.parametrize("game", [TABERNA, *GAMES], ids=lambda game: game.meta.slug)
async def test_no_page_tells_two_worlds_apart(company: Company, game: AnyGame) -> None:
    found = worlds(game, company, POSITIONS[game.meta.slug][:1])
    one, other = [await company.server.show(games, _of_pages(company)) for games in (found.one, found.other)]
    assert told_apart(one, other) == []
    assert all(answer.good for answer in one if "games/" in answer.asked and not answer.asked.endswith("/plan"))


@pytest.mark.parametrize("game", [TABERNA, *GAMES], ids=lambda game: game.meta.slug)
async def test_no_webhook_is_told_two_worlds_apart(company: Company, game: AnyGame) -> None:
    found = worlds(game, company, POSITIONS[game.meta.slug][:2])
    owner, *rivals = (UserId(player.user_id) for player in company.players)
    hooks = {
        "table": _hook(UserId(company.strangers["spectator"].user_id), about_a_table=True),
        "table of a player": _hook(owner, about_a_table=True),
        "player": _hook(owner),
        **{f"{RIVAL} {number}": _hook(user) for number, user in enumerate(rivals)},
    }
    one, other = [await company.server.post(games, hooks) for games in (found.one, found.other)]
    differing = [mine.asked for mine, theirs in zip(one, other, strict=True) if mine != theirs]
    assert [asked for asked in differing if not asked.startswith(RIVAL)] == []
    assert bool(differing) == (game.meta.slug in OWNED), "who may know is told the difference"
    assert len([answer for answer in one if b'"events":[' in answer.sent]) > 4 * len(hooks)


def _hook(owner: UserId, *, about_a_table: bool = False) -> Webhook:
    game = GameId("of the game that is shown") if about_a_table else None
    return Webhook(id="1", owner=owner, url="https://example.org/", events=(), game=game, secrets=(), created=1)


def _of_pages(company: Company) -> dict[str, Reader]:
    """Who reads pages: a player, and somebody from the street."""
    return {"player": company.players[SEAT]._replace(routes=[*PAGES]), "passer-by": Reader(routes=[*PAGES])}


def _tells_enough(answers: Sequence[Answer]) -> None:
    """What was compared was not a heap of refusals. Of an analysis nobody is told anything while the game runs."""
    refused = [answer.asked for answer in answers if answer.asked.startswith(f"{ACTOR}: GET") and not answer.good]
    assert all("as=" in asked or asked.endswith("/plans") or "/analysis" in asked for asked in refused), refused
    assert not any("/analysis" in answer.asked and answer.good for answer in answers)
    for tried in ("/preview", "/commands", "/pick"):
        assert any(tried in answer.asked and answer.good for answer in answers), tried


def _plant_in_views(patch: pytest.MonkeyPatch) -> None:
    """The view of a seat shows its neighbour's hand."""
    shown = TABERNA.view
    patch.setattr(type(TABERNA), "view", lambda _, state, seat: shown(state, None if seat is None else Seat(1)))


def _plant_in_lines(patch: pytest.MonkeyPatch) -> None:
    """Everyone gets every opening."""
    patch.setattr(events, "visible_record", lambda record, *_: record)


def _plant_in_files(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(view, "visible_record", lambda line, *_: line)


def _plant_in_words(patch: pytest.MonkeyPatch) -> None:
    """A line of the timeline names a sealed card."""
    patch.setattr("services.story.timeline._public", lambda _record, _envelope, event: msgspec.structs.asdict(event))
    patch.setitem(dict(TABERNA.words.languages)["en"], "event.CardLaid", "{seat:player} lays {card}.")


def _plant_in_sizes(patch: pytest.MonkeyPatch) -> None:
    """How long an answer is depends on what somebody holds."""
    in_words = options.options_in_words
    for place in (options, preview):
        patch.setattr(
            place, "options_in_words", lambda match, *rest: in_words(match, *rest) * sum(match.state.hands[1])
        )


Plant = Callable[[pytest.MonkeyPatch], None]
PLANTS: dict[Plant, set[str]] = {
    _plant_in_views: {"", "/pick", "/discard", "/back", "/propose", "/board", "/diff", "/preview"},
    _plant_in_lines: {"/events", "/stream"},
    _plant_in_files: {"/export"},
    _plant_in_words: {"/board", "/timeline", "/recap", "/diff"},
    _plant_in_sizes: {"/options", "/preview"},
}


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__.removeprefix("_plant_"))
async def test_a_planted_leak_is_found(company: Company, monkeypatch: pytest.MonkeyPatch, plant: Plant) -> None:
    found = worlds(TABERNA, company, [Position(0, 22)])
    plant(monkeypatch)
    seat = {ACTOR: company.players[SEAT]}
    one, other = [await company.server.show(games, seat) for games in (found.one, found.other)]
    leaks = {re.sub(r".*games/[0-9a-f]{20}([a-z/]*).*", r"\1", asked) for asked in told_apart(one, other)}
    assert leaks == PLANTS[plant]


@pytest.mark.parametrize("plant", [_plant_in_views, _plant_in_words], ids=lambda plant: plant.__name__)
async def test_a_leak_that_is_planted_in_a_page_is_found(
    company: Company, monkeypatch: pytest.MonkeyPatch, plant: Plant
) -> None:
    found = worlds(TABERNA, company, [Position(0, 22)])
    plant(monkeypatch)
    one, other = [await company.server.show(games, _of_pages(company)) for games in (found.one, found.other)]
    table = f"{0:020x}"  # the page of a game ends with its id
    found_in = {asked.partition("?")[0].rpartition("/")[2] for asked in told_apart(one, other)}
    drawn = {"moment"} if plant is _plant_in_views else set()  # an earlier board is drawn from a view, without words
    assert found_in == {table, "replay"} | drawn


def test_every_route_that_tells_of_a_game_is_compared() -> None:
    app: Litestar = create_app(Settings(redis_url=Secret("unix:///nowhere")))
    documented = app.openapi_schema.to_schema()["paths"]
    assert {path for path, methods in documented.items() if path.startswith(GAME) and "get" in methods} == set(ROUTES)
