"""Structured logs: pretty on a terminal, JSON elsewhere, one canonical line per request or job.

Every part that works on a request adds what it learns (`learn`); the line is written once, at the end. A log holds
names and ids, never bodies, tokens, hands or secrets: what is named like a secret is dropped before it is written.
"""

import logging
import re
import shutil
import sys
import time
from collections.abc import Callable
from contextvars import ContextVar
from functools import lru_cache
from typing import Literal, TextIO

import msgspec
import structlog
from structlog.stdlib import ProcessorFormatter
from structlog.typing import EventDict, Processor, WrappedLogger

from domain.kernel.clock import SECOND, written
from services.free_text import escaped

Style = Literal["auto", "pretty", "json"]
Level = Literal["info", "debug"]
SECRET_WORDS = frozenset(
    {"authorization", "cookie", "credential", "hand", "key", "nonce", "password", "salt", "secret", "token"}
)
TIES = ("request_id", "job_id")  # they tie other lines of a request or job to its canonical one
CHATTY = (
    "uvicorn",
    "rq",
    "httpx",
    "httpcore",
    "websockets",
    "asyncio",
)  # libraries that are heard only when something is wrong

_PLAIN = frozenset({str, int, float, bool, type(None)})
_line: ContextVar[dict[str, object] | None] = ContextVar("canonical_line", default=None)


def learn(**facts: object) -> None:
    """Add to the canonical line of the request or job at hand; outside of one there is nothing to add to."""
    line = _line.get()
    if line is not None:
        line.update(facts)


class canonical_line:  # noqa: N801 - used as a statement: with canonical_line("request")
    """Collect facts throughout a block and write them as one line when it ends, however it ends."""

    __slots__ = ("_began", "_event", "_line", "_outer")

    def __init__(self, event: str, **facts: object) -> None:
        self._event = event
        self._line = facts

    def __enter__(self) -> None:
        self._outer = _line.set(self._line)
        self._began = time.perf_counter()

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        _line.reset(self._outer)
        line = self._line
        if error is None:
            line.setdefault("outcome", "ok")
        else:
            line.setdefault("outcome", "error")
            line.setdefault("error", type(error).__name__)
        line["duration_ms"] = round((time.perf_counter() - self._began) * 1000, 2)
        _write(self._event, line)


def _by_structlog(event: str, line: dict[str, object]) -> None:
    structlog.get_logger().info(event, **line)


_write: Callable[[str, dict[str, object]], None] = _by_structlog
"""Writes a canonical line; `configure` puts a quicker way in its place where lines are JSON."""


def _json_lines(stream: TextIO) -> Callable[[str, dict[str, object]], None]:
    """Canonical lines past structlog's chain, which costs as much as a choice: there is one for every request."""

    def write(event: str, line: dict[str, object]) -> None:
        if not _all_plain(line):
            line = {name: _without_secrets(value) for name, value in line.items() if not _names_a_secret(name)}
        line |= {"event": event, "level": "info", "timestamp": written(int(time.time() * SECOND))}
        stream.write(_encoder.encode(line).decode() + "\n")
        stream.flush()

    return write


def _all_plain(line: dict[str, object]) -> bool:
    """Whether a line is fit to be written as it is, as nearly every one is."""
    return _PLAIN.issuperset(map(type, line.values())) and not _name_a_secret(tuple(line))


