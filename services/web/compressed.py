"""Pages as bytes, piece by piece: a piece that was sent lately, to whomever, is not cleaned or compressed again.

A template marks pieces that come again, such as the drawing of a panel, by a `CUT` before and after them. Pieces are
independent of each other within the stream (each ends with a full flush), so that they can be put together in any
page. They are known by their own text: nobody is sent anything but what the page holds.

Where a page holds the token of its forms, a `HOLE` is left: the rest of it can be sent again.
"""

import re
import struct
import zlib
from functools import cached_property
from secrets import token_hex

from services.cache import Cache

_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0e-\x1d\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]")
"""What no page may hold, but what somebody may have typed or put into an address."""
_COMMON = bytes(range(0x20, 0x7F)) + b"\t\n\x0c\r"
CUT = "\x1e"
"""Where a page may be parted; no page holds it when it is sent."""
HOLE = token_hex(16)
"""Where a page gets its token when it is sent; nobody can guess it and have their words taken for it."""
_LEVEL = 4
_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""Of a gzip file without name and time."""
_LAST = b"\x03\x00"
"""An empty block that says that none follows."""
_MOST_BYTES = 2**24
_BESIDES = 1024
"""Bytes that a piece takes besides its letters, roughly."""


class Piece:
    """A piece of a page: its bytes, and these compressed once they are asked for."""

    __slots__ = ("_block", "plain")

    def __init__(self, text: str) -> None:
        """Make it fit to be sent."""
        self.plain = _cleaned(text)
        self._block = b""

    def packed(self, packer: "zlib._Compress") -> bytes:
        """A block of a stream; anything may follow it."""
        if self.plain and not self._block:
            self._block = packer.compress(self.plain) + packer.flush(zlib.Z_FULL_FLUSH)
        return self._block


_PIECES: Cache[str, Piece] = Cache(_MOST_BYTES)
"""Short ones, too: what is dear about them is the block that each ends, not its few letters."""


def pieces_of(text: str) -> list[Piece]:
    """The pieces of a page, fit to be sent."""
    return [_PIECES.get(piece) or _PIECES.put(piece, Piece(piece), _BESIDES + len(piece)) for piece in text.split(CUT)]


def _cleaned(piece: str) -> bytes:
    found = piece.encode(errors="replace")
    rare = found.translate(None, _COMMON)  # a look at every letter by an expression takes ten times as long
    if rare and _UNPRINTABLE.search(rare.decode()):
        return _UNPRINTABLE.sub("\ufffd", piece).encode(errors="replace")
    return found


class Sheet:
    """A page that can be sent any number of times, each with a token of its own."""

    def __init__(self, text: str) -> None:
        """Part a page at its holes and its cuts; large pieces are shared with other pages that hold them."""
        self._spans = [pieces_of(span) for span in text.split(HOLE)]
        self._plain = [[piece.plain for piece in pieces] for pieces in self._spans]
        self.length = sum(len(plain) for plains in self._plain for plain in plains)
        """How many bytes it has, but for its tokens."""

    def filled(self, token: str) -> bytes:
        """The page with that token."""
        return token.encode().join([b"".join(plains) for plains in self._plain])

    def gzipped(self, token: str) -> bytes:
        """The page with that token, as one gzip stream."""
        body = self.filled(token)
        ends = struct.pack("<II", zlib.crc32(body), len(body) & 0xFFFFFFFF)
        return b"".join((_HEADER, _stored(token.encode()).join(self._packed), _LAST, ends))

    @cached_property
    def _packed(self) -> list[bytes]:
        packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        return [b"".join([piece.packed(packer) for piece in pieces]) for pieces in self._spans]


def _stored(token: bytes) -> bytes:
    """A few bytes as a block of a stream that are not compressed."""
    return struct.pack("<BHH", 0, len(token), len(token) ^ 0xFFFF) + token
