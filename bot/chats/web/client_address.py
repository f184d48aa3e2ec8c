"""Client address: find a client's IP address behind proxies, and group addresses for rate limits."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

_LONGEST = 64
"""The most characters of an address with its port and zone; longer text is cut before it is parsed."""

_ONE_HOME = 64
"""IPv6 prefix length of a single client, who can choose all further bits freely."""

_ONE_NETWORK = 56
"""IPv6 prefix length that many providers assign to one customer: 256 networks of `_ONE_HOME`."""


def parse_network(text: str) -> Network:
    """Parse a network such as `10.0.0.0/8`; a single address becomes a network of one.

    Raises:
        ValueError: the text is neither a network nor an address.
    """
    return ip_network(text.strip(), strict=False)


def client_address(peer: str, forwarded: Iterable[str], proxies: Iterable[Network]) -> str:
    """Return the client's address, read from `X-Forwarded-For` only as far as trusted proxies wrote it.

    Each proxy appends its own client's address at the right; everything further left can be forged.
    So the result is the right-most address that is not a trusted proxy.

    Args:
        peer: the address at the other end of the connection.
        forwarded: the values of all `X-Forwarded-For` headers, in order.
        proxies: the trusted proxies.
    """
    known = _parse(peer)
    if known is None:
        return peer
    trusted = tuple(proxies)
    hops = [hop for value in forwarded for hop in value.split(",")]
    while hops and is_proxy(known, trusted):
        before = _parse(hops.pop())
        if before is None:
            break  # A trusted proxy writes only addresses, so this entry and those before it are forged.
        known = before
    return str(known)


def is_proxy(address: Address | str, proxies: Iterable[Network]) -> bool:
    """Return True if an address belongs to a trusted proxy."""
    parsed = _parse(address) if isinstance(address, str) else address
    return parsed is not None and any(parsed in network for network in proxies)


def client_group(address: str) -> str:
    """Return the group by which a client is rate-limited: its IPv4 address, or its IPv6 address's /64."""
    parsed = _parse(address)
    if isinstance(parsed, IPv6Address):
        return str(ip_network((parsed, _ONE_HOME), strict=False))
    return address if parsed is None else str(parsed)


def client_network(group: str) -> str:
    """Return the IPv6 /56 network of a result of `client_group`; return any other result unchanged."""
    try:
        network = ip_network(group)
    except ValueError:
        return group
    return str(network.supernet(new_prefix=_ONE_NETWORK)) if network.version == 6 else group  # noqa: PLR2004


def _parse(text: str) -> Address | None:
    """Parse an IP address, with or without brackets, zone and port; None if it is not one.

    An IPv4 address written as IPv6 (`::ffff:1.2.3.4`) becomes IPv4.
    """
    bare = text.strip()[:_LONGEST]
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        parsed = ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    return (isinstance(parsed, IPv6Address) and parsed.ipv4_mapped) or parsed
