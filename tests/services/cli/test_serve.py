"""`acta serve` as a process tree: it comes up, mends itself, and ends without leaving anyone behind."""

import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
import redis

from services.cli.admin import rights as admin
from services.cli.flags import Flags
from services.engine import embedded
from services.engine.errors import EngineError
from services.settings import Settings
from tests.kit.lossy_proxy import lossy_proxy
from tests.kit.processes import PATIENCE, ProcessTree, is_running, running_server, running_tree, wait_for

SMALL = ("-m", "tests.kit.small_server")
READY = "Acta is ready on "


@contextmanager
def served(tmp_path: Path, *parts: str, **environ: str) -> Iterator[ProcessTree]:
    """`acta serve` with these small parts, on any free port."""
    settings = {"ACTA_PORT": "0", "ACTA_DATA_DIR": str(tmp_path / "data")} | environ
    with running_tree([*SMALL, *parts], tmp_path / "output", settings) as tree:
        yield tree


def port_of(tree: ProcessTree) -> int:
    found = re.search(r"http://127\.0\.0\.1:(\d+) ", tree.wait_until_it_says("/schema"))
    assert found is not None
    return int(found[1])


def api_pid(port: int) -> int:
    return int(httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=10).text)


def redis_of(tmp_path: Path) -> redis.Redis:
    return redis.Redis.from_url(embedded.locate(Settings(data_dir=tmp_path / "data")))


def test_one_line_says_where_it_is_and_ctrl_c_ends_it_all(tmp_path: Path) -> None:
    with served(tmp_path, "api", "idle") as tree:
        assert api_pid(port_of(tree))
        children = tree.descendants()
        assert len(children) == 4, "Redis for games and for jobs, the API and the idle part"
        assert tree.end(signal.SIGINT) == 0
        assert tree.output().count(READY) == 1
    assert not [child for child in children if child.is_running()]


def test_the_real_parts_come_up_and_end(tmp_path: Path) -> None:
    words = ["-m", "services.cli", "serve", "--port", "0", "--data-dir", str(tmp_path / "data")]
    with running_tree(words, tmp_path / "output") as tree:
        address = f"http://127.0.0.1:{port_of(tree)}"
        assert httpx.get(f"{address}/schema").status_code == 200
        account = httpx.post(f"{address}/api/v1/users", json={"name": "Livia", "password": "a long enough password"})
        assert account.status_code == 201
        queue = redis.Redis.from_url(embedded.locate_queue(Settings(data_dir=tmp_path / "data")))
        wait_for(lambda: queue.scard("rq:workers") == 2, what="both workers to be at work")
        children = tree.descendants()
        assert len(children) == 9, (
            "two Redis, the API, the projector, the sender, and a sweeper and two workers with their parent"
        )
        assert tree.end(signal.SIGINT) == 0
        assert "child died" not in tree.output()
    assert not [child for child in children if child.is_running()]


def test_it_ends_within_five_seconds_despite_open_streams_and_stubborn_parts(tmp_path: Path) -> None:
    with served(tmp_path, "api", "stubborn") as tree, ExitStack() as streams:
        for _ in range(3):
            stream = streams.enter_context(httpx.stream("GET", f"http://127.0.0.1:{port_of(tree)}/stream"))
            assert next(stream.iter_raw())
        children = tree.descendants()
        began = time.monotonic()
        assert tree.end(signal.SIGTERM) == 0
        assert time.monotonic() - began < 5
    assert not [child for child in children if child.is_running()]


def test_no_child_outlives_a_killed_parent(tmp_path: Path) -> None:
    with served(tmp_path, "api", "stubborn") as tree:
        port_of(tree)
        children = tree.descendants()
        tree.end(signal.SIGKILL)
    wait_for(lambda: not [child for child in children if is_running(child.pid)], what="all to be gone")


def test_what_was_written_before_a_kill_is_there_when_it_is_served_again(tmp_path: Path) -> None:
    with served(tmp_path, "api") as tree:
        port_of(tree)
        assert redis_of(tmp_path).set("a", "1")
        tree.end(signal.SIGKILL)
    with served(tmp_path, "api") as tree:
        port_of(tree)
        assert redis_of(tmp_path).get("a") == b"1"


def test_a_killed_api_process_comes_back_on_the_same_port(tmp_path: Path) -> None:
    with served(tmp_path, "api") as tree:
        port = port_of(tree)
        before = api_pid(port)
        os.kill(before, signal.SIGKILL)
        assert api_pid(port) != before, "a request during the restart waits for the new process"
        assert '"child":"api"' in tree.output()


def test_a_killed_redis_comes_back_with_its_data(tmp_path: Path) -> None:
    with served(tmp_path, "api") as tree:
        port_of(tree)
        client = redis_of(tmp_path)
        client.set("a", "1")
        before = client.info("server")["process_id"]
        os.kill(before, signal.SIGKILL)
        wait_for(lambda: _answers(client), what="Redis to come back")
        assert client.get("a") == b"1"
        assert client.info("server")["process_id"] != before


def _answers(client: redis.Redis) -> bool:
    try:
        return bool(client.ping())
    except redis.RedisError:
        return False


