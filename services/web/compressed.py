"""Pages as bytes, piece by piece: a large piece that was sent lately, to whomever, is not cleaned or compressed again.

A template marks pieces that come again, such as the drawing of a panel, by a `CUT` before and after them. Pieces are
independent of each other within the stream (each ends with a full flush), so that they can be put together in any
page. They are known by their own text: nobody is sent anything but what the page holds.
"""

import re
import struct
import zlib

from services.web.kept import Kept

_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0e-\x1d\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]")
"""What no page may hold, but what somebody may have typed or put into an address."""
CUT = "\x1e"
"""Where a page may be parted; no page holds it when it is sent."""
_SMALLEST = 1200
"""What is shorter is compressed together with its neighbours."""
_LEVEL = 5
_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""Of a gzip file without name and time."""
_clean: Kept[str, bytes] = Kept(512)
_packed: Kept[bytes, bytes] = Kept(512)


def pieces_of(text: str) -> list[bytes]:
    """The pieces of a page, fit to be sent."""
    return [
        _cleaned(piece) if len(piece) < _SMALLEST else _clean.get(piece) or _clean.put(piece, _cleaned(piece))
        for piece in text.split(CUT)
    ]


def _cleaned(piece: str) -> bytes:
    return _UNPRINTABLE.sub("\ufffd", piece).encode(errors="replace")


def gzipped(pieces: list[bytes]) -> bytes:
    """All pieces one after the other as one gzip stream."""
    found, check, length = [_HEADER], 0, 0
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    for piece in pieces:
        check, length = zlib.crc32(piece, check), length + len(piece)
        if len(piece) < _SMALLEST:
            found.append(packer.compress(piece))
            continue
        found.append(packer.flush(zlib.Z_FULL_FLUSH))
        packed = _packed.get(piece)
        if packed is None:
            packed = _packed.put(piece, packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH))
        found.append(packed)
    return b"".join((*found, packer.flush(), struct.pack("<II", check, length & 0xFFFFFFFF)))
