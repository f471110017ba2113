"""What workers do for a game, with real queues and processes: bots, scoring, and finding work that was lost."""

import asyncio
import signal
from contextlib import ExitStack
from datetime import datetime, timedelta
from pathlib import Path

import redis

from domain.kernel.ids import GameId, Version
from domain.registry import Registry
from services.queue.jobs import MOVE, SCORE, Jobs
from tests.endure.acta_server import FAST_CLOCK, Acta, running_acta
from tests.endure.players import OVER, Player, length, newcomer
from tests.endure.recorded_players import stored
from tests.kit.checker import Evidence, check
from tests.kit.http import GAMES, Json
from tests.kit.processes import wait_for

DAY = 24 * 60 * 60


def test_a_person_and_three_bots_come_to_a_scored_end(anna: Player) -> None:
    game = anna.opens_with("random", "random", "random", game="forum-trajanum")
    shown = anna.plays_to_the_end(game)
    assert shown["status"] == "finished"
    scores = {seat["seat"]: seat["score"] for seat in shown["seats"]}
    assert {rank["seat"]: rank["score"] for rank in shown["result"]["ranking"]} == scores
    entries = anna.http.get(f"/games/{game}/scores").json()["entries"]
    assert {seat: sum(one["points"] for one in entries if one["seat"] == seat) for seat in scores} == scores
    assert entries
    actors = set()
    after = 0
    while events := anna.http.get(f"/games/{game}/events", params={"after": after, "limit": 1000}).json()["events"]:
        actors |= {event["actor"] for event in events}
        after = events[-1]["version"]
    assert {0, 1, 2, 3, "system"} <= actors


def test_four_people_of_whom_one_sleeps_come_to_a_scored_end_over_days(tmp_path: Path) -> None:
    """A day lasts a second here. Nobody runs anything by hand: the sleeper's turns are played by a caretaker."""
    with ExitStack() as stack:
        acta = stack.enter_context(running_acta(tmp_path, FAST_CLOCK, ACTA_SWEEP_SECONDS="0.25"))
        host, *others = [stack.enter_context(newcomer(acta)) for _ in range(4)]
        terms = {"game": "taberna", "players": 4, "options": {"rounds": 1}, "clock": {"turn_seconds": 2 * DAY}}
        game = host.http.post("/games", json=terms).json()["game_id"]
        for other in others:
            assert other.http.post(f"/games/{game}/seats", json={}).status_code == 201
        shown = play_but_the_last(game, [host, *others])
        assert shown["status"] == "finished"
        assert {seat["kind"] for seat in shown["seats"]} == {"human"}
        scores = {seat["seat"]: seat["score"] for seat in shown["seats"]}
        assert {rank["seat"]: rank["score"] for rank in shown["result"]["ranking"]} == scores
        events = host.http.get(f"/games/{game}/events", params={"limit": 1000}).json()["events"]
    slept, cared_for = (
        [event["data"]["seat"] for event in events if event["type"] == kind]
        for kind in ("TimeRanOut", "CaretakerPlayed")
    )
    assert 3 in slept
    assert set(cared_for) == set(slept), "a slow machine may let others be late too"
    lasted = datetime.fromisoformat(events[-1]["at"]) - datetime.fromisoformat(events[0]["at"])
    assert lasted > timedelta(days=2 * slept.count(3))


def play_but_the_last(game: str, people: list[Player]) -> Json:
    """All but the last choose whatever comes first whenever they are asked, until the game is over."""
    shown = people[0].shown(game)
    while shown["status"] not in OVER:
        awake = [seat for seat in shown["to_act"] if seat in range(len(people) - 1)]
        for seat in awake:
            people[seat].chooses(game, people[seat].option(game))
        shown = people[0].shown(game, shown["version"] + 1)
    return shown


def test_the_sweeper_finds_what_a_killed_queue_has_lost(acta: Acta, anna: Player) -> None:
    freeze_workers(acta, signal.SIGSTOP)
    try:
        game = anna.opens("random", rounds=1)
        wait_for(lambda: jobs_of(acta, game), what="the job")
        acta.kill("queue")
        wait_for(lambda: is_empty(acta), what="it to come back with nothing")
        assert anna.shown(game)["to_act"] == [0, 1]
    finally:
        freeze_workers(acta, signal.SIGCONT)
    wait_for(lambda: anna.shown(game)["to_act"] == [0], what="the bot, though nobody calls it again")
    assert anna.plays_to_the_end(game)["status"] == "finished"


def test_a_job_that_is_delivered_three_times_has_one_effect(acta: Acta, anna: Player) -> None:
    freeze_workers(acta, signal.SIGSTOP)
    try:
        game = anna.opens("random", rounds=1)
        asyncio.run(enqueue(acta, GameId(game), [(job, attempt) for attempt in "abc" for job in (MOVE, SCORE)]))
    finally:
        freeze_workers(acta, signal.SIGCONT)
    anna.plays_to_the_end(game)
    streams, feed = asyncio.run(stored(acta.redis_url))
    assert check(Evidence([], streams, feed), Registry.with_extra(GAMES)) == []


async def enqueue(acta: Acta, game: GameId, attempts: list[tuple[str, str]]) -> None:
    jobs = Jobs(acta.queue_url)
    for job, attempt in attempts:
        await jobs.enqueue(job, game, Version(length(acta, game)), attempt)
    await jobs.close()


def freeze_workers(acta: Acta, number: signal.Signals) -> None:
    for worker in acta.workers():
        worker.send_signal(number)


def is_empty(acta: Acta) -> bool:
    """Whether the queue's server answers, and holds no job."""
    try:
        with acta.queue() as queue:
            return not queue.keys("rq:job:*")
    except redis.ConnectionError:
        return False


def jobs_of(acta: Acta, game: str) -> object:
    with acta.queue() as queue:
        return queue.keys(f"rq:job:*{game}*")
