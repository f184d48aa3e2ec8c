"""Written addresses: reads hosts and web addresses as people write them into settings."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network
from urllib.parse import SplitResult, urlsplit

MOST_SHOWN = 60
_LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_NAME = re.compile(rf"(?=.{{1,253}}\Z){_LABEL}(?:\.{_LABEL})*\.?")
_NUMBERS = re.compile(r"[0-9.]+")
_PATH = re.compile(r"(?:/(?!\.{1,2}(?:/|\Z))[A-Za-z0-9._~-]+)*")
_USUAL_PORTS = {"http": 80, "https": 443}


def shown(text: str) -> str:
    """Return a written value for an error message: quoted, short, and hidden if it may hold a password."""
    if "@" in text:
        return "What is written"
    return repr(text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…")


@dataclass(frozen=True, slots=True)
class WebAddress:
    """An address of web pages. Its text form has no slash at the end.

    Args:
        host: an IP address without brackets, or a name in lower case and ASCII.
        port: None for the usual port of the scheme.
        path: empty, or with a slash at its beginning and none at its end.
        login: the name and password for a proxy, as written; empty if there are none.
    """

    scheme: str
    host: str
    port: int | None = None
    path: str = ""
    login: str = ""

    @property
    def origin(self) -> str:
        """The address as a browser names it in the header Origin: without login and path."""
        port = "" if self.port is None else f":{self.port}"
        return f"{self.scheme}://{in_url(self.host)}{port}"

    def __str__(self) -> str:
        return f"{self.origin.replace('://', f'://{self.login}@') if self.login else self.origin}{self.path}"


def in_url(host: str) -> str:
    """Return a host as URLs write it: an IPv6 address in brackets."""
    return f"[{host}]" if ":" in host else host


def host_of(text: str) -> str:
    """Return the host that a text names: an IP address without brackets, or a name in lower case and ASCII.

    Raises:
        ValueError: the text is no host; the error says what to write.
    """
    inner = text[1:-1] if text.startswith("[") and text.endswith("]") else text
    try:
        return str(ipaddress.ip_address(inner))
    except ValueError:
        pass
    if "://" in text:
        raise ValueError(f"{shown(text)} is a web address: write its host alone, without https:// and path")
    name, colon, port = text.rpartition(":")
    if colon and port.isdecimal() and (":" not in name or name.endswith("]")):
        raise ValueError(f"{shown(text)} has a port: write {name}, because the port has its own setting")
    if ":" in text or "[" in text or "]" in text:
        raise ValueError(f"{shown(text)} is no IPv6 address: one looks like ::1 or [fd00::1]")
    try:
        ascii_name = text.encode("idna").decode().lower()
    except UnicodeError:
        ascii_name = ""
    if _NUMBERS.fullmatch(ascii_name):
        raise ValueError(f"{shown(text)} is no IPv4 address: one looks like 192.168.1.5")
    if not _NAME.fullmatch(ascii_name):
        raise ValueError(
            f"{shown(text)} is no host: write an IP address, or a name such as nardy.example.org"
        )
    return ascii_name.removesuffix(".")


def web_address(text: str, schemes: tuple[str, ...] = ("https", "http")) -> WebAddress:
    """Return the address that a text names, such as `https://игры.рф:8443/nardy/`.

    Raises:
        ValueError: the text is no address with one of the schemes; the error says what to write.
    """
    begins = " or ".join(f"{scheme}://" for scheme in schemes)
    if any(sign.isspace() or not sign.isprintable() for sign in text):
        raise ValueError(f"{shown(text)} has a space or another sign that no address has")
    if "://" not in text:
        raise ValueError(f"{shown(text)} does not begin with {begins}: write {schemes[0]}://HOST")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        what = (
            "port: one is a number from 1 to 65535" if "ort" in str(error) else "host: look at its brackets"
        )
        raise ValueError(f"{shown(text)} has no right {what}") from None
    if parts.scheme not in schemes:
        raise ValueError(f"{shown(text)} does not begin with {begins}")
    if port == 0:
        raise ValueError(f"{shown(text)} has no right port: one is a number from 1 to 65535")
    if parts.query or parts.fragment or text.endswith(("?", "#")):
        raise ValueError(f"{shown(text)} has more behind its path: leave out ? or # and what follows")
    path = parts.path.rstrip("/")
    if not _PATH.fullmatch(path):
        raise ValueError(f"{shown(text)} has a path that is not made of names such as /nardy")
    login, _, _ = parts.netloc.rpartition("@")
    usual = _USUAL_PORTS.get(parts.scheme)
    return WebAddress(parts.scheme, _host_in(parts, text), None if port == usual else port, path, login)


def _host_in(parts: SplitResult, text: str) -> str:
    """Return the host of a split address.

    Raises:
        ValueError: there is none, or it is no host.
    """
    host = parts.hostname or ""
    if not host:
        raise ValueError(f"{shown(text)} has no host")
    if "%" in host:
        raise ValueError(f"{shown(text)} has a % in its host, which browsers do not open")
    return host_of(host)


def network(text: str) -> IPv4Network | IPv6Network:
    """Return the network that a text names: one IP address, or a network such as 10.0.0.0/8.

    Raises:
        ValueError: the text names none; the error says what to write.
    """
    address, slash, size = text.partition("/")
    inner = address[1:-1] if address.startswith("[") and address.endswith("]") else address
    try:
        return ipaddress.ip_network(f"{inner}{slash}{size}", strict=False)
    except ValueError:
        raise ValueError(
            f"{shown(text)} is no IP address or network: write one such as 127.0.0.1, 10.0.0.0/8 or fd00::/8"
        ) from None


def version_of(host: str) -> int | None:
    """Return 4 or 6 for an IP address, and None for a name."""
    try:
        return ipaddress.ip_address(host).version
    except ValueError:
        return None


def is_loopback(host: str) -> bool:
    """True if only this machine reaches a host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def is_everywhere(host: str) -> bool:
    """True if a server on this host listens on every address of the machine."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False
