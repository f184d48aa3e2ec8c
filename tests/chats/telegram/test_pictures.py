from __future__ import annotations

import pytest

from bot.chats.telegram import pictures
from bot.chats.telegram.pictures import NAMESPACE, Pictures
from renderers.scene import Scene
from tests.chats.stand_ins import PNG, MemoryKeyValues, PlainPainter

BOT = 77


def scene(pips: int) -> Scene:
    """Return a board that differs from others by a number."""
    return Scene(white=(0,) * 23 + (15,), black=(0,) * 11 + (15,) + (0,) * 12, pips=(pips, 0))


@pytest.fixture
def key_values() -> MemoryKeyValues:
    """Where file ids are kept."""
    return MemoryKeyValues()


@pytest.fixture
def kept(key_values: MemoryKeyValues) -> Pictures:
    """Pictures of which Telegram has none yet."""
    return Pictures(key_values, PlainPainter())


async def restarted(key_values: MemoryKeyValues) -> Pictures:
    """Return the pictures as a new process finds them."""
    found = Pictures(key_values, PlainPainter())
    await found.load()
    return found


async def test_what_telegram_has_is_named(kept: Pictures) -> None:
    """A new picture is painted; one that was uploaded is found by its file id, for an equal scene too."""
    assert await kept.find(scene(1), BOT) == PNG
    await kept.keep(scene(1), BOT, "AgAC-1_x")
    assert await kept.find(scene(1), BOT) == "AgAC-1_x"
    assert await kept.paint(scene(1)) == PNG
    assert await kept.find(scene(1), BOT + 1) == PNG  # its ids are another bot's


async def test_every_scene_has_its_own_picture(kept: Pictures) -> None:
    """No scene is shown by the picture of another."""
    for pips in range(200):
        await kept.keep(scene(pips), BOT, f"file-{pips}")
    found = [await kept.find(scene(pips), BOT) for pips in range(400)]
    for pips, picture in enumerate(found):
        assert picture in (f"file-{pips}", PNG)
        assert pips < 200 or picture == PNG


async def test_ids_are_stored_many_at_once(
    key_values: MemoryKeyValues, kept: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    """New ids are stored when there are enough of them, and found before that too."""
    monkeypatch.setattr(pictures, "WRITTEN_AT_ONCE", 3)
    for pips in (1, 2):
        await kept.keep(scene(pips), BOT, f"file-{pips}")
    assert not key_values.kept
    assert [await kept.find(scene(pips), BOT) for pips in (1, 2)] == ["file-1", "file-2"]
    await kept.keep(scene(3), BOT, "file-3")
    assert len(key_values.kept) == 3


async def test_an_id_can_be_forgotten(key_values: MemoryKeyValues, kept: Pictures) -> None:
    """A picture that Telegram knows no more is painted, also after a restart, until it is uploaded again."""
    await kept.keep(scene(1), BOT, "file-1")
    await kept.forget(scene(1), BOT)
    assert await kept.find(scene(1), BOT) == PNG
    await kept.store()
    assert await (await restarted(key_values)).find(scene(1), BOT) == PNG
    await kept.keep(scene(1), BOT, "file-2")
    await kept.store()
    again = await restarted(key_values)
    assert await again.find(scene(1), BOT) == "file-2"
    await again.forget(scene(1), BOT)
    assert await again.find(scene(1), BOT) == PNG
    assert await (await restarted(key_values)).find(scene(1), BOT) == PNG


async def test_reading_again_loses_nothing(key_values: MemoryKeyValues, kept: Pictures) -> None:
    """An adapter that is run again while an id still waits to be stored knows the newer one."""
    await kept.keep(scene(1), BOT, "file-1")
    await kept.store()
    await kept.keep(scene(1), BOT, "file-2")
    await kept.load()
    assert await kept.find(scene(1), BOT) == "file-2"


async def test_however_many_are_stored_all_are_known(key_values: MemoryKeyValues, kept: Pictures) -> None:
    """Ids that the store returns a part at a time are all found after a restart."""
    for pips in range(600):
        await kept.keep(scene(pips), BOT, f"file-{pips}")
    await kept.store()
    found = [await kept.find(scene(pips), BOT) for pips in range(600)]
    again = await restarted(key_values)
    assert [await again.find(scene(pips), BOT) for pips in range(600)] == found


async def test_of_two_in_one_place_the_newer_stays(kept: Pictures, monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture that takes another's place is found, and the other is painted again."""
    monkeypatch.setattr(pictures, "SLOTS", 1)
    await kept.keep(scene(1), BOT, "file-1")
    await kept.keep(scene(2), BOT, "file-2")
    assert await kept.find(scene(2), BOT) == "file-2"
    assert await kept.find(scene(1), BOT) == PNG


async def test_only_so_many_are_kept(
    key_values: MemoryKeyValues, kept: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many pictures are uploaded, the key-value store grows no further than it has slots."""
    monkeypatch.setattr(pictures, "SLOTS", 10)
    for pips in range(200):
        await kept.keep(scene(pips), BOT, f"file-{pips}")
    await kept.store()
    assert len([key for namespace, key in key_values.kept if namespace == NAMESPACE]) <= 10
