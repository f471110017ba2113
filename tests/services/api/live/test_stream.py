"""A game's events as they happen: over a real API process, with real connections that come and go."""

from pathlib import Path

import httpx

from domain.kernel.signed_note import SignedHead, read_head
from tests.kit.command_line import acta
from tests.kit.http import GAMES
from tests.kit.processes import PATIENCE, Server, running_server, wait_for
from tests.services.api.live.streaming import STREAMS_PER_ADDRESS, Listener, Table, serving


def test_events_arrive_in_order_as_they_happen(api: httpx.Client) -> None:
    table = Table(api)
    listener = Listener(table, 0)
    wait_for(lambda: listener.versions() == [1, 2], what="the opening")
    table.start()
    version = table.lay(0)
    wait_for(lambda: version in listener.versions(), what="the laid card")
    assert listener.versions() == list(range(1, version + 1))
    log = api.get(f"{table.path}/events", headers=table.people[0]).json()["events"]
    assert [frame["data"] for frame in listener.frames] == log
    assert [frame["event"] for frame in listener.frames] == [event["type"] for event in log]
    listener.close()


def test_a_stream_goes_on_after_the_version_that_was_received(api: httpx.Client) -> None:
    table = Table(api)
    table.start()
    version = table.lay(0)
    listener = Listener(table, 1, {"Last-Event-ID": str(version - 1)})
    wait_for(listener.versions, what="the rest")
    assert listener.versions() == [version]
    listener.close()


def test_the_head_of_a_round_comes_before_the_event_that_closes_it(api: httpx.Client) -> None:
    table = Table(api)
    table.start()
    listener = Listener(table, None)
    for who in (0, 1):
        table.post("votes", {"motion": "abandon"}, who=who)
    assert listener.ended.wait(PATIENCE)
    listener.close()
    shown = api.get(table.path).json()["round_heads"]
    key, told = api.get("/api/v1/heads").json()["key"], [head for _, head in listener.heads]
    assert [{"version": head["version"], "hash": head["hash"]} for head in told] == shown
    notes = [SignedHead(table.path.rpartition("/")[2], head["version"], head["hash"]) for head in shown]
    assert [read_head(head["note"], key) for head in told] == notes
    assert [before + 1 for before, _ in listener.heads] == [head["version"] for head in shown]
    closing = [frame["data"] for frame in listener.frames if frame["event"] in {"RoundBegan", "GameAbandoned"}]
    assert shown == [{"version": event["version"], "hash": event["hash"]} for event in closing]
    resumed = Listener(table, None, {"Last-Event-ID": str(shown[0]["version"])})
    assert resumed.ended.wait(PATIENCE)
    assert [head for _, head in resumed.heads] == told[1:]


def test_each_listener_sees_what_its_seat_may_see(api: httpx.Client) -> None:
    table = Table(api)
    table.start()
    version = table.lay(0)
    listeners = [Listener(table, who) for who in (0, 1, None)]
    for listener in listeners:
        wait_for(lambda listener=listener: version in listener.versions(), what="the laid card")  # type: ignore[misc]  # mypy cannot infer a lambda with a default
    own, other, nobody = (listener.frames[-1]["data"]["data"]["card"] for listener in listeners)
    assert isinstance(own, int)
    assert other == nobody
    assert set(other) == {"sealed", "for"}
    for listener in listeners:
        listener.close()


def test_a_player_who_has_a_stream_open_is_marked_as_looking(redis: Server, api: httpx.Client) -> None:
    table = Table(api)
    with redis.client() as store:

        def marks() -> list[bytes]:
            found: list[bytes] = store.keys(f"*:game:{table.id}:present:*")
            return found

        player, spectator = Listener(table, 0), Listener(table, None)
        wait_for(lambda: spectator.versions() and marks(), what="the mark")
        assert [int(store.ttl(mark)) > 0 for mark in marks()] == [True], "only a player's, and not for ever"
        player.close()
        wait_for(lambda: not marks(), what="the mark to fade")
    spectator.close()


def test_the_stream_ends_with_the_game(api: httpx.Client) -> None:
    table = Table(api)
    table.start()
    listener = Listener(table, None)
    for who in (0, 1):
        table.post("votes", {"motion": "abandon"}, who=who)
    assert listener.ended.wait(PATIENCE)
    listener.close()
    assert listener.frames[-1]["event"] == "SecretRevealed"


