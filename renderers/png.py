"""PNG: encode palette pictures, with a cache of compressed bands of rows.

Compression takes most of the time, and many rows are the same from one board to the next. So rows are
compressed in bands. Compressed data refers back to the data before it, so a cached band is valid wherever the
same band is above it. The result is one ordinary deflate stream, no larger than one that is compressed in one
go.
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
"""The zlib header: deflate with a window of 32 kB."""
_END = b"\x03\x00"
"""An empty final deflate block, which ends the stream."""
_WINDOW = 1 << zlib.MAX_WBITS
_LEVEL, _MEMORY = 6, 9
_BAND = 40
"""Rows of a band. A board's band exceeds the window, so it refers back only to the band above it."""
_MOST = 4096
"""The number of compressed bands to cache, of about 2 kB each."""
_KEPT: LRUCache[tuple[bytes, bytes], bytes] = LRUCache(_MOST)
"""The cache of compressed bands, by the SHA-256 of the band above and of the band itself."""
_LOCK = Lock()  # The caches of cachetools are not thread-safe.


def encode(picture: Image.Image) -> bytes:
    """Return a palette picture as PNG. Thread-safe."""
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
    """Return the compressed rows of a picture, each preceded by a 0, PNG's filter type "none"."""
    width, height = picture.size
    filtered = Image.new("P", (width + 1, height))
    filtered.paste(picture, (1, 0))
    rows = filtered.tobytes()
    # A narrow picture needs more rows to fill the window.
    step = max(_BAND, -(-_WINDOW // (width + 1))) * (width + 1)
    bands = [b"", *(rows[start : start + step] for start in range(0, len(rows), step))]
    marks = [sha256(band).digest() for band in bands]
    parts = (
        _packed_band(seen, band, above)
        for seen, (above, band) in zip(pairwise(marks), pairwise(bands), strict=True)
    )
    return b"".join((_DEFLATE, *parts, _END, struct.pack(">I", zlib.adler32(rows))))


def _packed_band(seen: tuple[bytes, bytes], band: bytes, above: bytes) -> bytes:
    """Return a band compressed as the continuation of the band above; `seen` is its cache key."""
    with _LOCK:
        packed = _KEPT.get(seen)
    if packed is not None:
        return packed
    # The preset dictionary makes the compressed band refer back to the band above.
    press = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS, _MEMORY, zdict=above[-_WINDOW:])
    # A sync flush ends on a whole byte without ending the stream, so that bands can be joined.
    packed = press.compress(band) + press.flush(zlib.Z_SYNC_FLUSH)
    with _LOCK:
        _KEPT[seen] = packed
    return packed
