"""PNG: a palette picture as a file, of which the parts are kept that come again.

Most of the work of a PNG is to pack its rows, and from one board to the next many rows stay as they are. So
they are packed band by band. As packed bytes point back to what stood before them, a band that is kept fits
wherever the same band stands above it; the file is one ordinary stream and no larger than one packed at once.
"""

import struct
import zlib
from hashlib import sha256
from itertools import pairwise
from threading import Lock

from cachetools import LRUCache
from PIL import Image

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_BITS, _INDEXED = 8, 3
_DEFLATE = b"\x78\x9c"
"""The stream is packed by deflate, with a window of 32 kB."""
_END = b"\x03\x00"
"""The last block of a stream, with nothing in it."""
_WINDOW = 1 << zlib.MAX_WBITS
_LEVEL, _MEMORY = 6, 9
_BAND = 40
"""Rows of a band: of a board they hold more than the window, so that only one band stands in view above."""
_MOST = 4096
"""So many packed bands are kept, of some 2 kB each."""
_KEPT: LRUCache[tuple[bytes, bytes], bytes] = LRUCache(_MOST)
"""The packed bands by the marks of the band above and of themselves."""
_LOCK = Lock()


def encode(picture: Image.Image) -> bytes:
    """Return a palette picture as PNG. Any thread may."""
    width, height = picture.size
    header = struct.pack(">IIBBBBB", width, height, _BITS, _INDEXED, 0, 0, 0)
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", bytes(picture.getpalette() or ())),
            _chunk(b"IDAT", _packed(picture)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = zlib.crc32(content, zlib.crc32(kind))
    return b"".join((struct.pack(">I", len(content)), kind, content, struct.pack(">I", check)))


def _packed(picture: Image.Image) -> bytes:
    """Return the rows of a picture packed, each after a 0, which says that it is not filtered."""
    width, height = picture.size
    filtered = Image.new("P", (width + 1, height))
    filtered.paste(picture, (1, 0))
    rows = filtered.tobytes()
    step = max(_BAND, -(-_WINDOW // (width + 1))) * (width + 1)
    bands = [b"", *(rows[start : start + step] for start in range(0, len(rows), step))]
    marks = [sha256(band).digest() for band in bands]
    parts = (
        _packed_band(seen, band, above)
        for seen, (above, band) in zip(pairwise(marks), pairwise(bands), strict=True)
    )
    return b"".join((_DEFLATE, *parts, _END, struct.pack(">I", zlib.adler32(rows))))


def _packed_band(seen: tuple[bytes, bytes], band: bytes, above: bytes) -> bytes:
    """Return a band packed, to stand below another; `seen` marks the other and this one."""
    with _LOCK:
        packed = _KEPT.get(seen)
    if packed is not None:
        return packed
    press = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS, _MEMORY, zdict=above[-_WINDOW:])
    packed = press.compress(band) + press.flush(zlib.Z_SYNC_FLUSH)
    with _LOCK:
        _KEPT[seen] = packed
    return packed