def test_talk_comes_without_an_id_and_without_who_is_muted(api: httpx.Client) -> None:
    table = Table(api)
    table.start()
    table.post("talk", {"text": "before"})
    speaker, reader = (api.get("/api/v1/me", headers=one).json()["user_id"] for one in table.people)
    everyone, deaf, late = Listener(table, None), Listener(table, 1), Listener(table, None, query="?talk_after=0")
    for listener in (everyone, deaf, late):
        wait_for(listener.versions, what="the opening")
    table.post("talk", {"text": "heard"})
    wait_for(lambda: deaf.words() == ["heard"], what="the line")
    api.put(f"/api/v1/me/muted/{speaker}", headers=table.people[1]).raise_for_status()
    table.post("talk", {"text": "not by everyone"})
    table.post("talk", {"text": "answer"}, who=1)
    api.delete(f"{table.path}/talk/2", headers=table.people[0]).raise_for_status()
    wait_for(lambda: len(late.talk()) == 5, what="everything")
    assert late.words() == ["before", "heard", "not by everyone", "answer", None]
    wait_for(lambda: deaf.words() == ["heard", "answer", None], what="what the other says, and the removal")
    wait_for(lambda: everyone.words() == late.words()[1:], what="what came after")
    assert late.talk()[-1]["data"]["removes"] == 2
    assert late.talk()[-2]["data"]["user_id"] == reader
    assert all("id" not in frame for frame in late.talk())
    version = table.lay(0)
    wait_for(lambda: version in deaf.versions(), what="play, which goes on")
    for listener in (everyone, deaf, late):
        listener.close()


def test_many_listeners_share_one_subscription(api: httpx.Client, redis: Server) -> None:
    table = Table(api)
    table.start()
    listeners = [Listener(table, None) for _ in range(20)]
    version = table.lay(0)
    for listener in listeners:
        wait_for(lambda listener=listener: version in listener.versions(), what="everyone")  # type: ignore[misc]  # mypy cannot infer a lambda with a default
    with redis.client() as client:
        ((_, subscribers),) = client.pubsub_numsub("acta:hints")
    assert subscribers == 1
    for listener in listeners:
        listener.close()


def test_a_person_keeps_a_few_streams_open_and_no_more(api: httpx.Client) -> None:
    table = Table(api)
    listeners = [Listener(table, 0) for _ in range(5)]
    for listener in listeners:
        wait_for(listener.versions, what="a stream")
    refusal = api.get(f"{table.path}/stream", headers=table.people[0])
    assert refusal.status_code == 429
    assert refusal.json()["type"] == "/problems/too-many-requests"
    for listener in listeners:
        listener.close()


def test_an_address_keeps_a_few_streams_open_and_no_more(api: httpx.Client) -> None:
    table = Table(api)
    forwarded = {"X-Forwarded-For": "203.0.113.7"}  # by a proxy that nobody has declared; loopback itself is exempt
    listeners = [Listener(table, None, forwarded) for _ in range(STREAMS_PER_ADDRESS)]
    for listener in listeners:
        wait_for(listener.versions, what="a stream")
    assert api.get(f"{table.path}/stream", headers=forwarded).status_code == 429
    for listener in listeners:
        listener.close()
    wait_for(lambda: streams_again(table, forwarded), what="a free stream")


def streams_again(table: Table, headers: dict[str, str]) -> bool:
    with httpx.stream("GET", f"{table.api.base_url}{table.path}/stream", headers=headers) as answer:
        return answer.is_success


def test_a_stream_ends_with_its_token_before_it_tells_more(api: httpx.Client) -> None:
    table = Table(api)
    owner = table.people[1]
    token = api.post("/api/v1/me/tokens", json={"name": "bot"}, headers=owner).json()
    table.start()
    by_session, by_token = Listener(table, 1), Listener(table, None, {"Authorization": f"Bearer {token['token']}"})
    for listener in (by_session, by_token):
        wait_for(lambda listener=listener: len(listener.versions()) > 2, what="the opening")  # type: ignore[misc]  # mypy cannot infer a lambda with a default
    api.delete(f"/api/v1/me/tokens/{token['id']}", headers=owner).raise_for_status()
    version = table.lay(1)
    assert by_token.ended.wait(PATIENCE)
    assert version not in by_token.versions()
    wait_for(lambda: version in by_session.versions(), what="the laid card")
    change = {"password": "festina lente", "new_password": "lente festina"}
    api.put("/api/v1/me/password", json=change, headers=owner).raise_for_status()
    assert by_session.ended.wait(PATIENCE)


