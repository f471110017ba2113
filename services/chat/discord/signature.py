"""Whether a request is Discord's: signed by it, over the very bytes that came, and lately."""

import time

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

WINDOW_SECONDS = 300
"""How old a request may be, or how far ahead its clock: Discord itself names no limit."""


class DiscordSignatures:
    """Knows the key with which Discord signs for one application."""

    def __init__(self, public_key: str) -> None:
        """Take the key as the portal shows it, in hexadecimal digits."""
        self._key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))

    def hold(self, signature: str, timestamp: str, body: bytes) -> bool:
        """Whether the signature is good; whatever is wrong with it, the answer is no."""
        try:
            self._key.verify(bytes.fromhex(signature), timestamp.encode("ascii") + body)
            return abs(time.time() - int(timestamp)) <= WINDOW_SECONDS
        except (InvalidSignature, ValueError):
            return False
