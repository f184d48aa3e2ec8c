"""A seat in one more browser: codes that are used, used twice, too old, guessed, or only looked at."""

from __future__ import annotations

import asyncio
import re

from bot.chats.web.other_devices import qr_path
from bot.chats.web.sign_in import NOT_INVITED
from bot.chats.web.sign_in_codes import LIFETIME, MOST_AT_ONCE, SignInCodes
from bot.chats.web.web_accounts import WebAccounts
from tests.chats.stand_ins import MemoryKeyValues
from tests.chats.web.house import NOW, SIGNER, Served, Tab, serving

ORIGIN = "http://192.168.0.12:8000"
ACCOUNT = "0123456789"


async def code_of(tab: Tab, key: str = "a-code-1") -> str:
    """The code that a tab is given for its person's seat."""
    await tab.put(do="sign-in code", id=key, origin=ORIGIN)
    frame = await tab.get("sign-in code", id=key)
    assert frame["address"].startswith(f"{ORIGIN}/#seat=")
    return str(frame["address"]).partition("#seat=")[2]


async def sat_down(served: Served, code: str) -> str:
    """Sit down by a code in a browser of its own; return its secret."""
    async with served.greeted(code=code) as tab:
        assert tab.welcome["account"] is None
        await tab.do("sit down")
        return tab.secret


async def offer(served: Served, code: str, secret: str = "") -> object:
    """Return whose seat a code is said to open: empty if none."""
    async with served.greeted(secret, code=code) as tab:
        return tab.welcome["offer"]


async def refusal_to(tab: Tab) -> str:
    """Let a tab sit down in vain; return why it is refused."""
    await tab.put(do="sit down", id="sit-down-2")
    return str((await tab.get("refused", id="sit-down-2"))["text"])


async def test_a_code_opens_the_seat_in_a_second_browser(served: Served) -> None:
    """A browser that sits down by a code has the account by its own secret; the first one keeps its seat."""
    async with served.signed_in("Anna") as anna:
        secret = await sat_down(served, await code_of(anna))
    assert secret != anna.secret
    for each in (secret, anna.secret):
        async with served.tab(each) as tab:
            assert (tab.welcome["account"], tab.welcome["name"]) == (anna.account, "Anna")


async def test_to_look_uses_nothing_up(served: Served) -> None:
    """A link that was only opened, however often, tells whose seat it is and still opens it."""
    async with served.signed_in("Anna") as anna:
        code = await code_of(anna)
        assert [await offer(served, code) for _ in range(4)] == ["Anna"] * 4
        await sat_down(served, code)


async def test_a_code_is_used_once(served: Served) -> None:
    """A stranger who comes with the link after it was used is told so, and sits down nowhere."""
    async with served.signed_in("Anna") as anna:
        code = await code_of(anna)
        async with served.greeted(code=code) as before:
            await sat_down(served, code)
            assert "opens no seat" in await refusal_to(before)
        async with served.greeted(code=code) as late:
            assert late.welcome["offer"] == ""
            assert "opens no seat" in await refusal_to(late)


async def test_of_two_at_once_one_sits_down() -> None:
    """Two browsers that use a code at the same moment do not both get the seat."""
    accounts = WebAccounts(MemoryKeyValues(), SIGNER)
    account = (await accounts.take_name(accounts.new_secret(), "Anna")).account
    code = await accounts.new_code(account, NOW)
    secrets = [accounts.new_secret() for _ in range(2)]
    done = await asyncio.gather(*(accounts.use_code(secret, code, NOW) for secret in secrets))
    assert sorted(done) == [False, True]
    assert [await accounts.find(secret) is not None for secret in secrets] == done


async def test_a_code_lost_on_the_way_back_has_done_its_work(served: Served) -> None:
    """A browser whose answer was lost comes back with its secret, is seated, and asking again is done."""
    async with served.signed_in("Anna") as anna:
        code = await code_of(anna)
        async with served.greeted(await sat_down(served, code), code=code) as tab:
            assert tab.welcome["account"] == anna.account
            await tab.do("sit down")


async def test_a_code_is_of_no_use_after_ten_minutes() -> None:
    """Until its time has passed a code opens the seat, and not a moment later; then it is forgotten."""
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


async def test_a_code_outlives_the_process() -> None:
    """A code that was made before a restart opens the seat after it."""
    key_values = MemoryKeyValues()
    async with serving(key_values) as served, served.signed_in("Anna") as anna:
        code = await code_of(anna)
    async with serving(key_values) as served, served.tab(await sat_down(served, code)) as tab:
        assert tab.welcome["account"] == anna.account


