"""Logs of this process that go somewhere else for a while."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

import structlog

from services import logs


@contextmanager
def logging_to(stream: TextIO) -> Iterator[None]:
    """All lines go to a stream for the length of a block, as JSON; afterwards everything is as before."""
    root, write = logging.getLogger(), logs._write  # noqa: SLF001 - what `configure` puts in its place
    handlers, level = root.handlers[:], root.level
    levels = {name: logging.getLogger(name).level for name in logs.CHATTY}
    logs.configure("json", stream=stream)
    try:
        yield
    finally:
        structlog.reset_defaults()
        logs._write = write  # noqa: SLF001 - see above
        root.handlers[:] = handlers
        root.setLevel(level)
        for name, before in levels.items():
            logging.getLogger(name).setLevel(before)
