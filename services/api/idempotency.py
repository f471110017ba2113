"""The Idempotency-Key header: how a client says that two requests are one."""

from hashlib import sha256
from typing import Annotated

import msgspec
from litestar.params import HeaderParameter

IdempotencyKey = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        pattern=r"^[!-~]{1,255}$",
        description="Up to 255 visible ASCII characters of your choice. Repeat a request with the key of the first "
        "try and it happens once.",
    ),
]
"""Type of a handler's parameter `idempotency_key`; anything else than visible ASCII is refused with 400."""


def body_hash(body: msgspec.Struct) -> str:
    """Tells two bodies apart that came with the same key. Not for bodies that hold a password."""
    return sha256(msgspec.json.encode(body, order="deterministic")).hexdigest()


def key_hash(key: str | None) -> str:
    """The key as it is stored: it is the client's and never leaves the server."""
    return sha256(key.encode()).hexdigest() if key else ""
