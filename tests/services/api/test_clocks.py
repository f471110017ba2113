"""Clocks over HTTP: agreed at the table, shown to everyone, voted on."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.kit.http import Json, Person, Site, refusal
from tests.services.api.tables import choose, dealt, opened, started

DAY = 24 * 3600
CLOCK = {"turn_seconds": DAY, "bank_seconds": 3600, "most_extensions": 1, "extension_seconds": 3600}


def when(text: str) -> datetime:
    return datetime.fromisoformat(text)


async def clock_of(person: Person, game: str) -> Json:
    return (await person.seen(f"/games/{game}"))["clock"]


async def test_a_table_has_the_clock_that_its_host_wants(site: Site, anna: Person) -> None:
    game = await opened(anna, clock={"on_timeout": "wait"})
    shown = await clock_of(site.stranger, game)
    assert (shown["terms"]["turn_seconds"], shown["terms"]["on_timeout"], shown["paused"]) == (3 * DAY, "wait", False)
    assert shown["seats"] == [{"seat": 0, "deadline": None, "bank_seconds": 0}]

    async with site.writes(game, "ClockSet"):
        assert (await anna.patch(f"/games/{game}", {"clock": CLOCK})).status_code == 200
    async with site.writes(game, "TermsSet"):
        assert (await anna.patch(f"/games/{game}", {"title": "New"})).status_code == 200
    assert (await clock_of(anna, game))["terms"]["bank_seconds"] == 3600
    async with site.writes(game, "TermsSet", "ClockSet"):
        assert (await anna.patch(f"/games/{game}", {"title": "Old", "clock": None})).status_code == 200
    assert await clock_of(anna, game) is None


@pytest.mark.parametrize(
    "clock",
    [
        {"turn_seconds": -1},
        {"turn_seconds": 0},
        {"days": 1},
        {"on_timeout": "shout"},
        {"window": {"zone": "Europe/Atlantis", "opens": "08:00", "closes": "22:00"}},
        {"window": {"zone": "Europe/Rome", "opens": "8", "closes": "22:00"}},
        {"window": {"zone": "Europe/Rome", "opens": "08:00", "closes": "22:00", "days": []}},
        {"window": {"zone": "Europe/Rome", "opens": "08:00", "closes": "22:00", "days": ["someday"]}},
    ],
)
async def test_an_impossible_clock_changes_nothing(site: Site, anna: Person, clock: Json) -> None:
    game = await opened(anna)
    async with site.writes_nothing():
        answers = [
            await anna.post("/games", {"game": "taberna", "players": 2, "clock": clock}),
            await anna.patch(f"/games/{game}", {"title": "New", "clock": clock}),
        ]
    assert [answer.status_code for answer in answers] == [400, 400]
    assert (await anna.seen(f"/games/{game}"))["title"] == ""


async def test_everyone_sees_whose_time_runs_out_when(site: Site, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus, clock=CLOCK)
    await choose(anna, game)
    hers, his = (await clock_of(site.stranger, game))["seats"]
    assert (hers["deadline"], hers["bank_seconds"]) == (None, 3600)
    events = (await site.stranger.seen(f"/games/{game}/events"))["events"]
    (start,) = [when(event["at"]) for event in events if event["type"] == "GameStarted"]
    assert when(his["deadline"]) == start + timedelta(seconds=DAY + 3600), "both choose in secret, from the start on"


async def test_an_opponent_gives_more_time(site: Site, anna: Person, brutus: Person) -> None:
    game, turn = await dealt(anna, brutus, clock=CLOCK)
    seat, other = (0, brutus) if turn == anna else (1, anna)
    before = (await clock_of(anna, game))["seats"][seat]
    async with site.writes(game, "TimeGranted", "ClocksTurned"):
        await other.done(f"/games/{game}/votes", {"motion": "extend", "seat": seat})
    after = (await clock_of(anna, game))["seats"][seat]
    assert when(after["deadline"]) - when(before["deadline"]) == timedelta(hours=1)
    assert after["extensions"] == 1
    async with site.writes_nothing():
        again = await other.post(f"/games/{game}/votes", {"motion": "extend", "seat": seat})
        nobody = await other.post(f"/games/{game}/votes", {"motion": "extend"})
    assert (again.status_code, again.json()["reason"], nobody.status_code) == (409, "no_more_extensions", 400)


async def test_the_table_pauses_and_resumes(anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus, clock=CLOCK)
    for person in (anna, brutus):
        await person.done(f"/games/{game}/votes", {"motion": "pause"})
    paused = await clock_of(anna, game)
    assert (paused["paused"], paused["seats"][0]["deadline"]) == (True, None)
    await anna.done(f"/games/{game}/votes", {"motion": "resume"})
    resumed = await clock_of(anna, game)
    assert (resumed["paused"], resumed["seats"][0]["deadline"] is None) == (False, False)


async def test_a_player_goes_away_and_comes_back(site: Site, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus, clock=CLOCK)
    start = datetime.now(UTC).replace(microsecond=0)
    before = (await clock_of(anna, game))["seats"][0]
    away = {"from": start.isoformat(), "until": (start + timedelta(days=2)).isoformat()}
    async with site.writes(game, "AbsenceAnnounced", "ClocksTurned"):
        await anna.done(f"/games/{game}/vacation", away)
    hers, his = (await clock_of(brutus, game))["seats"]
    assert when(hers["away_until"]) == start + timedelta(days=2)
    assert when(hers["deadline"]) - when(before["deadline"]) > timedelta(days=1, hours=23)
    assert "away_from" not in his
    await anna.done(f"/games/{game}/vacation", {})
    assert "away_from" not in (await clock_of(anna, game))["seats"][0]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"from": "2026-01-01T00:00:00Z"}, 400),
        ({"from": "0001-01-01T00:00:00+14:00", "until": "0001-01-02T00:00:00Z"}, 400),
        ({"from": "9999-12-31T00:00:00Z", "until": "9999-12-31T23:59:59-14:00"}, 400),
        ({"from": "2026-01-01T00:00:00", "until": "2026-01-02T00:00:00"}, 400),
        ({"from": "tomorrow", "until": "later"}, 400),
    ],
)
async def test_an_impossible_vacation_is_refused(anna: Person, brutus: Person, body: Json, status: int) -> None:
    game = await started(anna, brutus, clock=CLOCK)
    assert (await anna.post(f"/games/{game}/vacation", body)).status_code == status


async def test_the_inbox_shows_the_soonest_deadline_first(site: Site, anna: Person, brutus: Person) -> None:
    terms: list[Json] = [None, {"turn_seconds": 3 * DAY}, {"turn_seconds": DAY}]
    games = [await started(anna, brutus, clock=clock) for clock in terms]
    await site.project()
    items = (await anna.seen("/me/inbox"))["items"]
    assert [item["game"]["game_id"] for item in items] == games[::-1]
    assert [item["deadline"] is None for item in items] == [False, False, True]


async def test_a_vacation_is_announced_at_every_table_with_a_clock(site: Site, anna: Person, brutus: Person) -> None:
    week = {"turn_seconds": 3600, "vacation_days": 7}
    games = [await started(anna, brutus, clock=clock) for clock in (week, {**week, "vacation_days": 0}, None)]
    await site.project()
    now = datetime.now(UTC)
    away = {"from": (now - timedelta(hours=1)).isoformat(), "until": (now + timedelta(days=3)).isoformat()}
    answer = await anna.done("/me/vacation", away)
    told = {table["game_id"]: table for table in answer["tables"]}
    assert told.keys() == {*games[:2]}, "without a clock nobody needs a vacation"
    assert told[games[0]]["version"] == (await anna.seen(f"/games/{games[0]}"))["version"]
    assert told[games[1]]["refused"] == "This table allows no vacation."
    assert when((await clock_of(anna, games[0]))["seats"][0]["away_from"]) >= now - timedelta(seconds=1), (
        "the past is not stopped"
    )
    await anna.done("/me/vacation", {})
    assert "away_until" not in (await clock_of(anna, games[0]))["seats"][0]


async def test_a_vacation_from_all_tables_takes_days_of_the_account_s_own(
    site: Site, anna: Person, brutus: Person
) -> None:
    game, now = await started(anna, brutus, clock={"turn_seconds": 3600, "vacation_days": 2}), datetime.now(UTC)
    await site.project()

    def days(start: int, until: int) -> Json:
        return {"from": (now + timedelta(days=start)).isoformat(), "until": (now + timedelta(days=until)).isoformat()}

    assert (await anna.seen("/me/vacation")) == {"from": None, "until": None, "days_left": 30, "days": 30}
    assert "refused" not in (await anna.done("/me/vacation", days(1, 21)))["tables"][0], "more than the table gives"
    found = await anna.seen("/me/vacation")
    assert (when(found["until"]) - when(found["from"]), found["days_left"]) == (timedelta(days=20), 10)
    problem = refusal(await anna.post("/me/vacation", days(1, 40)), 400, "bad-request")
    assert "30 of 30" in problem["detail"], "days that did not come yet are given back"
    await anna.done(f"/games/{game}/vacation", days(1, 3))
    await anna.done("/me/vacation", {})
    assert (await anna.seen("/me/vacation"))["days_left"] == 30


@pytest.mark.parametrize(
    ("days", "field", "cause"),
    [
        ({"from": -3, "until": -1}, "until", "already over"),
        ({"from": 3, "until": 1}, "until", "cannot end before it begins"),
        ({"from": 400, "until": 401}, "from", "within a year"),
        ({"from": 1}, "until", "both"),
    ],
)
async def test_each_refusal_of_a_vacation_names_its_own_cause(
    anna: Person, brutus: Person, days: dict[str, int], field: str, cause: str
) -> None:
    game, now = await started(anna, brutus, clock={"turn_seconds": 3600}), datetime.now(UTC)
    body = {name: (now + timedelta(days=day)).isoformat() for name, day in days.items()}
    for path in (f"/games/{game}/vacation", "/me/vacation"):
        problem = refusal(await anna.post(path, body), 400, "bad-request")
        assert [error["field"] for error in problem["errors"]] == [field]
        assert cause in problem["detail"]
