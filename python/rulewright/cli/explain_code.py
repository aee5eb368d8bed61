"""`rulewright explain CODE`: what a code of a diagnostic means, with a wrong and a right example."""

import re
import textwrap

from rulewright.cli.command import Exit, UsageError
from rulewright.cli.screen import print_json
from rulewright.diagnostics.codes import CODES, Code, find_code
from rulewright.diagnostics.suggest import did_you_mean

_NUMBER = re.compile(r"[EW]\d{1,4}", re.IGNORECASE)
_WIDTH = 100


def is_code(text: str) -> bool:
    """Whether a text is meant as a code: it looks like one, or is the name of one."""
    return _NUMBER.fullmatch(text) is not None or find_code(text) is not None


def run(text: str, *, as_json: bool) -> int:
    """Tell about a code.

    Raises:
        UsageError: there is no such code.
    """
    code = find_code(text)
    if code is None:
        advice = did_you_mean(text.upper(), CODES) or f"they go from {min(CODES)} to {max(CODES)}"
        raise UsageError(f"there is no code `{text}` ({advice})")
    if as_json:
        print_json(_to_object(code))
    else:
        print(describe(code))
    return Exit.OK


def describe(code: Code) -> str:
    """All that the catalogue says about a code, for a reader."""
    return "\n".join(
        [
            f"{code.code} ({code.slug}): {code.title}",
            "",
            *textwrap.wrap(code.explanation, _WIDTH, break_on_hyphens=False),
            "",
            "wrong:",
            _indented(code.example.wrong),
            "",
            "right:",
            _indented(code.example.right),
        ]
    )


def _indented(text: str) -> str:
    lines = text.splitlines()
    return "\n".join(f"  {textwrap.shorten(line, _WIDTH, placeholder=' …')}".rstrip() for line in lines)


def _to_object(code: Code) -> dict[str, str]:
    return {
        "code": code.code,
        "name": code.slug,
        "title": code.title,
        "explanation": code.explanation,
        "wrong": code.example.wrong,
        "right": code.example.right,
    }
