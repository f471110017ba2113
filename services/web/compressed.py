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

from services.queries.kept import Kept

_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0e-\x1d\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]")
"""What no page may hold, but what somebody may have typed or put into an address."""
_COMMON = bytes(range(0x20, 0x7F)) + b"\t\n\x0c\r"
CUT = "\x1e"
"""Where a page may be parted; no page holds it when it is sent."""
HOLE = token_hex(16)
"""Where a page gets its token when it is sent; nobody can guess it and have their words taken for it."""
_SMALLEST = 1200
"""What is shorter is cleaned sooner than looked up."""
_LEVEL = 4
_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""Of a gzip file without name and time."""
_LAST = b"\x03\x00"
"""An empty block that says that none follows."""
_clean: Kept[str, bytes] = Kept(512)
_packed: Kept[bytes, bytes] = Kept(1024)


def pieces_of(text: str) -> list[bytes]:
    """The pieces of a page, fit to be sent."""
    return [
        _cleaned(piece) if len(piece) < _SMALLEST else _clean.get(piece) or _clean.put(piece, _cleaned(piece))
        for piece in text.split(CUT)
    ]


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
        self.length = sum(len(piece) for pieces in self._spans for piece in pieces)
        """How many bytes it has, but for its tokens."""

    def filled(self, token: str) -> bytes:
        """The page with that token."""
        return token.encode().join([b"".join(pieces) for pieces in self._spans])

    def gzipped(self, token: str) -> bytes:
        """The same as one gzip stream."""
        body = self.filled(token)
        ends = struct.pack("<II", zlib.crc32(body), len(body) & 0xFFFFFFFF)
        return b"".join((_HEADER, _stored(token.encode()).join(self._packed), _LAST, ends))

    @cached_property
    def _packed(self) -> list[bytes]:
        packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        return [_deflated(packer, pieces) for pieces in self._spans]


def _deflated(packer: "zlib._Compress", pieces: list[bytes]) -> bytes:
    """Pieces one after the other, so that anything may follow them in the stream.

    Short ones are kept, too: what is dear about them is the block that each ends, not its few letters.
    """
    return b"".join([_packed.get(piece) or _packed.put(piece, _block(packer, piece)) for piece in pieces if piece])


def _block(packer: "zlib._Compress", piece: bytes) -> bytes:
    return packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH)


def _stored(token: bytes) -> bytes:
    """A few bytes as a block of a stream that are not compressed."""
    return struct.pack("<BHH", 0, len(token), len(token) ^ 0xFFFF) + token
