"""Page files: the scripts, style sheets and icons of the page, joined and compressed once a process."""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files

from bot.chats.web.bundle import bundle

_TYPES = {
    "css": "text/css",
    "js": "text/javascript",
    "png": "image/png",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}
_BUNDLES = {"start": "", "page": "start", "shared": "start", "app_start": "", "app": "app_start"}
"""The modules that load others, or are loaded by `import()`; each with the one that loads it."""
_SHEETS = re.compile(r'(?:<link rel="stylesheet" href="\{\{files\}\}\w+\.css">\n)+')
_SHEET = re.compile(r"\w+\.css")


@dataclass(frozen=True)
class PageFile:
    """A file, and what a browser must know to read it."""

    body: bytes
    content_type: str

    @cached_property
    def tag(self) -> str:
        """The digest that tells one version of the file from another."""
        return hashlib.sha256(self.body).hexdigest()[:16]

    @property
    def is_text(self) -> bool:
        """True if the file is text, which compression shrinks."""
        return self.content_type != "image/png"

    @cached_property
    def compressed(self) -> bytes:
        """The file in gzip's format."""
        return gzip.compress(self.body, mtime=0)


@dataclass(frozen=True)
class PageFiles:
    """The files of the page.

    Args:
        pages: the HTML pages by their names, with the addresses of joined style sheets.
        plain: the files as they are in the folder, by their names.
        joined: the files that the HTML pages name: a bundle or a joined sheet in place of many files.
        version: a digest of all of them and of what draws the sprites; it is part of their addresses.
    """

    pages: dict[str, str]
    plain: dict[str, PageFile]
    joined: dict[str, PageFile]
    version: str


@cache
def page_files() -> PageFiles:
    """Read the files, join and compress them; this takes a tenth of a second, the first time."""
    folder = files("bot.chats.web") / "page"
    bodies = {file.name: file.read_bytes() for file in sorted(folder.iterdir(), key=lambda file: file.name)}
    plain = {
        name: PageFile(body, kind)
        for name, body in bodies.items()
        if (kind := _TYPES.get(name.rpartition(".")[2])) is not None
    }
    modules = {name[:-3]: body.decode() for name, body in bodies.items() if name.endswith(".js")}
    joined = dict(plain)
    for entry, loader in _BUNDLES.items():
        joined[f"{entry}.js"] = PageFile(bundle(modules, entry, loader).encode(), _TYPES["js"])
    pages = {}
    for name in ("page", "app", "gone"):
        html = bodies[f"{name}.html"].decode()
        first = _SHEETS.search(html)
        sheets = _SHEET.findall(first[0]) if first else []
        joined[f"{name}_sheets.css"] = PageFile(b"".join(bodies[sheet] for sheet in sheets), _TYPES["css"])
        link = f'<link rel="stylesheet" href="{{{{files}}}}{name}_sheets.css">\n'
        pages[name] = _SHEETS.sub(link, html, count=1)
    drawing = [
        file.read_bytes()
        for file in sorted(files("renderers").iterdir(), key=lambda file: file.name)
        if file.is_file()
    ]
    version = hashlib.sha256(b"".join([*bodies.values(), *drawing])).hexdigest()[:12]
    for file in joined.values():
        if file.is_text:
            file.compressed  # noqa: B018 - kept from now on
    return PageFiles(pages, plain, joined, version)