def configure(style: Style = "auto", level: Level = "info", stream: TextIO | None = None) -> None:
    """Send the lines of our loggers and of the standard library's to one stream, in one form."""
    stream = stream or sys.stderr
    threshold = logging.getLevelNamesMapping()[level.upper()]
    pretty = style == "pretty" or (style == "auto" and stream.isatty())
    shared: list[Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _tie,
        drop_secrets,
        structlog.processors.format_exc_info,
    ]
    renderer = _pretty_renderer(stream) if pretty else _json_renderer
    structlog.configure(
        processors=[*shared, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(threshold),
        logger_factory=structlog.WriteLoggerFactory(stream),
        cache_logger_on_first_use=True,
    )
    global _write  # noqa: PLW0603 - logs are set up once for the process
    _write = _by_structlog if pretty else _json_lines(stream)
    formatter = ProcessorFormatter(
        foreign_pre_chain=shared, processors=[ProcessorFormatter.remove_processors_meta, renderer]
    )
    _route_standard_library(stream, formatter, threshold)


def drop_secrets(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Remove every key that names a secret, at any depth."""
    return {name: _without_secrets(value) for name, value in event.items() if not _names_a_secret(name)}


def _without_secrets(value: object) -> object:
    if type(value) in _PLAIN:
        return value
    if isinstance(value, dict):
        return {name: _without_secrets(held) for name, held in value.items() if not _names_a_secret(str(name))}
    if isinstance(value, list | tuple):
        return [_without_secrets(held) for held in value]
    return value


@lru_cache(maxsize=1024)
def _names_a_secret(name: str) -> bool:
    words = re.findall(r"[a-z]+", re.sub(r"([a-z])([A-Z])", r"\1 \2", name).lower())
    return any(word in SECRET_WORDS or word.removesuffix("s") in SECRET_WORDS for word in words)


@lru_cache(maxsize=1024)
def _name_a_secret(names: tuple[str, ...]) -> bool:
    return any(map(_names_a_secret, names))


def _tie(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    line = _line.get() or {}
    for name in TIES:
        if name in line:
            event.setdefault(name, line[name])
    return event


_COLOURS = re.compile(r"\x1b\[[\d;]*m")
_TIME_OF_DAY = slice(11, 19)
_KEPT = ("timestamp", "level", "event")
_FIRST = (
    *_KEPT,
    "method",
    "route",
    "path",
    "job",
    "status",
    "outcome",
    "error",
    "duration_ms",
    "game",
    "seat",
    "version",
)
_SHORTENED = {"info", "debug"}
"""Lines that are cut to the width of a terminal, the least important fields first; nothing of an error is left out."""
_OF_SEVERAL_LINES = {"exception", "exc_info", "stack"}
_encoder = msgspec.json.Encoder(enc_hook=repr)


def _json_renderer(_logger: WrappedLogger, _method: str, event: EventDict) -> str:
    return _encoder.encode(event).decode()


def _pretty_renderer(stream: TextIO) -> Processor:
    # Plain tracebacks: the prettier ones print local variables, and those may be secrets.
    plain = structlog.dev.plain_traceback
    terminal = stream.isatty()
    pretty = structlog.dev.ConsoleRenderer(
        colors=terminal, exception_formatter=plain, sort_keys=False, pad_event_to=0, pad_level=False
    )

    def render(logger: WrappedLogger, method: str, event: EventDict) -> str:
        shown = {name: value if name in _OF_SEVERAL_LINES else _harmless(value) for name, value in event.items()}
        if "timestamp" in shown:
            shown["timestamp"] = str(shown["timestamp"])[_TIME_OF_DAY]
        fields = sorted(shown, key=_place)
        line = str(pretty(logger, method, {name: shown[name] for name in fields}))
        while terminal and shown.get("level") in _SHORTENED and len(_COLOURS.sub("", line)) > _columns():
            if fields.pop() in _KEPT:
                break
            line = str(pretty(logger, method, {name: shown[name] for name in fields}))
        return line

    return render


def _place(name: str) -> tuple[int, str]:
    """What tells most stands first; ids that only tie lines together stand last."""
    if name in TIES:
        return len(_FIRST) + 1, name
    return (_FIRST.index(name), "") if name in _FIRST else (len(_FIRST), name)


def _columns() -> int:
    return shutil.get_terminal_size().columns


def _harmless(value: object) -> object:
    """A text of a client without what a terminal would obey; JSON has no such characters in any case."""
    if type(value) in _PLAIN and not isinstance(value, str):
        return value
    return escaped(value if isinstance(value, str) else str(value))


def _route_standard_library(stream: TextIO, formatter: logging.Formatter, threshold: int) -> None:
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter)
    logging.basicConfig(handlers=[handler], level=threshold, force=True)
    for name in CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING if threshold == logging.INFO else threshold)
