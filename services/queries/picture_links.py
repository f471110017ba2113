"""Signed addresses of pictures, for chat platforms that fetch a picture by themselves and cannot log in.

A link shows what a spectator may see of one position, in one style, until it expires. Whoever has it needs no account;
nobody can make one up or change one.
"""

import base64
import binascii
import hashlib
import hmac

import msgspec

from domain.kernel.ids import GameId
from services.render.orders import Look

DAY = 24 * 60 * 60
_WEEKS = 8
_WIDTH = 1200
_SIGNATURE_BYTES = 16
_CONTEXT = b"acta picture 1:"


class PictureLink(msgspec.Struct, frozen=True, array_like=True):
    """What a link shows, and until when (seconds since 1970)."""

    game: GameId
    version: int
    lang: str
    look: Look
    width: int
    expires: int


def lasting(game: GameId, version: int, lang: str, now: float) -> PictureLink:
    """A link for messages that stay: good for a year and more, and the same whenever it is made in these weeks.

    A platform knows a picture by its address, and fetches one that it knows only once.
    """
    began = int(now) // (_WEEKS * 7 * DAY) * (_WEEKS * 7 * DAY)
    return PictureLink(game, version, lang, "light", _WIDTH, began + 500 * DAY)


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(PictureLink).decode


def signed(link: PictureLink, key: bytes) -> str:
    """The link as a part of an address."""
    content = _encode(link)
    return base64.urlsafe_b64encode(_signature(content, key) + content).rstrip(b"=").decode()


def read(text: str, key: bytes, now: float) -> PictureLink | None:
    """The link, if it was signed with this key and has not expired."""
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        signature, content = raw[:_SIGNATURE_BYTES], raw[_SIGNATURE_BYTES:]
        if not hmac.compare_digest(signature, _signature(content, key)):
            return None
        link = _decode(content)
    except (ValueError, binascii.Error, msgspec.DecodeError):
        return None
    return link if now < link.expires else None


def _signature(content: bytes, key: bytes) -> bytes:
    return hmac.digest(key, _CONTEXT + content, hashlib.sha256)[:_SIGNATURE_BYTES]
