"""One line per request, one form for all lines, and no secret in any of them."""

import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import anyio
import pytest
import structlog

from services import logs
from services.settings import Secret
from tests.kit.log_streams import logging_to

CANARY = "canary-51d0"


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """A stream that all logging goes to; afterwards everything is as before."""
    stream = io.StringIO()
    with logging_to(stream):
        yield stream


def lines(stream: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_request_is_one_line_with_all_that_was_learnt(stream: io.StringIO) -> None:
    with logs.canonical_line("request", request_id="r1"):
        logs.learn(user="u1")
        logs.learn(game="g1", outcome="refused")
    (line,) = lines(stream)
    assert (line["event"], line["request_id"], line["user"], line["game"]) == ("request", "r1", "u1", "g1")
    assert line["outcome"] == "refused"
    assert isinstance(line["duration_ms"], float)


@pytest.mark.parametrize("held", ["\x1b[2Jgone", "two\nlines", "\x9b31m"], ids=ascii)
def test_a_pretty_log_obeys_nobody(stream: io.StringIO, held: str) -> None:
    logs.configure("pretty", stream=stream)
    with logs.canonical_line("request", game=held, found=[held]):
        pass
    assert not set(stream.getvalue().removesuffix("\n")) & set("\x1b\x9b\n")


def test_a_failed_job_is_one_line_too(stream: io.StringIO) -> None:
    with pytest.raises(ZeroDivisionError), logs.canonical_line("job"):
        logs.learn(game=1 / 0)
    (line,) = lines(stream)
    assert (line["outcome"], line["error"]) == ("error", "ZeroDivisionError")


async def test_requests_at_the_same_time_do_not_mix(stream: io.StringIO) -> None:
    async def request(name: str) -> None:
        with logs.canonical_line("request", request_id=name):
            await anyio.to_thread.run_sync(lambda: logs.learn(user=name))

    async with anyio.create_task_group() as group:
        group.start_soon(request, "a")
        group.start_soon(request, "b")
    requests = [line for line in lines(stream) if line["event"] == "request"]
    assert sorted((line["request_id"], line["user"]) for line in requests) == [("a", "a"), ("b", "b")]


def test_nothing_learnt_in_one_request_reaches_the_next(stream: io.StringIO) -> None:
    with logs.canonical_line("request"):
        logs.learn(user="u1")
    logs.learn(game="nobody's")
    with logs.canonical_line("request"):
        pass
    assert lines(stream)[1].keys() == {"event", "level", "timestamp", "outcome", "duration_ms"}


def test_lines_of_all_kinds_keep_their_order_in_a_file(stream: io.StringIO, tmp_path: Path) -> None:
    with (tmp_path / "log").open("w", encoding="utf-8") as file:
        logs.configure("json", stream=file)
        for number in range(3):
            with logs.canonical_line("request", path=f"/Straße {number}"):
                structlog.get_logger().warning("slow", number=number)
            logging.getLogger("rq.worker").warning("slow too")
        written = (tmp_path / "log").read_text("utf-8")
    assert [json.loads(line)["event"] for line in written.splitlines()] == ["slow", "request", "slow too"] * 3
    assert "/Straße 2" in written
    assert stream.getvalue() == ""


def test_other_lines_carry_the_id_of_their_request(stream: io.StringIO) -> None:
    with logs.canonical_line("request", request_id="r1", user="u1"):
        structlog.get_logger().warning("slow")
        logging.getLogger("rq.worker").warning("slow too")
    for line in lines(stream)[:2]:
        assert line["request_id"] == "r1"
        assert "user" not in line


def test_secrets_are_dropped_by_name_and_hidden_by_type(stream: io.StringIO) -> None:
    named = ("token", "password", "Authorization", "set-cookie", "accessToken", "nonces", "idempotency_key", "SECRET")
    with logs.canonical_line("request", **dict.fromkeys(named, CANARY)):
        logs.learn(body={"token": CANARY, "deep": [{"new_password": CANARY}]}, url=Secret(CANARY), monkey="kept")
    assert CANARY not in stream.getvalue()
    assert lines(stream)[0]["monkey"] == "kept"


@pytest.mark.parametrize("style", ["json", "pretty"])
def test_a_traceback_shows_no_local_variables(stream: io.StringIO, style: logs.Style) -> None:
    logs.configure(style, stream=stream)

    def fail() -> None:
        hidden = CANARY.upper()
        raise RuntimeError(len(hidden))

    try:
        fail()
    except RuntimeError:
        structlog.get_logger().exception("failed")
    assert "RuntimeError" in stream.getvalue()
    assert CANARY.upper() not in stream.getvalue()


def test_libraries_are_heard_only_when_something_is_wrong(stream: io.StringIO) -> None:
    logging.getLogger("uvicorn.error").info("Started server process")
    logging.getLogger("uvicorn.error").error("port taken")
    assert [line["event"] for line in lines(stream)] == ["port taken"]


def test_auto_is_pretty_on_a_terminal_and_json_elsewhere(stream: io.StringIO) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    for target in (terminal, stream):
        logs.configure("auto", stream=target)
        structlog.get_logger().info("hello", a=1)
    assert lines(stream)[-1]["a"] == 1
    assert not terminal.getvalue().startswith("{")


def test_a_line_on_a_terminal_fits_it_and_begins_with_what_tells_most(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("COLUMNS", "80")
    terminal = Terminal()
    logs.configure("auto", stream=terminal)
    with logs.canonical_line("request", request_id="c" * 32, method="GET"):
        logs.learn(user="u" * 32, game="0abb1a2e4c0a1a4688fc", version=19, route="/api/v1/games/{game_id}", status=200)
    structlog.get_logger().error("failed", request_id="c" * 32, user="u" * 32, game="0abb1a2e4c0a1a4688fc")
    line, failed = (re.sub(r"\x1b\[[\d;]*m", "", one) for one in terminal.getvalue().splitlines())
    assert len(line) <= 80
    assert re.match(r"\d\d:\d\d:\d\d \[info\] request method=GET route=/api/v1/games/\{game_id\} status=200\b", line)
    assert failed.endswith(f"user={'u' * 32} request_id={'c' * 32}"), "nothing of an error is left out"
