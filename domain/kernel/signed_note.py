"""Signed notes (c2sp.org/signed-note, Ed25519): what a server says of a head, so that it cannot deny it later.

Two notes of one key that name the same game and version and different heads are evidence that any two players can show.
"""

import base64
import binascii
import hashlib
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

_HEAD = "acta/head"
"""The first line of a note on a head: no other text that the key signs begins so."""
_ED25519 = b"\x01"
_ID, _KEY = 4, 32


class BadNote(ValueError):
    """A text that is no signed note, or one that the key did not sign."""


class SignedHead(NamedTuple):
    """What a note says: at this version the log of the game had this head."""

    game: str
    version: int
    head: str


class Signer:
    """Signs by one key, under one name."""

    def __init__(self, name: str, seed: bytes) -> None:
        """Use the 32 secret bytes of a key."""
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        public = self._key.public_key().public_bytes_raw()
        self._begin = f"\n— {name} "
        self._id = _key_id(name, public)
        self.verifier = f"{name}+{self._id.hex()}+{base64.b64encode(_ED25519 + public).decode()}"
        """What others check the notes by: name, id and public key, in the text form that the tools of notes share."""

    def signed(self, text: str) -> str:
        """The note of a text, which ends with a line feed."""
        signature = base64.b64encode(self._id + self._key.sign(text.encode())).decode()
        return f"{text}{self._begin}{signature}\n"

    def head(self, said: SignedHead) -> str:
        """The note on a head."""
        return self.signed(_head_text(said))


def read_note(note: str, verifier: str) -> str:
    """The text of a note that this key signed; `BadNote` if it did not."""
    name, key_id, public = _verifier(verifier)
    text, found, signatures = note.rpartition("\n\n")
    if not found or not signatures.endswith("\n") or any(sign < " " and sign != "\n" for sign in note):
        raise BadNote("it is no signed note")
    signed = [_signature(line) for line in signatures.splitlines()]
    ours = [signature for signer, signature in signed if (signer, signature[:_ID]) == (name, key_id)]
    if not ours:
        raise BadNote(f"{name} did not sign it")
    for signature in ours:
        try:
            Ed25519PublicKey.from_public_bytes(public).verify(signature[_ID:], f"{text}\n".encode())
        except InvalidSignature:
            raise BadNote(f"the signature of {name} does not hold") from None
    return f"{text}\n"


def read_head(note: str, verifier: str) -> SignedHead:
    """What a note says of a head; `BadNote` if this key did not say it."""
    text = read_note(note, verifier)
    lines = text.split("\n")
    try:
        said = SignedHead(lines[1], int(lines[2]), lines[3])
    except (IndexError, ValueError):
        raise BadNote("it is no note on a head") from None
    if text != _head_text(said):
        raise BadNote("it is no note on a head")
    return said


def _head_text(said: SignedHead) -> str:
    return f"{_HEAD}\n{said.game}\n{said.version}\n{said.head}\n"


def _key_id(name: str, public: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\n" + _ED25519 + public).digest()[:_ID]


def _verifier(text: str) -> tuple[str, bytes, bytes]:
    try:
        name, key_id, encoded = text.split("+", 2)
        typed = base64.b64decode(encoded, validate=True)
    except (ValueError, binascii.Error):
        raise BadNote("that is no key of notes") from None
    kind, public = typed[:1], typed[1:]
    if kind != _ED25519 or len(public) != _KEY or key_id != _key_id(name, public).hex():
        raise BadNote("that is no key of notes")
    return name, bytes.fromhex(key_id), public


def _signature(line: str) -> tuple[str, bytes]:
    try:
        dash, name, encoded = line.split(" ")
        signature = base64.b64decode(encoded, validate=True)
    except (ValueError, binascii.Error):
        raise BadNote("it is no signed note") from None
    if dash != "—" or not name:
        raise BadNote("it is no signed note")
    return name, signature
