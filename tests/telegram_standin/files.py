"""Files as Telegram keeps them: once uploaded, sent again by their ids."""

from __future__ import annotations

import hashlib
import io
import mimetypes
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from PIL import Image, ImageSequence, UnidentifiedImageError

from tests.telegram_standin.refusals import (
    EMPTY_FILE,
    NO_IMAGE,
    TOO_LARGE,
    WRONG_DIMENSIONS,
    WRONG_FILE_ID,
    WRONG_WEB_PAGE,
    Refused,
    bad_request,
)

if TYPE_CHECKING:
    from tests.telegram_standin.request import Upload

Json = dict[str, Any]

PHOTO_BYTES = 10 * 1024 * 1024
ANIMATION_BYTES = 50 * 1024 * 1024
SIDES = 10_000
"""Width and height of a photo together, in pixels."""

RATIO = 20
_MARKS = {"photo": "AgAC", "document": "BQAC", "animation": "CgAC"}
"""How the ids of files begin."""

_LADDER = (90, 320, 800, 1280, 2560)
"""The longer sides of the sizes that Telegram makes of a photo."""


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
    def is_photo(self) -> bool:
        """Whether it was sent as a photo."""
        return self.kind == "photo"

    @property
    def is_animation(self) -> bool:
        """Whether it was sent as an animation."""
        return self.kind == "animation"

    @property
    def sizes(self) -> tuple[tuple[int, int], ...]:
        """The sizes there are of a photo, the whole one last."""
        longest = max(self.width, self.height)
        smaller = tuple(
            (max(1, self.width * side // longest), max(1, self.height * side // longest))
            for side in _LADDER
            if side < longest
        )
        return (*smaller, (self.width, self.height))

    def id(self, size: int = -1) -> str:
        """Return what sends it again, for each size of a photo another."""
        return f"{_MARKS[self.kind]}AgIAAx{self._mark(size)}-{self.number}_{size % max(1, len(self.sizes))}"

    def unique_id(self, size: int = -1) -> str:
        """Return what tells it apart, and sends nothing."""
        return f"AQAD{self._mark(size)[:12]}"

    def _mark(self, size: int) -> str:
        number = size % len(self.sizes) if self.is_photo else 0
        return hashlib.sha256(f"{self.number} {number}".encode()).hexdigest()[:40]

    def rendered(self, size: int) -> bytes:
        """Return the bytes of one size; the whole one is what was uploaded."""
        if not self.is_photo or size == len(self.sizes) - 1:
            return self.data
        made = io.BytesIO()
        with Image.open(io.BytesIO(self.data)) as image:
            image.convert("RGB").resize(self.sizes[size]).save(made, "JPEG")
        return made.getvalue()

    @property
    def photo_sizes(self) -> list[Json]:
        """A photo as a message carries it, the smallest size first."""
        return [
            {
                "file_id": self.id(number),
                "file_unique_id": self.unique_id(number),
                "width": width,
                "height": height,
                "file_size": len(self.data) * width * height // (self.width * self.height),
            }
            for number, (width, height) in enumerate(self.sizes)
        ]

    @property
    def document(self) -> Json:
        """A document as a message carries it."""
        return {
            "file_id": self.id(0),
            "file_unique_id": self.unique_id(0),
            "file_name": self.name,
            "mime_type": mimetypes.guess_type(self.name)[0] or "application/octet-stream",
            "file_size": len(self.data),
        }

    @property
    def animation(self) -> Json:
        """An animation as a message carries it."""
        return self.document | {
            "width": self.width,
            "height": self.height,
            "duration": round(self.duration),
        }


class Files:
    """Every file that was ever uploaded."""

    def __init__(self) -> None:
        self._by_id: dict[str, tuple[StoredFile, int]] = {}
        self._number = 0

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
        if not upload.data:
            raise Refused(EMPTY_FILE)
        try:
            with Image.open(io.BytesIO(upload.data)) as image:
                width, height = image.size
                image.verify()
        except (UnidentifiedImageError, OSError, SyntaxError):
            raise Refused(NO_IMAGE) from None
        if width + height > SIDES or max(width, height) > RATIO * min(width, height):
            raise Refused(WRONG_DIMENSIONS)
        return self._keep(upload, "photo", width, height)

    def animation(self, upload: Upload) -> StoredFile:
        """Keep an animation.

        Raises:
            Refused: It is empty, or larger than a bot may send.
        """
        if not upload.data:
            raise Refused(EMPTY_FILE)
        if len(upload.data) > ANIMATION_BYTES:
            raise Refused(TOO_LARGE)
        try:
            with Image.open(io.BytesIO(upload.data)) as image:
                frames = [frame.info.get("duration", 0) for frame in ImageSequence.Iterator(image)]
                if image.format != "GIF":
                    return self._keep(upload, "document")
                return self._keep(upload, "animation", *image.size, sum(frames) / 1000)
        except (UnidentifiedImageError, OSError, SyntaxError):
            return self._keep(upload, "document")

    def document(self, upload: Upload) -> StoredFile:
        """Keep a document.

        Raises:
            Refused: It is empty.
        """
        if not upload.data:
            raise Refused(EMPTY_FILE)
        return self._keep(upload, "document")

    def again(self, file_id: str, kind: str) -> StoredFile:
        """Return the file of an id, to be sent once more.

        Raises:
            Refused: There is none, or it is of another kind.
        """
        if "://" in file_id:
            raise Refused(WRONG_WEB_PAGE)
        file, _ = self.find(file_id)
        if file.kind != kind:
            real, wanted = file.kind.capitalize(), kind.capitalize()
            raise Refused(bad_request(f"can't use file of type {real} as {wanted}"))
        return file

    def find(self, file_id: str) -> tuple[StoredFile, int]:
        """Return the file of an id, and which of its sizes is meant.

        Raises:
            Refused: There is none.
        """
        if file_id not in self._by_id:
            raise Refused(WRONG_FILE_ID)
        return self._by_id[file_id]

    def at(self, path: str) -> bytes | None:
        """Return what can be downloaded at a path, if anything."""
        return next(
            (file.rendered(size) for file, size in self._by_id.values() if self.path(file, size) == path),
            None,
        )

    def path(self, file: StoredFile, size: int) -> str:
        """Return where a file can be downloaded."""
        if file.is_photo:
            return f"photos/file_{file.number}_{size}.jpg"
        return f"documents/file_{file.number}{''.join(file.name.rpartition('.')[1:])}"

    def _keep(
        self, upload: Upload, kind: str, width: int = 0, height: int = 0, duration: float = 0.0
    ) -> StoredFile:
        self._number += 1
        file = StoredFile(self._number, upload.filename, upload.data, kind, width, height, duration)
        for size in range(len(file.sizes) if file.is_photo else 1):
            self._by_id[file.id(size)] = (file, size)
        return file
