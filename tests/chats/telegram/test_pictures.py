from __future__ import annotations

import pytest

from bot.chats.telegram import pictures
from bot.chats.telegram.pictures import NAMESPACE, Pictures
from renderers.scene import Scene
from tests.chats.stand_ins import PNG, MemoryKeyValues, PlainPainter

BOT = 77


def scene(pips: int) -> Scene:
    """Return a board; two with different numbers differ."""
    return Scene(white=(0,) * 23 + (15,), black=(0,) * 11 + (15,) + (0,) * 12, pips=(pips, 0))


@pytest.fixture
def key_values() -> MemoryKeyValues:
    """The store of file ids."""
    return MemoryKeyValues()


@pytest.fixture
def kept(key_values: MemoryKeyValues) -> Pictures:
    """Pictures of which Telegram has none yet."""
    return Pictures(key_values, PlainPainter())


async def restarted(key_values: MemoryKeyValues) -> Pictures:
    """Return the pictures as a new process loads them."""
    found = Pictures(key_values, PlainPainter())
    await found.load()
    return found


async def test_an_uploaded_picture_is_found(kept: Pictures) -> None:
    """A new picture is drawn; an uploaded one, or an equal one, is found by its file id."""
    assert await kept.find(scene(1), BOT) == PNG
    await kept.keep(scene(1), BOT, "AgAC-1_x")
    assert await kept.find(scene(1), BOT) == "AgAC-1_x"
    assert await kept.paint(scene(1)) == PNG
    assert await kept.find(scene(1), BOT + 1) == PNG  # the id belongs to another bot


async def test_every_scene_has_its_own_picture(kept: Pictures) -> None:
    """Each scene finds only its own picture."""
    for pips in range(200):
        await kept.keep(scene(pips), BOT, f"file-{pips}")
    found = [await kept.find(scene(pips), BOT) for pips in range(400)]
    for pips, picture in enumerate(found):
        assert picture in (f"file-{pips}", PNG)
        assert pips < 200 or picture == PNG


async def test_ids_are_stored_in_batches(
    key_values: MemoryKeyValues, kept: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    """New ids are stored in batches, and found before that."""
    monkeypatch.setattr(pictures, "WRITTEN_AT_ONCE", 3)
    for pips in (1, 2):
        await kept.keep(scene(pips), BOT, f"file-{pips}")
    assert not key_values.kept
    assert [await kept.find(scene(pips), BOT) for pips in (1, 2)] == ["file-1", "file-2"]
    await kept.keep(scene(3), BOT, "file-3")
    assert len(key_values.kept) == 3


async def test_an_id_can_be_forgotten(key_values: MemoryKeyValues, kept: Pictures) -> None:
    """A file id that Telegram no longer knows is dropped, also after a restart, until the next upload."""
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


async def test_loading_again_keeps_newer_ids(key_values: MemoryKeyValues, kept: Pictures) -> None:
    """Loading again keeps newer ids that are not stored yet."""
    await kept.keep(scene(1), BOT, "file-1")
    await kept.store()
    await kept.keep(scene(1), BOT, "file-2")
    await kept.load()
    assert await kept.find(scene(1), BOT) == "file-2"


async def test_all_stored_ids_are_loaded(key_values: MemoryKeyValues, kept: Pictures) -> None:
    """All stored ids are loaded, although the store returns them in parts."""
    for pips in range(600):
        await kept.keep(scene(pips), BOT, f"file-{pips}")
    await kept.store()
    found = [await kept.find(scene(pips), BOT) for pips in range(600)]
    again = await restarted(key_values)
    assert [await again.find(scene(pips), BOT) for pips in range(600)] == found


async def test_a_newer_picture_replaces_another_in_its_slot(
    kept: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A newer picture replaces another in the same slot, which is drawn again."""
    monkeypatch.setattr(pictures, "SLOTS", 1)
    await kept.keep(scene(1), BOT, "file-1")
    await kept.keep(scene(2), BOT, "file-2")
    assert await kept.find(scene(2), BOT) == "file-2"
    assert await kept.find(scene(1), BOT) == PNG


async def test_the_number_of_stored_ids_is_limited(
    key_values: MemoryKeyValues, kept: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The key-value store has at most as many ids as slots."""
    monkeypatch.setattr(pictures, "SLOTS", 10)
    for pips in range(200):
        await kept.keep(scene(pips), BOT, f"file-{pips}")
    await kept.store()
    assert len([key for namespace, key in key_values.kept if namespace == NAMESPACE]) <= 10
