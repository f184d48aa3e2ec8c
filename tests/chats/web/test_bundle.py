from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bot.chats.web.bundle import bundle

MODULES = {
    "start": """// Start: what is loaded first.

import { count } from "./counter.js";

count("start");
import("./page.js");
""",
    "counter": """const KEPT = "counter";
/** The names, in the order in which modules ran. @type {string[]} */
const names = [];
/**
 * @param {string} name
 */
export function count(name) {
  names.push(name);
}
export const counted = () => [KEPT, ...names].join(" ");
""",
    "left": """import { count } from "./counter.js";
const KEPT = "left";
count(KEPT);
export const left = 1;
""",
    "page": """import "./left.js";
import { right } from "./right.js";
import { counted } from "./counter.js";
console.log(counted(), right);
  /** @type {number} */ (right);
""",
    "right": """import { left } from "./left.js";
import { count } from "./counter.js";
const KEPT = "right";
count(KEPT);
export const right = left + 1;
export {};
""",
}


def test_a_bundle_holds_each_module_once() -> None:
    """A module that several modules import is in the bundle once, and one that the loader holds is not."""
    made = re.findall(r"^export const \$(\w+) = once", bundle(MODULES, "page", "start"), re.MULTILINE)
    assert sorted(made) == ["left", "page", "right"]


def test_comments_stay_out_of_a_bundle() -> None:
    """Comment lines are taken out, and a cast keeps the code behind it."""
    made = bundle(MODULES, "page") + bundle(MODULES, "start")
    assert "// Start" not in made
    assert "@param" not in made
    assert "/** @type {number} */ (right);" in made


@pytest.mark.parametrize(
    "line",
    [
        "export let left = 1;",
        "export default 1;",
        'export * from "./left.js";',
        'import * as left from "./left.js";',
        "await left;",
    ],
)
def test_other_forms_are_refused(line: str) -> None:
    """A form that a bundle cannot hold is refused, rather than bundled wrongly."""
    with pytest.raises(ValueError, match="has a form that a bundle cannot hold"):
        bundle(MODULES | {"left": f"{line}\n"}, "page")


@pytest.mark.skipif(shutil.which("node") is None, reason="There is no Node.")
def test_a_bundle_runs_as_its_modules_do(tmp_path: Path) -> None:
    """Bundles run their modules once, in the same order as a browser runs the modules themselves."""
    node = shutil.which("node")
    assert node is not None
    said = set()
    for folder, files in (
        ("native", MODULES),
        ("joined", {"start": bundle(MODULES, "start"), "page": bundle(MODULES, "page", "start")}),
    ):
        at = tmp_path / folder
        at.mkdir()
        (at / "package.json").write_text('{"type": "module"}')
        for name, code in files.items():
            (at / f"{name}.js").write_text(code)
        run = subprocess.run(  # noqa: S603 - our own
            [node, at / "start.js"], check=True, capture_output=True, text=True
        )
        said.add(run.stdout)
    assert said == {"counter start left right 2\n"}
