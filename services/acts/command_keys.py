"""How two requests are known to be one: hashes of a client's key and of what came with it."""

from hashlib import sha256

import msgspec


def body_hash(body: msgspec.Struct) -> str:
    """Tells two bodies apart that came with the same key. Not for bodies that hold a password."""
    return sha256(msgspec.json.encode(body, order="deterministic")).hexdigest()


def key_hash(key: str | None) -> str:
    """The key as it is stored: it is the client's and never leaves the server."""
    return sha256(key.encode()).hexdigest() if key else ""
