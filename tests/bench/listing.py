"""Lists, profiles, readiness and figures on a server with very many games: processor time of the API a request.

The rows are stored as the projector makes them, of one game of each state that is copied under other ids.
"""

import asyncio
import copy
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

from domain.concordia import GAME as CONCORDIA
from domain.kernel.envelope import Codec
from domain.kernel.ids import GameId
from projections.followed_match import FollowedMatch
from projections.models import make
from services.store.connections import connect
from services.store.models import FIRST, StoredModels
from tests.bench.commands import OURS, Serving, serving_process
from tests.bench.load import press, request
from tests.bench.prepared import Person, SeatedMatch, guests
from tests.bench.report import show
from tests.kit.logged_match import under_id
from tests.kit.processes import running_server

GAMES = 10_000
OF_ONE_PERSON = 2_500
REQUESTS = 20
WANTED = 10.0


def run() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder), fsync="everysec") as redis:
        person = asyncio.run(_fill(redis.url))
        with serving_process(OURS, redis.url, ACTA_FIGURES_SECONDS="0") as ours:
            rows = [(what, *_measured(ours, path, token)) for what, path, token in _asked(person)]
    title = f"{GAMES:,} games, of which one person has played {OF_ONE_PERSON:,} (at most {WANTED:.0f} ms wanted)"
    show(title, ("", "CPU ms a request", "failed"), rows)


def _asked(person: Person) -> Iterator[tuple[str, str, str]]:
    games = "/api/v1/games"
    yield "all games", games, ""
    for status in ("lobby", "active", "finished"):
        yield f"status={status}", f"{games}?status={status}", ""
    yield "status=lobby, by that person", f"{games}?status=lobby", person.token
    yield "game=trajan, of which there is none", f"{games}?game=trajan", ""
    yield "status=finished&game=trajan", f"{games}?status=finished&game=trajan", ""
    yield "mine=true&status=lobby", f"{games}?mine=true&status=lobby", person.token
    yield "inbox", "/api/v1/me/inbox", person.token
    yield "profile of that person", f"/api/v1/users/{person.id}", ""
    yield "readyz", "/readyz", ""
    yield "metrics", "/metrics", ""


def _measured(served: Serving, path: str, token: str) -> tuple[float, int]:
    script = [request("GET", path, b"", token)] * REQUESTS
    press(served.port, [script], 0)
    before = served.cpu()
    figures = press(served.port, [script], 0)
    return (served.cpu() - before) * 1000 / REQUESTS, figures.failures


async def _fill(url: str) -> Person:
    client: Any = connect(url)
    first, *others = await guests(client, 5)
    models = StoredModels(client)
    for number, people in enumerate(((first, others[0]), (others[1], others[2]), (others[2], others[3]))):
        active, finished = _followed(people, 40, number), _followed(people, None, number)
        some = OF_ONE_PERSON if not number else (GAMES - OF_ONE_PERSON) // 2
        await _store(models, finished, some - some // 20)
        await _store(models, active, some // 20)
    await client.aclose()
    return first


def _followed(people: Sequence[Person], events: int | None, seed: int) -> FollowedMatch:
    """A game of Concordia, up to so many events or to its end."""
    match = SeatedMatch(CONCORDIA, people, seed)
    match.play_up_to(events or 10_000, seed)
    followed = FollowedMatch(GameId("0" * 20), Codec(CONCORDIA), "2026-01-01T00:00:00.000Z")
    followed.add(under_id(GameId("0" * 20), match.records))
    return followed


async def _store(models: StoredModels, followed: FollowedMatch, count: int) -> None:
    begun = datetime(2026, 1, 1, tzinfo=UTC)
    for start in range(0, count, 100):
        made = []
        for number in range(start, min(start + 100, count)):
            twin = copy.copy(followed)
            twin.game_id = GameId(uuid4().hex[:20])
            twin.created_at = (begun + timedelta(seconds=number)).strftime("%Y-%m-%dT%H:%M:%S.000Z")
            made.append(make(twin))
        await models.store(FIRST, 0, "0-1", made)


if __name__ == "__main__":
    run()
