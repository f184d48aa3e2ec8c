"""Delivering: does what a sender does, without a platform; every message arrives."""

from __future__ import annotations

from datetime import timedelta

from bot.sessions import Outbox
from bot.sessions.outbox import PostClaim, RetiredClaim
from bot.sessions.outbox.claims import Delivery
from tests.sessions.world import World


async def deliver_to_page(world: World) -> None:
    """Deliver every pending post and notification on the page."""
    await deliver(Outbox(world.manager), "web")


async def deliver(outbox: Outbox, *platforms: str) -> None:
    """Deliver every pending post and notification on some platforms."""
    while claims := (await outbox.claim(dict.fromkeys(platforms, 100))).claims:
        for number, each in enumerate(claims):
            if isinstance(each, RetiredClaim):
                await outbox.retirement_done(each)
                continue
            post = each.row
            if post.message is None or post.sent_revision < post.fresh_revision:
                attempt = await outbox.begin_delivery(each, timedelta())
                await outbox.sent(attempt, f"m{post.id}.{post.fresh_revision}.{number}", post.wanted_revision)
            else:
                await outbox.edited(each, post.wanted_revision)


async def claim(world: World) -> PostClaim:
    """Claim the only pending post."""
    (claim,) = (await Outbox(world.manager).claim({"web": 10})).claims
    assert isinstance(claim, PostClaim)
    return claim


async def begin_delivery(world: World) -> Delivery:
    """Claim the only pending post and begin to send a message for it."""
    return await Outbox(world.manager).begin_delivery(await claim(world), timedelta())
