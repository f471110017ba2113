"""A store that is away, frozen or full: clients hear 503 and never 500, and a repeat happens once."""

import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import httpx

from tests.endure.acta_server import Acta, running_acta
from tests.endure.players import Player, length, newcomer
from tests.kit.http import API, refusal
from tests.kit.processes import wait_for


def test_without_its_redis_the_api_says_so_and_a_repeat_is_written_once(acta: Acta, anna: Player) -> None:
    game = anna.opens("random")
    command = anna.option(game)
    wait_for(lambda: anna.shown(game)["to_act"] == [0], what="the bot to lay its card")
    version = length(acta, game)
    acta.tree.process.send_signal(signal.SIGSTOP)  # nobody restarts what is killed
    try:
        acta.kill("redis")
        unknown = anna.chooses(game, command, key="k-1")
        assert unknown.status_code == 503
        assert unknown.json()["type"] in {"/problems/outcome-unknown", "/problems/store-unavailable"}
        assert unknown.headers["retry-after"] == "1"
        refusal(anna.http.get(f"/games/{game}"), 503, "store-unavailable")
        assert httpx.get(f"{acta.url}/healthz").status_code == 200, "the process itself is well"
        assert httpx.get(f"{acta.url}/readyz").status_code == 503
    finally:
        acta.tree.process.send_signal(signal.SIGCONT)
    acta.wait_until_ready()
    assert length(acta, game) == version, "it was not written while there was nobody to write it"
    answers = [anna.chooses(game, command, key="k-1") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json()["version"] == answers[1].json()["version"]
    assert answers[1].json()["repeated"] is True
    assert anna.plays_to_the_end(game)["status"] == "finished"


def test_a_redis_that_hesitates_is_waited_for(acta: Acta, anna: Player) -> None:
    game = anna.opens("random")
    command = anna.option(game)
    acta.signal("redis", signal.SIGSTOP)
    try:
        with ThreadPoolExecutor(1) as thread:
            answer = thread.submit(anna.chooses, game, command)
            stalled = time.monotonic() + 1
            wait_for(lambda: time.monotonic() > stalled or answer.done(), what="a second to pass")
            assert not answer.done()
            acta.signal("redis", signal.SIGCONT)
            assert answer.result().status_code == 200
    finally:
        acta.signal("redis", signal.SIGCONT)
    assert anna.plays_to_the_end(game)["status"] == "finished"


def test_ctrl_c_ends_it_despite_open_streams_and_without_room_it_still_shows_its_games(tmp_path: Path) -> None:
    with ExitStack() as stack:
        acta = stack.enter_context(running_acta(tmp_path))
        anna = stack.enter_context(newcomer(acta))
        game = anna.opens("random")
        for _ in range(3):
            stream = stack.enter_context(anna.http.stream("GET", f"/games/{game}/stream"))
            assert next(stream.iter_raw())
        children = acta.tree.descendants()
        began = time.monotonic()
        assert acta.tree.end(signal.SIGINT) == 0
        assert time.monotonic() - began < 5
        assert not [child for child in children if child.is_running()]
        assert "Traceback" not in acta.tree.output()
        token = anna.http.headers["Authorization"]
    with (
        running_acta(tmp_path, ACTA_MIN_FREE_BYTES=str(10**18)) as acta,
        httpx.Client(base_url=acta.url + API, headers={"Authorization": token}) as http,
    ):
        anna = Player(http)
        assert anna.shown(game)["status"] == "active"
        version = length(acta, game)
        full = anna.chooses(game, anna.option(game))
        refusal(full, 503, "store-full")
        assert full.headers["retry-after"] == "60"
        refusal(anna.http.post("/games", json={"game": "taberna", "players": 2}), 503, "store-full")
        refusal(anna.http.put(f"/games/{game}/draft", json={"version": version, "commands": []}), 503, "store-full")
        newcomers = {"name": "Brutus", "password": "a long enough password"}
        refusal(httpx.post(f"{acta.url}{API}/users", json=newcomers), 503, "store-full")
        assert length(acta, game) == version
