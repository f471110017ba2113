"""The signatures of Standard Webhooks: id, moment and body together, by every secret that is in force."""

import base64
import hmac
import secrets
from collections.abc import Iterable

PREFIX = "whsec_"
_BYTES = 32


def new_secret() -> str:
    """A secret as its owner is told it, once."""
    return PREFIX + base64.b64encode(secrets.token_bytes(_BYTES)).decode()


def signed_headers(keys: Iterable[str], name: str, seconds: int, body: bytes) -> dict[str, str]:
    """The headers of an attempt: the same `name` in all attempts, `seconds` since 1970 now, a signature a secret."""
    signed = f"{name}.{seconds}.".encode() + body
    signatures = " ".join(f"v1,{_signature(key, signed)}" for key in keys)
    return {"webhook-id": name, "webhook-timestamp": str(seconds), "webhook-signature": signatures}


def _signature(key: str, signed: bytes) -> str:
    secret = base64.b64decode(key.removeprefix(PREFIX))
    return base64.b64encode(hmac.digest(secret, signed, "sha256")).decode()