def test_a_part_that_cannot_start_ends_the_attempt_with_its_name(tmp_path: Path) -> None:
    with served(tmp_path, "broken") as tree:
        assert tree.process.wait(PATIENCE) == 1
        output = tree.output()
    assert output.count("broken: on purpose") > 1, "it was given another chance"
    assert "acta: `broken` does not start" in output
    assert READY not in output


def test_a_second_server_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    with served(tmp_path, "api") as tree:
        port_of(tree)
        second = tmp_path / "second"
        second.mkdir()
        with served(second, "api", ACTA_DATA_DIR=str(tmp_path / "data")) as refused:
            assert refused.process.wait(PATIENCE) == 1
            assert f"is in use by process {tree.process.pid}" in refused.output()
        assert redis_of(tmp_path).ping(), "the first one is not disturbed"


def test_a_taken_port_is_refused(tmp_path: Path) -> None:
    with served(tmp_path, "api") as tree:
        port = port_of(tree)
        second = tmp_path / "second"
        second.mkdir()
        with served(second, "api", ACTA_PORT=str(port)) as refused:
            assert refused.process.wait(PATIENCE) == 1
            assert f"acta: Cannot listen on port {port} of 127.0.0.1" in refused.output()


def test_a_given_redis_is_used_and_its_dangers_are_named(tmp_path: Path) -> None:
    with (
        running_server(tmp_path / "given", options=["--appendonly", "no"]) as given,
        served(tmp_path, "api", ACTA_REDIS_URL=given.url) as tree,
    ):
        port_of(tree)
        assert "it does not run append-only" in tree.output()
        assert not (tmp_path / "data").exists()


def test_a_given_redis_that_is_not_durable_is_refused_if_durability_is_required(tmp_path: Path) -> None:
    with (
        running_server(tmp_path / "given", fsync="everysec") as given,
        served(tmp_path, "api", ACTA_REDIS_URL=given.url, ACTA_REQUIRE_DURABLE="true") as tree,
    ):
        assert tree.process.wait(PATIENCE) == 1
        assert "is not durable: its appendfsync is everysec" in tree.output()


def test_an_address_in_the_network_without_tls_is_warned_about(tmp_path: Path) -> None:
    with served(tmp_path, "api", ACTA_HOST="0.0.0.0") as tree:
        port_of(tree)
        assert "passwords travel in the clear" in tree.output()


@pytest.mark.parametrize("keep", ["become", "watch"])
def test_a_program_ends_whose_parent_was_killed(tmp_path: Path, keep: str) -> None:
    """On Linux the kernel does it; the other way, for other systems, must hold as well."""
    pid_file = tmp_path / "pid"
    code = f"import os, time; open({str(pid_file)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    program = [sys.executable, "-c", code]
    held = f"import os; from services.engine import parent_death; parent_death.{keep}(os.getppid(), 15, {program})"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {held!r}])"
    with running_tree(["-c", parent], tmp_path / "output") as tree:
        pid = int(wait_for(lambda: pid_file.exists() and pid_file.read_text(), what="the program"))
        tree.end(signal.SIGKILL)
        wait_for(lambda: not is_running(pid), what="the program to end")


@pytest.mark.parametrize("system", ["Linux", "Darwin"])
def test_a_forked_process_ends_with_its_parent(tmp_path: Path, system: str) -> None:
    """On Linux the kernel sees to it; elsewhere a thread watches."""
    pid_file = tmp_path / "pid"
    code = (
        "import os, platform, time\n"
        "from services.engine import parent_death\n"
        f"platform.system = lambda: {system!r}\n"
        "parent = os.getpid()\n"
        "if not os.fork():\n"
        "    assert parent_death.tie(parent, 9)\n"
        f"    open({str(pid_file)!r}, 'w').write(str(os.getpid()))\n"
        "time.sleep(60)"
    )
    with running_tree(["-c", code], tmp_path / "output") as tree:
        pid = int(wait_for(lambda: pid_file.exists() and pid_file.read_text(), what="the fork"))
        tree.end(signal.SIGKILL)
        wait_for(lambda: not is_running(pid), what="the fork to end")


def test_commands_of_a_stopped_server_say_so(tmp_path: Path) -> None:
    with served(tmp_path, "api") as tree:
        port_of(tree)
        tree.end(signal.SIGTERM)
    with pytest.raises(EngineError, match="No server runs"):
        redis_of(tmp_path)


def test_links_from_the_operator_lead_to_the_server_that_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path, "api") as tree:
        address = f"http://127.0.0.1:{port_of(tree)}/sign-up#"
        admin.invite(flags=Flags(data_dir=tmp_path / "data"))
        assert address in capsys.readouterr().out
        admin.invite(flags=Flags(data_dir=tmp_path / "data", public_url="https://acta.example"))
        assert "https://acta.example/sign-up#" in capsys.readouterr().out


def test_the_harness_can_lose_a_reply(tmp_path: Path) -> None:
    with running_server(tmp_path) as server, lossy_proxy(server.plan.socket, b"INCR", {2}) as proxy:
        careless = redis.Redis.from_url(proxy.url, retry=None)
        assert careless.incr("n") == 1
        with pytest.raises(redis.ConnectionError):
            careless.incr("n")
        assert server.client().get("n") == b"2", "done, though the client never heard of it"
