"""What workers do for a game, with real queues and processes: bots, scoring, and finding work that was lost."""

import asyncio
import signal

from domain.kernel.ids import GameId, Version
from domain.registry import Registry
from services.bootstrap import MOVE, SCORE, Jobs
from tests.endure.people import Player, length
from tests.endure.served import Acta
from tests.endure.storm import stored
from tests.kit.checker import Evidence, check
from tests.kit.http import GAMES
from tests.kit.processes import wait_for


def test_a_person_and_two_bots_come_to_a_scored_end(anna: Player) -> None:
    game = anna.opens("random", "random", rounds=2)
    shown = anna.plays_to_the_end(game)
    assert shown["status"] == "finished"
    scores = {seat["seat"]: seat["score"] for seat in shown["seats"]}
    assert {rank["seat"]: rank["score"] for rank in shown["result"]["ranking"]} == scores
    assert sum(scores.values()) > 0
    events = anna.http.get(f"/games/{game}/events", params={"limit": 1000}).json()["events"]
    actors = {event["actor"] for event in events}
    assert {0, 1, 2, "system"} <= actors


def test_the_sweeper_finds_what_a_flushed_queue_has_lost(acta: Acta, anna: Player) -> None:
    freeze_workers(acta, signal.SIGSTOP)
    try:
        game = anna.opens("random", rounds=1)
        wait_for(lambda: jobs_of(acta, game), what="the job")
        with acta.store() as store:
            store.delete(*store.keys("rq:*"))
        assert anna.shown(game)["to_act"] == [0, 1]
    finally:
        freeze_workers(acta, signal.SIGCONT)
    wait_for(lambda: anna.shown(game)["to_act"] == [0], seconds=30, what="the bot, though nobody calls it again")
    assert anna.plays_to_the_end(game)["status"] == "finished"


def test_a_job_that_is_delivered_three_times_has_one_effect(acta: Acta, anna: Player) -> None:
    freeze_workers(acta, signal.SIGSTOP)
    try:
        game = anna.opens("random", rounds=1)
        jobs = Jobs(acta.redis_url)
        for attempt in "abc":
            for job in (MOVE, SCORE):
                jobs.enqueue(job, GameId(game), Version(length(acta, game)), attempt)
        jobs.close()
    finally:
        freeze_workers(acta, signal.SIGCONT)
    anna.plays_to_the_end(game)
    streams, feed = asyncio.run(stored(acta.redis_url))
    assert check(Evidence([], streams, feed), Registry.with_extra(GAMES)) == []


def freeze_workers(acta: Acta, number: signal.Signals) -> None:
    for worker in acta.workers():
        worker.send_signal(number)


def jobs_of(acta: Acta, game: str) -> object:
    with acta.store() as store:
        return store.keys(f"rq:job:*{game}*")
