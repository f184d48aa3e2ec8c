"""Files as Telegram keeps them: once uploaded, sent again by their ids."""

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
"""Width and height of a photo together, in pixels."""

RATIO = 20
THUMBNAIL = 90
"""The longer side of the smallest size that Telegram makes of a photo."""

_MARKS = {"photo": "AgAC", "document": "BQAC", "animation": "CgAC"}
"""How the ids of files begin."""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file, as it was uploaded. A photo and an animation have a width and a height."""

    number: int
    name: str
    data: bytes = field(repr=False)
    kind: str = "document"
    width: int = 0
    height: int = 0
    duration: float = 0.0

    @property
    def id(self) -> str:
        """What sends it again."""
        return f"{_MARKS[self.kind]}AgIAAx{self._mark}-{self.number}"

    @property
    def path(self) -> str:
        """Where it can be downloaded."""
        return f"{self.kind}s/file_{self.number}{''.join(self.name.rpartition('.')[1:])}"

    @property
    def ids(self) -> Json:
        """The id that sends it, and the one that tells it apart."""
        return {"file_id": self.id, "file_unique_id": f"AQAD{self._mark[:12]}", "file_size": len(self.data)}

    @property
    def content(self) -> Json:
        """The fields of a message that carries it; an animation is a document too."""
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
        """A small size, which nothing can be done with here, and the whole photo."""
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
    """Every file that was ever uploaded."""

    def __init__(self) -> None:
        self._by_id: dict[str, StoredFile] = {}

    def photo(self, upload: Upload) -> StoredFile:
        """Keep a photo.

        Raises:
            Refused: It is no picture, or too large for one.
        """
        if len(upload.data) > PHOTO_BYTES:
            raise Refused(
                bad_request(
                    f"file of size {len(upload.data)} bytes is too big for a photo; "
                    f"the maximum size is {PHOTO_BYTES} bytes"
                )
            )
        _must_not_be_empty(upload)
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
        """Keep an animation; what is none becomes a document.

        Raises:
            Refused: It is empty, or larger than a bot may send.
        """
        _must_not_be_empty(upload)
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
        """Keep a document.

        Raises:
            Refused: It is empty.
        """
        _must_not_be_empty(upload)
        return self._keep(upload, "document")

    def again(self, file_id: str, kind: str) -> StoredFile:
        """Return the file of an id, to be sent once more.

        Raises:
            Refused: There is none, or it is of another kind.
        """
        file = self.find(file_id)
        if file.kind != kind:
            real, wanted = file.kind.capitalize(), kind.capitalize()
            raise Refused(bad_request(f"can't use file of type {real} as {wanted}"))
        return file

    def find(self, file_id: str) -> StoredFile:
        """Return the file of an id.

        Raises:
            Refused: There is none.
        """
        if file_id not in self._by_id:
            raise Refused(WRONG_FILE_ID)
        return self._by_id[file_id]

    def at(self, path: str) -> bytes | None:
        """Return what can be downloaded at a path, or None."""
        return next((file.data for file in self._by_id.values() if file.path == path), None)

    def _keep(
        self, upload: Upload, kind: str, width: int = 0, height: int = 0, duration: float = 0.0
    ) -> StoredFile:
        number = len(self._by_id) + 1
        file = StoredFile(number, upload.filename, upload.data, kind, width, height, duration)
        self._by_id[file.id] = file
        return file


def _must_not_be_empty(upload: Upload) -> None:
    if not upload.data:
        raise Refused(EMPTY_FILE)