def test_streams_end_when_the_operator_bans_their_owner(api: httpx.Client, redis: Server) -> None:
    table = Table(api)
    table.start()
    streams = [Listener(table, 1), Listener(table, 1, path="/api/v1/me")]
    wait_for(lambda: all(stream.frames for stream in streams), what="the streams")
    name = api.get("/api/v1/me", headers=table.people[1]).json()["name"]
    done = acta("admin", "ban", name, "spam", "--redis-url", redis.url, ACTA_GAMES=",".join(GAMES))
    assert (done.returncode, done.stdout) == (0, f"{name} is banned.\n"), done.stderr
    assert all(stream.ended.wait(PATIENCE) for stream in streams)
    listed = acta("admin", "audit", "--redis-url", redis.url, ACTA_GAMES=",".join(GAMES))
    assert f" ban {name} (spam)" in listed.stdout


def test_a_stream_ends_with_the_seat_of_its_player(api: httpx.Client) -> None:
    table = Table(api, players=3)
    table.post("seats", {}, who=1)
    guest, spectator = Listener(table, 1), Listener(table, None)
    for listener in (guest, spectator):
        wait_for(listener.versions, what="a stream")
    api.delete(f"{table.path}/seats/1", headers=table.people[0]).raise_for_status()
    assert guest.ended.wait(PATIENCE)
    assert not spectator.ended.is_set()
    spectator.close()


def test_a_private_table_has_no_stream_for_strangers(api: httpx.Client) -> None:
    table = Table(api, private=True)
    stranger = Table(api).people[0]
    assert api.get(f"{table.path}/stream", headers=stranger).status_code == 404
    assert api.get(f"{table.path}/stream").status_code == 404
    host = Listener(table, 0)
    wait_for(host.versions, what="a stream")
    assert api.get(f"{table.path}/stream", headers=stranger).status_code == 404, "nor while others listen"
    assert api.get(f"{table.path}/stream").status_code == 404
    host.close()


def test_who_sits_down_while_others_listen_is_a_player_at_once(api: httpx.Client, redis: Server) -> None:
    table = Table(api)
    host = Listener(table, 0)
    wait_for(host.versions, what="a stream")
    table.start()
    guest, spectator = Listener(table, 1), Listener(table, None)
    version = table.lay(0)
    for listener in (guest, spectator):
        wait_for(lambda listener=listener: version in listener.versions(), what="the laid card")  # type: ignore[misc]  # mypy cannot infer a lambda with a default
    with redis.client() as store:
        wait_for(lambda: len(store.keys(f"*:game:{table.id}:present:*")) == 2, what="the marks of both players")
    for listener in (host, guest, spectator):
        listener.close()


def test_a_stream_outlives_a_store_that_dies(tmp_path: Path) -> None:
    with (
        running_server(tmp_path / "redis") as redis,
        serving(redis.url, tmp_path) as address,
        httpx.Client(base_url=address, timeout=20) as api,
    ):
        table = Table(api)
        table.start()
        listener = Listener(table, 0)
        wait_for(listener.versions, what="the opening")
        redis.kill()
        redis.start()
        version = table.lay(0)
        listeners = [listener]

        def heard() -> bool:
            """Whoever loses the connection comes back, as browsers do by themselves."""
            if listeners[-1].ended.is_set() and version not in listeners[-1].versions():
                listeners.append(Listener(table, 0))
            return version in listeners[-1].versions()

        wait_for(heard, what="what came after")
        assert listeners[-1].versions() == list(range(1, version + 1))
        for one in listeners:
            one.close()


def test_what_another_process_writes_is_heard_also_after_the_line_to_the_store_was_lost(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("here", "elsewhere")]
    for folder in folders:
        folder.mkdir()
    with (
        running_server(tmp_path / "redis") as redis,
        serving(redis.url, folders[0]) as here,
        serving(redis.url, folders[1]) as elsewhere,
        httpx.Client(base_url=here, timeout=20) as api,
        httpx.Client(base_url=elsewhere, timeout=20) as other,
    ):
        table = Table(api)
        table.start()
        listener = Listener(table, 0)
        wait_for(listener.versions, what="the opening")
        table.api = other
        versions = [table.lay(0)]
        wait_for(lambda: versions[-1] in listener.versions(), what="what the other process wrote")
        with redis.client() as store:
            assert store.client_kill_filter(_type="pubsub")
        versions.append(table.lay(1))
        wait_for(lambda: versions[-1] in listener.versions(), what="what it wrote meanwhile")
        assert listener.versions() == list(range(1, versions[-1] + 1))
        listener.close()
