"""Client address: from where somebody reaches the table, directly or through proxies."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

_LONGEST = 64
"""Characters of an address, with a port and a zone."""

_ONE_HOME = 64
"""Bits of an IPv6 address that its holder is given at least; the holder chooses the rest."""

_ONE_NETWORK = 56
"""Bits of an IPv6 address that many holders are given; they choose among 256 of the former."""


def parse_network(text: str) -> Network:
    """Return a network, or an address as the network of it alone.

    Raises:
        ValueError: the text is neither.
    """
    return ip_network(text.strip(), strict=False)


def client_address(peer: str, forwarded: Iterable[str], proxies: Iterable[Network]) -> str:
    """Return the address of whoever asks, as far as it is known for certain.

    A proxy adds to `X-Forwarded-For`, at the right, who asked it; anybody can write what stands before that.
    So the address is the right-most one that is no proxy of ours.

    Args:
        peer: the address at the other end of the connection.
        forwarded: the values of all `X-Forwarded-For` headers, in their order.
        proxies: whose `X-Forwarded-For` counts.
    """
    known = _parse(peer)
    if known is None:
        return peer
    trusted = tuple(proxies)
    hops = [hop for value in forwarded for hop in value.split(",")]
    while hops and is_proxy(known, trusted):
        before = _parse(hops.pop())
        if before is None:
            break  # What a proxy of ours cannot have written says nothing, nor does what stands before it.
        known = before
    return str(known)


def is_proxy(address: Address | str, proxies: Iterable[Network]) -> bool:
    """Return True if an address is that of a proxy of ours."""
    parsed = _parse(address) if isinstance(address, str) else address
    return parsed is not None and any(parsed in network for network in proxies)


def client_group(address: str) -> str:
    """Return what is counted together: an IPv4 address, or the 2^64 IPv6 addresses that one holder has."""
    parsed = _parse(address)
    if isinstance(parsed, IPv6Address):
        return str(ip_network((parsed, _ONE_HOME), strict=False))
    return address if parsed is None else str(parsed)


def client_network(group: str) -> str:
    """Return the IPv6 /56 of a group that `client_group` has returned; an IPv4 address stays as it is."""
    try:
        network = ip_network(group)
    except ValueError:
        return group
    return str(network.supernet(new_prefix=_ONE_NETWORK)) if network.version == 6 else group  # noqa: PLR2004


def _parse(text: str) -> Address | None:
    """Return an address that may stand in brackets, with a zone, or with a port behind it."""
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
