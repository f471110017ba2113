"""A way past the task of an answer: a server may offer to write a piece of a stream's body at once.

To wake a task for each of a thousand listeners costs several times what the writing does. The offer is an extension of
ASGI as its specification foresees them: under a server that makes none, every stream is told by its own task.
"""

from collections.abc import Callable
from typing import cast

from litestar.types import Scope

DirectWrite = Callable[[bytes], bool]
"""Writes a piece of the body; False, and nothing is written, where whoever sends has to wait for the client first.

Only for an answer that has begun, has no length, and of which nothing else is being sent at this moment.
"""

_EXTENSION = "acta.direct_write"


def offer(write: DirectWrite) -> dict[str, dict[object, object]]:
    """The extensions of a request whose answer can be written to."""
    return {_EXTENSION: {"write": write}}


def offered(scope: Scope) -> DirectWrite | None:
    """What the server offers for the answer to a request."""
    extension = (scope.get("extensions") or {}).get(_EXTENSION)
    return None if extension is None else cast("DirectWrite", extension["write"])
