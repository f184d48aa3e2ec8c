"""An account in another browser: codes that are used, used twice, expired, guessed, or only viewed."""

from __future__ import annotations

import asyncio
import re

from bot.chats.web.qr_codes import qr_path
from bot.chats.web.sign_in import NOT_INVITED
from bot.chats.web.sign_in_codes import LIFETIME, MOST_AT_ONCE, SignInCodes
from bot.chats.web.web_accounts import WebAccounts
from tests.chats.stand_ins import MemoryKeyValues
from tests.chats.web.house import NOW, SIGNER, Served, Tab, serving

ORIGIN = "http://192.168.0.12:8000"
ACCOUNT = "0123456789"


async def new_code(tab: Tab, key: str = "a-code-1") -> str:
    """Return a sign-in code that a tab requests for its account."""
    await tab.put(do="sign-in code", id=key, origin=ORIGIN)
    frame = await tab.get("sign-in code", id=key)
    assert frame["address"].startswith(f"{ORIGIN}/#seat=")
    return str(frame["address"]).partition("#seat=")[2]


async def sit_down(served: Served, code: str) -> str:
    """Sign in with a code in a new browser; return its secret."""
    async with served.greeted(code=code) as tab:
        assert tab.welcome["account"] is None
        await tab.do("sit down")
        return tab.secret


async def offer(served: Served, code: str, secret: str = "") -> object:
    """Return the name of the account that a code opens: empty if invalid, None if no other account."""
    async with served.greeted(secret, code=code) as tab:
        return tab.welcome["offer"]


async def refusal_of_code(tab: Tab) -> str:
    """Sign in with a code that is refused; return the reason."""
    await tab.put(do="sit down", id="sit-down-2")
    return str((await tab.get("refused", id="sit-down-2"))["text"])


async def test_a_code_signs_in_a_second_browser(served: Served) -> None:
    """The second browser has the account by another secret, and the first one stays signed in."""
    async with served.signed_in("Anna") as anna:
        secret = await sit_down(served, await new_code(anna))
    assert secret != anna.secret
    for each in (secret, anna.secret):
        async with served.tab(each) as tab:
            assert (tab.welcome["account"], tab.welcome["name"]) == (anna.account, "Anna")


async def test_viewing_a_code_does_not_use_it(served: Served) -> None:
    """A link that was only opened names the account each time and still works."""
    async with served.signed_in("Anna") as anna:
        code = await new_code(anna)
        assert [await offer(served, code) for _ in range(4)] == ["Anna"] * 4
        await sit_down(served, code)


async def test_a_code_is_used_once(served: Served) -> None:
    """A code that was used signs in no other browser."""
    async with served.signed_in("Anna") as anna:
        code = await new_code(anna)
        async with served.greeted(code=code) as before:
            await sit_down(served, code)
            assert "opens no seat" in await refusal_of_code(before)
        async with served.greeted(code=code) as late:
            assert late.welcome["offer"] == ""
            assert "opens no seat" in await refusal_of_code(late)


async def test_two_browsers_cannot_use_one_code_at_once() -> None:
    """Only one of two browsers that use a code at the same moment is signed in."""
    accounts = WebAccounts(MemoryKeyValues(), SIGNER)
    account = (await accounts.take_name(accounts.new_secret(), "Anna")).account
    code = await accounts.new_code(account, NOW)
    secrets = [accounts.new_secret() for _ in range(2)]
    done = await asyncio.gather(*(accounts.use_code(secret, code, NOW) for secret in secrets))
    assert sorted(done) == [False, True]
    assert [await accounts.find(secret) is not None for secret in secrets] == done


async def test_a_code_works_although_its_answer_was_lost(served: Served) -> None:
    """A browser that missed the answer is signed in, and its repeated request succeeds."""
    async with served.signed_in("Anna") as anna:
        code = await new_code(anna)
        async with served.greeted(await sit_down(served, code), code=code) as tab:
            assert tab.welcome["account"] == anna.account
            await tab.do("sit down")


async def test_a_code_expires() -> None:
    """A code works until its lifetime is over; then it is refused and deleted."""
    key_values = MemoryKeyValues()
    accounts = WebAccounts(key_values, SIGNER)
    account = (await accounts.take_name(accounts.new_secret(), "Anna")).account
    code = await accounts.new_code(account, NOW)
    assert await accounts.account_of_code(code, NOW + LIFETIME - 1) is not None
    assert await accounts.account_of_code(code, NOW + LIFETIME) is None
    assert not await accounts.use_code(accounts.new_secret(), code, NOW + LIFETIME)
    await accounts.forget_old_codes(NOW + LIFETIME - 1)
    assert await key_values.items("web:codes") != []
    await accounts.forget_old_codes(NOW + LIFETIME)
    assert await key_values.items("web:codes") == []


async def test_a_code_survives_a_restart() -> None:
    """A code that was made before a restart works after it."""
    key_values = MemoryKeyValues()
    async with serving(key_values) as served, served.signed_in("Anna") as anna:
        code = await new_code(anna)
    async with serving(key_values) as served, served.tab(await sit_down(served, code)) as tab:
        assert tab.welcome["account"] == anna.account