async def test_only_the_hash_of_a_code_is_kept(served: Served) -> None:
    """What is kept of a code opens nothing."""
    async with served.signed_in("Anna") as anna:
        code = await code_of(anna)
        kept = str(served.key_values.kept)
        assert code not in kept
        assert code.partition(".")[2] not in kept


async def test_few_codes_count_at_once() -> None:
    """Of many codes of one account the last ones count; those of others are left alone."""
    codes = SignInCodes(MemoryKeyValues())
    others = await codes.make("f" * 10, NOW)
    made = [await codes.make(ACCOUNT, NOW + each) for each in range(MOST_AT_ONCE + 2)]
    counting = [await codes.find(code, NOW + 10) is not None for code in made]
    assert counting == [False, False] + [True] * MOST_AT_ONCE
    assert await codes.find(others, NOW + 10) is not None


async def test_a_guessed_code_opens_nothing(served: Served) -> None:
    """A code that was not made opens no seat, and no code at all is offered none."""
    for wrong in ("", f"{ACCOUNT}.", f"{ACCOUNT}.{'a' * 27}", "é" * 38):
        async with served.greeted(code=wrong) as tab:
            assert tab.welcome["offer"] == ("" if wrong else None), wrong
            await refusal_to(tab)


async def test_guessing_often_means_waiting(served: Served) -> None:
    """After a few wrong codes from one address not even a right one is looked at for a while."""
    async with served.signed_in("Anna") as anna:
        code = await code_of(anna)
        for tried in (*[f"{anna.account}.{'a' * 27}"] * 5, code):
            assert await offer(served, tried) == ""


async def test_a_seat_that_was_removed_is_opened_by_no_code(served: Served) -> None:
    """A code that was made before the host removed the account opens nothing."""
    async with served.signed_in("Anna") as anna:
        code = await code_of(anna)
    accounts = WebAccounts(served.key_values, SIGNER)
    assert await accounts.remove(anna.account)
    assert await offer(served, code) == ""
    assert not await accounts.use_code(accounts.new_secret(), code, NOW)


async def test_where_one_comes_by_invitation_a_code_is_one() -> None:
    """A closed table is shown to who brings a code that opens a seat, and to nobody who brings another."""
    async with serving(invited=True) as served:
        async with served.signed_in("Anna", key=served.host_key) as anna:
            code = await code_of(anna)
        async with served.greeted(code=f"{anna.account}.{'a' * 27}") as tab:
            assert tab.welcome["closed"]
            assert await tab.closed() == NOT_INVITED
        async with served.tab(await sat_down(served, code)) as tab:
            assert tab.welcome["account"] == anna.account


async def test_who_has_a_seat_is_offered_another_and_keeps_his_own(served: Served) -> None:
    """Boris, who follows Anna's link in his own browser, stays Boris; Anna there is offered nothing."""
    async with served.signed_in("Anna") as anna, served.signed_in("Boris") as boris:
        code = await code_of(anna)
        async with served.greeted(boris.secret, code=code) as tab:
            assert (tab.welcome["account"], tab.welcome["offer"]) == (boris.account, "Anna")
        assert await offer(served, code, anna.secret) is None
        accounts = WebAccounts(served.key_values, SIGNER)
        assert not await accounts.use_code(boris.secret, code, NOW)
        await sat_down(served, code)


async def test_who_only_watches_has_no_seat_to_open(served: Served) -> None:
    """Somebody without an account is given no code."""
    async with served.tab() as tab:
        await tab.put(do="sign-in code", id="a-code-1", origin=ORIGIN)
        assert "name first" in (await tab.get("refused", id="a-code-1"))["text"]


async def test_a_link_begins_with_the_address_of_a_page(served: Served) -> None:
    """No code is made for what cannot be the address of the page."""
    async with served.signed_in("Anna") as anna:
        for origin in ("", "javascript:alert(1)", "http://a b", "http://x/#seat=", "ftp://x", "http://"):
            async with served.tab(anna.secret) as tab:
                await tab.put(do="sign-in code", id="a-code-1", origin=origin)
                await tab.closed()
    assert await served.key_values.items("web:codes") == []


def test_a_qr_code_is_drawn_with_its_margin() -> None:
    """The path keeps four modules free all around, and has the three finder patterns at their corners."""
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
