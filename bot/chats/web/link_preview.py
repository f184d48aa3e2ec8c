"""Link preview: the tags by which chats and search engines describe a link of the page."""

from __future__ import annotations

import html
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """What a chat shows below a link.

    Args:
        title: the first line.
        about: the text below it.
        image: the picture's absolute URL.
        size: the picture's width and height.
        alt: the picture in words.
        language: the language of the texts.
        url: the link's own URL; empty for the page itself, whose links differ.
    """

    title: str
    about: str
    image: str
    size: tuple[int, int]
    alt: str = ""
    language: str = ""
    url: str = ""

    @property
    def tags(self) -> str:
        """The tags for the head of an HTML page (Open Graph, https://ogp.me, and those of Twitter cards)."""
        width, height = self.size
        is_wide = width > height
        named = {
            "og:type": "website",
            "og:title": self.title,
            "og:description": self.about,
            "og:url": self.url,
            "og:locale": self.language,
            "og:image": self.image,
            "og:image:type": "image/png",
            "og:image:width": str(width),
            "og:image:height": str(height),
            "og:image:alt": self.alt,
        }
        plain = {
            "description": self.about,
            "twitter:card": "summary_large_image" if is_wide else "summary",
            # A board that players shared is for the people who got its link.
            "robots": "noindex" if self.url else "",
        }
        lines = [
            f'<meta {kind}="{name}" content="{html.escape(value)}">'
            for kind, tags in (("property", named), ("name", plain))
            for name, value in tags.items()
            if value
        ]
        return "\n".join(lines)
