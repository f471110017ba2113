"""A way past the task of an answer: a server may offer to write a piece of a stream's body at once.

To wake a task for each of a thousand listeners costs more than the writing does. The offer is an extension of ASGI as
its specification foresees them: under a server that makes none, every stream is told by its own task.
"""

from collections.abc import Callable
from typing import cast

from litestar.types import Scope
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

DirectWrite = Callable[[bytes], bool]
"""Writes a piece of the body; False, and nothing is written, where whoever sends has to wait for the client first.

Only for an answer of which nothing else is being sent at this moment.
"""

_EXTENSION = "acta.direct_write"


def offer(answer: RequestResponseCycle) -> dict[str, dict[object, object]]:
    """The extensions of a request whose answer can be written to once its head is out, if it goes out in chunks."""

    def write(data: bytes) -> bool:
        begun = answer.response_started and answer.chunked_encoding and not answer.response_complete
        if not begun or answer.flow.write_paused or answer.transport.is_closing():
            return False
        answer.transport.write(b"%x\r\n%b\r\n" % (len(data), data))
        return True

    return {_EXTENSION: {"write": write}}


def offered(scope: Scope) -> DirectWrite | None:
    """What the server offers for the answer to a request."""
    extension = (scope.get("extensions") or {}).get(_EXTENSION)
    return None if extension is None else cast("DirectWrite", extension["write"])
