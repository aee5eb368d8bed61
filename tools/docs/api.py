"""The page about the Python API: what `import rulewright` gives, from the docstrings and the stub."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import rulewright

_MODULES = re.compile(r"\b(?:rulewright|collections|pathlib|typing)(?:\.\w+)*\.(?=[A-Z])")
_LONG = 84


@dataclass(frozen=True, slots=True)
class Described:
    """A function, method or property."""

    signature: str
    text: str


def api_page() -> str:
    """Everything public, class by class."""
    names = [(name, getattr(rulewright, name)) for name in rulewright.__all__]
    functions = [(n, o) for n, o in names if inspect.isfunction(o)]
    errors = [(n, o) for n, o in names if inspect.isclass(o) and issubclass(o, BaseException)]
    classes = [(n, o) for n, o in names if inspect.isclass(o) and not issubclass(o, BaseException)]
    lines = ["# Python API", "", "What `import rulewright as rw` gives. Names follow OpenSpiel where it has one."]
    lines += ["", "## Functions"]
    for name, function in functions:
        lines += ["", f"### {name}", "", *_shown(name, _of_object(function))]
    for name, cls in classes:
        lines += ["", f"## {name}", "", *_docstring(inspect.getdoc(cls) or "")]
        for member, described in sorted(members_of(cls).items()):
            lines += ["", f"### {name}.{member}", "", *_shown(member, described)]
    lines += ["", "## Errors", "", "| error | when |", "|---|---|"]
    for name, error in errors:
        lines.append(f"| `{name}` | {' '.join((inspect.getdoc(error) or '').split())} |")
    return "\n".join(lines) + "\n"


def members_of(cls: type) -> dict[str, Described]:
    """Public methods and properties; those of the native module come from its stub, which has the texts."""
    found: dict[str, Described] = {}
    for base in reversed(cls.__mro__):
        if base.__module__ == "rulewright._native":
            found |= _of_stub(base.__name__)
        elif base.__module__.startswith("rulewright"):
            own = {n: _of_object(v) for n, v in vars(base).items() if not n.startswith("_") and inspect.getdoc(v)}
            found |= {n: d for n, d in own.items() if n not in getattr(base, "__slots__", ())}
    return found


def _of_object(value: object) -> Described:
    target = value.__func__ if isinstance(value, (classmethod, staticmethod)) else value
    text = inspect.getdoc(value) or ""
    if not callable(target):
        return Described("", text)
    return Described(str(inspect.signature(target)), text)


def _of_stub(name: str) -> dict[str, Described]:
    stub = Path(rulewright.__file__).with_name("_native.pyi").read_text(encoding="utf-8")
    found: dict[str, Described] = {}
    for node in ast.parse(stub).body:
        if isinstance(node, ast.ClassDef) and node.name == name:
            for item in node.body:
                if isinstance(item, ast.FunctionDef) and not item.name.startswith("_"):
                    text = ast.get_docstring(item) or ""
                    prop = any(ast.unparse(d) == "property" for d in item.decorator_list)
                    result = f" -> {ast.unparse(item.returns)}" if item.returns is not None else ""
                    signature = "" if prop else f"({ast.unparse(item.args)}){result}"
                    found[item.name] = Described(signature, text)
    return found


def _shown(name: str, described: Described) -> Iterator[str]:
    if described.signature:
        yield from ("```python", _wrapped(name, described.signature), "```", "")
    yield from _docstring(described.text)


def _wrapped(name: str, signature: str) -> str:
    """A call without the names of modules; a long one has a line for each parameter."""
    signature = re.sub(r"'([A-Z]\w*)'", r"\1", _MODULES.sub("", signature))
    signature = re.sub(r"^\((?:self|cls)(?:, )?", "(", signature)
    if len(name) + len(signature) <= _LONG:
        return name + signature
    inner, _, result = signature[1:].rpartition(")")
    parts, depth = [""], 0
    for character in inner:
        depth += (character in "[(") - (character in "])")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    lines = "".join(f"    {part.strip()},\n" for part in parts)
    return f"{name}(\n{lines}){result}"


def _docstring(text: str) -> Iterator[str]:
    """A docstring of Google's form as Markdown: its sections become lists."""
    inside = False
    for line in text.splitlines():
        word = line.strip()
        if word in ("Args:", "Raises:", "Returns:", "Yields:"):
            inside = True
            yield from ("", f"**{word.removesuffix(':')}**", "")
        elif inside and line.startswith("    ") and not line.startswith("     "):
            name, colon, rest = word.partition(":")
            yield f"- `{name}`:{rest}" if colon and " " not in name else f"- {word}"
        elif inside and word:
            yield f"  {word}"
        else:
            inside = inside and not word
            yield line