async def test_only_the_hash_of_a_code_is_kept(served: Served) -> None:
    """The database holds neither a code nor its secret part."""
    async with served.signed_in("Anna") as anna:
        code = await new_code(anna)
        kept = str(served.key_values.kept)
        assert code not in kept
        assert code.partition(".")[2] not in kept


async def test_only_the_latest_codes_of_an_account_work() -> None:
    """Only an account's latest codes work; those of other accounts are unaffected."""
    codes = SignInCodes(MemoryKeyValues())
    others = await codes.make("f" * 10, NOW)
    made = [await codes.make(ACCOUNT, NOW + each) for each in range(MOST_AT_ONCE + 2)]
    counting = [await codes.find(code, NOW + 10) is not None for code in made]
    assert counting == [False, False] + [True] * MOST_AT_ONCE
    assert await codes.find(others, NOW + 10) is not None


async def test_a_guessed_code_opens_nothing(served: Served) -> None:
    """A guessed, malformed or empty code is refused."""
    for wrong in ("", f"{ACCOUNT}.", f"{ACCOUNT}.{'a' * 27}", "é" * 38):
        async with served.greeted(code=wrong) as tab:
            assert tab.welcome["offer"] == ("" if wrong else None), wrong
            await refusal_of_code(tab)


async def test_guessing_codes_is_rate_limited(served: Served) -> None:
    """After a few wrong codes from one address even a right one is refused for a while."""
    async with served.signed_in("Anna") as anna:
        code = await new_code(anna)
        for tried in (*[f"{anna.account}.{'a' * 27}"] * 5, code):
            assert await offer(served, tried) == ""


async def test_a_code_of_a_removed_account_opens_nothing(served: Served) -> None:
    """A code from before the host removed the account is refused."""
    async with served.signed_in("Anna") as anna:
        code = await new_code(anna)
    accounts = WebAccounts(served.key_values, SIGNER)
    assert await accounts.remove(anna.account)
    assert await offer(served, code) == ""
    assert not await accounts.use_code(accounts.new_secret(), code, NOW)


async def test_a_code_is_an_invitation_to_a_closed_table() -> None:
    """A valid code admits its visitor to a table by invitation, and an invalid one does not."""
    async with serving(invited=True) as served:
        async with served.signed_in("Anna", key=served.host_key) as anna:
            code = await new_code(anna)
        async with served.greeted(code=f"{anna.account}.{'a' * 27}") as tab:
            assert tab.welcome["closed"]
            assert await tab.closed() == NOT_INVITED
        async with served.tab(await sit_down(served, code)) as tab:
            assert tab.welcome["account"] == anna.account


async def test_a_code_does_not_replace_another_account(served: Served) -> None:
    """A browser with an account is offered another one but keeps its own; its own is not offered."""
    async with served.signed_in("Anna") as anna, served.signed_in("Boris") as boris:
        code = await new_code(anna)
        async with served.greeted(boris.secret, code=code) as tab:
            assert (tab.welcome["account"], tab.welcome["offer"]) == (boris.account, "Anna")
        assert await offer(served, code, anna.secret) is None
        accounts = WebAccounts(served.key_values, SIGNER)
        assert not await accounts.use_code(boris.secret, code, NOW)
        await sit_down(served, code)


async def test_a_watcher_gets_no_code(served: Served) -> None:
    """A visitor without an account gets no code."""
    async with served.tab() as tab:
        await tab.put(do="sign-in code", id="a-code-1", origin=ORIGIN)
        assert "name first" in (await tab.get("refused", id="a-code-1"))["text"]


async def test_a_link_begins_with_the_address_of_a_page(served: Served) -> None:
    """No code is made for an origin that cannot be a page's address."""
    async with served.signed_in("Anna") as anna:
        for origin in ("", "javascript:alert(1)", "http://a b", "http://x/#seat=", "ftp://x", "http://"):
            async with served.tab(anna.secret) as tab:
                await tab.put(do="sign-in code", id="a-code-1", origin=origin)
                await tab.closed()
    assert await served.key_values.items("web:codes") == []


def test_a_qr_code_is_drawn_with_its_margin() -> None:
    """The path has a margin of four modules and the three finder patterns in their corners."""
    size, path = qr_path(f"{ORIGIN}/#seat={ACCOUNT}.{'a' * 27}")
    runs = [tuple(map(int, run)) for run in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", path)]
    assert "".join(f"M{x} {y}h{width}v1h-{width}z" for x, y, width in runs) == path
    dark = {(x + each, y) for x, y, width in runs for each in range(width)}
    assert min(min(place) for place in dark) == 4
    assert max(max(place) for place in dark) == size - 5
    for left, top in ((4, 4), (size - 11, 4), (4, size - 11)):
        assert {(left + each, top) for each in range(7)} <= dark
        assert (left + 1, top + 1) not in dark
        assert (left + 3, top + 3) in dark
