"""Whether a request is Slack's: signed by it, over the very bytes that came, and lately."""

import hashlib
import hmac
import time

from services.outbound.slack import limits


class SlackSignatures:
    """Knows the secret with which Slack signs for one app."""

    def __init__(self, secret: str) -> None:
        """Take the secret as the app's page shows it: its letters are the key."""
        self._secret = secret.encode()

    def hold(self, signature: str, timestamp: str, body: bytes) -> bool:
        """Whether the signature is good; whatever is wrong with it, the answer is no."""
        try:
            signed = b"v0:" + timestamp.encode("ascii") + b":" + body
            wanted = "v0=" + hmac.digest(self._secret, signed, hashlib.sha256).hex()
            holds = hmac.compare_digest(wanted.encode(), signature.encode("ascii"))
            return holds and abs(time.time() - int(timestamp)) <= limits.SIGNATURE_SECONDS
        except ValueError:
            return False
