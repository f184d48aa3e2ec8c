"""Delivering: what a sender does, without a platform: everything arrives."""

from __future__ import annotations

from datetime import timedelta

from bot.sessions import Outbox
from bot.sessions.outbox import PostClaim, RetiredClaim
from bot.sessions.outbox.claims import Delivery
from tests.sessions.world import World


async def shown(world: World) -> None:
    """Let every chat of the page show what it should, and every called player be called."""
    await deliver(Outbox(world.manager), "web")


async def deliver(outbox: Outbox, *platforms: str) -> None:
    """Deliver everything that is undelivered on some platforms."""
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
    """Claim the one post that is to be delivered."""
    (claim,) = (await Outbox(world.manager).claim({"web": 10})).claims
    assert isinstance(claim, PostClaim)
    return claim


async def begun(world: World) -> Delivery:
    """Claim that post, and begin to send a message of it."""
    return await Outbox(world.manager).begin_delivery(await claim(world), timedelta())
