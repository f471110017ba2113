"""A browser that was allowed to show notices, and what its push service and itself check and read of a message."""

import secrets

import msgspec
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from services.outbound.push_messages import bytes_of, public_bytes, text_of
from tests.kit.hook_receiver import Received
from tests.kit.http import Json

CURVE = ec.SECP256R1()


class PushBrowser:
    """Keys of its own, and the address of its push service."""

    def __init__(self, endpoint: str) -> None:
        self._key = ec.generate_private_key(CURVE)
        self._auth = secrets.token_bytes(16)
        self.fields = {
            "endpoint": endpoint,
            "p256dh": text_of(public_bytes(self._key)),
            "auth": text_of(self._auth),
        }

    def read(self, message: bytes) -> Json:
        """Decrypt a message, step by step as RFC 8188 and RFC 8291 tell the receiver to."""
        salt, size, length = message[:16], int.from_bytes(message[16:20]), message[20]
        sender, content = message[21 : 21 + length], message[21 + length :]
        assert len(content) <= size
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        info = b"WebPush: info\0" + public_bytes(self._key) + sender
        known = HKDF(hashes.SHA256(), 32, self._auth, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(known)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(known)
        text, end = AESGCM(key).decrypt(nonce, content, None).rstrip(b"\0")[:-1], content[-1:]
        assert end
        return msgspec.json.decode(text)


def sender_of(received: Received) -> tuple[str, Json]:
    """Who signed a message, after its signature was checked, and what it claims (RFC 8292)."""
    scheme, _, rest = received.headers["authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, signature = parts["t"].split(".")
    assert (scheme, msgspec.json.decode(bytes_of(head))["alg"]) == ("vapid", "ES256")
    raw = bytes_of(signature)
    both = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, bytes_of(parts["k"]))
    key.verify(both, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    return parts["k"], msgspec.json.decode(bytes_of(claims))
