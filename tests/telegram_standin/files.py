"""Files: uploaded once, and sent again by their ids."""

from __future__ import annotations

import hashlib
import io
import mimetypes
from dataclasses import dataclass, field
from typing import Any

from PIL import Image, ImageSequence

from tests.telegram_standin.refusals import (
    EMPTY_FILE,
    NO_IMAGE,
    TOO_LARGE,
    WRONG_DIMENSIONS,
    WRONG_FILE_ID,
    Refused,
    bad_request,
)
from tests.telegram_standin.request import MOST_BYTES, Upload

Json = dict[str, Any]

PHOTO_BYTES = 10 * 1024 * 1024
SIDES = 10_000
"""The largest sum of a photo's width and height, in pixels."""

RATIO = 20
THUMBNAIL = 90
"""The longer side of the smallest size that Telegram makes of a photo."""

_MARKS = {"photo": "AgAC", "document": "BQAC", "animation": "CgAC"}
"""The beginnings of file ids, by kind."""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """An uploaded file. Photos and animations have a width and a height."""

    number: int
    name: str
    data: bytes = field(repr=False)
    kind: str = "document"
    width: int = 0
    height: int = 0
    duration: float = 0.0

    @property
    def id(self) -> str:
        """The id by which the file can be sent again."""
        return f"{_MARKS[self.kind]}AgIAAx{self._mark}-{self.number}"

    @property
    def path(self) -> str:
        """The path at which the file can be downloaded."""
        return f"{self.kind}s/file_{self.number}{''.join(self.name.rpartition('.')[1:])}"

    @property
    def ids(self) -> Json:
        """The id for sending, and the unique id."""
        return {"file_id": self.id, "file_unique_id": f"AQAD{self._mark[:12]}", "file_size": len(self.data)}

    @property
    def content(self) -> Json:
        """The fields of a message with this file; an animation is also a document."""
        if self.kind == "photo":
            return {"photo": self._photo_sizes}
        kind = mimetypes.guess_type(self.name)[0] or "application/octet-stream"
        document = self.ids | {"file_name": self.name, "mime_type": kind}
        if self.kind == "document":
            return {"document": document}
        sizes = {"width": self.width, "height": self.height, "duration": round(self.duration)}
        return {"document": document, "animation": document | sizes}

    @property
    def _photo_sizes(self) -> list[Json]:
        """A small size, which is a placeholder here, and the whole photo."""
        whole = self.ids | {"width": self.width, "height": self.height}
        longest = max(self.width, self.height)
        small = {
            "file_id": f"{self.id}_0",
            "file_unique_id": f"AQAD{self._mark[12:24]}",
            "width": max(1, self.width * THUMBNAIL // longest),
            "height": max(1, self.height * THUMBNAIL // longest),
        }
        return [small, whole]

    @property
    def _mark(self) -> str:
        return hashlib.sha256(str(self.number).encode()).hexdigest()[:40]


class Files:
    """All uploaded files."""

    def __init__(self) -> None:
        self._by_id: dict[str, StoredFile] = {}

    def photo(self, upload: Upload) -> StoredFile:
        """Store a photo.

        Raises:
            Refused: it is no picture, or too large.
        """
        if len(upload.data) > PHOTO_BYTES:
            raise Refused(
                bad_request(
                    f"file of size {len(upload.data)} bytes is too big for a photo; "
                    f"the maximum size is {PHOTO_BYTES} bytes"
                )
            )
        _check_not_empty(upload)
        try:
            with Image.open(io.BytesIO(upload.data)) as image:
                width, height = image.size
                image.verify()
        except (OSError, SyntaxError):
            raise Refused(NO_IMAGE) from None
        if width + height > SIDES or max(width, height) > RATIO * min(width, height):
            raise Refused(WRONG_DIMENSIONS)
        return self._keep(upload, "photo", width, height)

    def animation(self, upload: Upload) -> StoredFile:
        """Store an animation; a file that is not a GIF becomes a document.

        Raises:
            Refused: it is empty, or too large.
        """
        _check_not_empty(upload)
        if len(upload.data) > MOST_BYTES:
            raise Refused(TOO_LARGE)
        try:
            with Image.open(io.BytesIO(upload.data)) as image:
                frames = [frame.info.get("duration", 0) for frame in ImageSequence.Iterator(image)]
                if image.format != "GIF":
                    return self._keep(upload, "document")
                return self._keep(upload, "animation", *image.size, sum(frames) / 1000)
        except (OSError, SyntaxError):
            return self._keep(upload, "document")

    def document(self, upload: Upload) -> StoredFile:
        """Store a document.

        Raises:
            Refused: it is empty.
        """
        _check_not_empty(upload)
        return self._keep(upload, "document")

    def reuse(self, file_id: str, kind: str) -> StoredFile:
        """Return a stored file for sending it again.

        Raises:
            Refused: there is none, or it is of another kind.
        """
        file = self.find(file_id)
        if file.kind != kind:
            real, wanted = file.kind.capitalize(), kind.capitalize()
            raise Refused(bad_request(f"can't use file of type {real} as {wanted}"))
        return file

    def find(self, file_id: str) -> StoredFile:
        """Return a stored file.

        Raises:
            Refused: there is none.
        """
        if file_id not in self._by_id:
            raise Refused(WRONG_FILE_ID)
        return self._by_id[file_id]

    def at(self, path: str) -> bytes | None:
        """Return the content of the file at a path, or None."""
        return next((file.data for file in self._by_id.values() if file.path == path), None)

    def _keep(
        self, upload: Upload, kind: str, width: int = 0, height: int = 0, duration: float = 0.0
    ) -> StoredFile:
        number = len(self._by_id) + 1
        file = StoredFile(number, upload.filename, upload.data, kind, width, height, duration)
        self._by_id[file.id] = file
        return file


def _check_not_empty(upload: Upload) -> None:
    if not upload.data:
        raise Refused(EMPTY_FILE)
