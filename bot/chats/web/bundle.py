"""Bundle: join the page's modules into one script, because a phone fetches a hundred small ones slowly.

A browser opens six connections to a host, so a hundred modules cost some fifteen round trips. The modules
use only those forms of `import` and `export` that `bundle` understands; others raise an error at the start.
They stay native modules, which a browser runs without a bundle, too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_IMPORT = re.compile(r'^import (?:(\{[^}]*\}) from )?"\./(\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|const) (\w+))", re.MULTILINE)
_NOTHING = re.compile(r"^export \{\};$", re.MULTILINE)
_OTHER = re.compile(r"^(?:import\b(?!\()|export\b|await\b).*", re.MULTILINE)
# A cast such as `/** @type {Element} */ (found)` is followed by code and stays.
_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*\*(?:(?!\*/)[^\0])*\*/)\n", re.MULTILINE)
_ONCE = """const once = (make) => {
let made;
return () => (made ??= make());
};
"""


def bundle(modules: Mapping[str, str], entry: str, loader: str = "") -> str:
    """Join a module and all that it imports into one module. Imports by `import()` stay as they are.

    Args:
        modules: the code of each module by its name without `.js`.
        entry: the module that the bundle runs.
        loader: the module whose bundle loads this one, if any. What that bundle holds is imported from it, so
            that no module runs twice.

    Raises:
        ValueError: a module uses a form of `import` or `export` that is not understood.
        KeyError: an imported module does not exist.
    """
    held = _reached(modules, loader) if loader else []
    own = [name for name in _reached(modules, entry) if name not in held]
    lines = [f'import {{ {", ".join(map(_called, held))} }} from "./{loader}.js";\n'] if held else []
    return "".join(
        [*lines, _ONCE, *(_wrapped(name, modules[name]) for name in own), f"{_called(entry)}();\n"]
    )


def _reached(modules: Mapping[str, str], entry: str) -> list[str]:
    """Return the names of a module and of all that it imports."""
    reached = [entry]
    for name in reached:
        reached += [found[2] for found in _IMPORT.finditer(modules[name]) if found[2] not in reached]
    return list(dict.fromkeys(reached))


def _wrapped(name: str, code: str) -> str:
    """Return a module as a function that runs it once, with its comment lines taken out.

    Raises:
        ValueError: the module uses a form of `import` or `export` that is not understood.
    """
    exports = ", ".join(found[1] for found in _EXPORT.finditer(code))
    code = _EXPORT.sub("", _IMPORT.sub(_taken, _NOTHING.sub("", _COMMENT.sub("", code))))
    if other := _OTHER.search(code):
        raise ValueError(f"{name}.js has a form that a bundle cannot hold: {other[0]}")
    return f"export const {_called(name)} = once(() => {{\n{code}return {{ {exports} }};\n}});\n"


def _taken(found: re.Match[str]) -> str:
    made = f"{_called(found[2])}();"
    return f"const {found[1]} = {made}" if found[1] else made


def _called(name: str) -> str:
    return f"${name}"
