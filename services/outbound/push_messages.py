"""Messages to browsers as RFC 8291 encrypts them and RFC 8292 signs them. Pure, but for fresh keys and salts.

The service that carries a message sees when it came and from which server, never what it says.
"""

import hashlib
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode

import msgspec
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

AUTH_BYTES, SALT_BYTES = 16, 16
_CURVE = ec.SECP256R1()
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""How many points the curve has (FIPS 186-4, P-256)."""
_RECORD = 4096
_LAST = b"\x02"
"""Ends the last record, which is the only one here."""


def text_of(data: bytes) -> str:
    """Bytes as both RFCs write them: base64 for addresses, without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    """What `text_of` has written, as bytes. Raises `ValueError` if it is not such a text."""
    return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))


def public_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public half of a key as a point."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def is_usable(p256dh: str, auth: str) -> bool:
    """Whether a browser's key and secret are such that a message can be encrypted for it."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, bytes_of(p256dh))
        return len(bytes_of(auth)) == AUTH_BYTES
    except ValueError:
        return False


def server_key(secret: bytes) -> ec.EllipticCurvePrivateKey:
    """The key by which push services know this server: always the same, made from a secret of the server's."""
    number = int.from_bytes(_derived(secret, b"", b"acta web push", 48))
    return ec.derive_private_key(number % (_ORDER - 1) + 1, _CURVE)


def encrypted(
    message: bytes,
    p256dh: str,
    auth: str,
    key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """A message that one browser alone can read; key and salt are fresh unless a test brings them."""
    key, salt = key or ec.generate_private_key(_CURVE), salt or secrets.token_bytes(SALT_BYTES)
    theirs, ours = bytes_of(p256dh), public_bytes(key)
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, theirs))
    known = _derived(shared, bytes_of(auth), b"WebPush: info\x00" + theirs + ours, 32)
    content_key = _derived(known, salt, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derived(known, salt, b"Content-Encoding: nonce\x00", 12)
    head = salt + _RECORD.to_bytes(4) + bytes([len(ours)]) + ours
    return head + AESGCM(content_key).encrypt(nonce, message + _LAST, None)


def signed(key: ec.EllipticCurvePrivateKey, origin: str, contact: str, until: int) -> str:
    """The header by which a push service knows who sends: this server, to this service, until a moment in seconds."""
    claims = {"aud": origin, "exp": until, "sub": contact}
    parts = (msgspec.json.encode(part) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    told = ".".join(map(text_of, parts))
    numbers = decode_dss_signature(key.sign(told.encode(), ec.ECDSA(hashes.SHA256())))
    signature = b"".join(number.to_bytes(32) for number in numbers)
    return f"vapid t={told}.{text_of(signature)}, k={text_of(public_bytes(key))}"


def topic_of(delivery: str) -> str:
    """What a repeat of a delivery is known by: 32 letters for addresses, as RFC 8030 allows."""
    return hashlib.sha256(delivery.encode()).hexdigest()[:32]


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
