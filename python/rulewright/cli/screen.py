"""How complaints and JSON are written, and what is known of the stream they go to."""

import json
import os
import sys
from typing import TextIO

from rulewright.cli.command import PROGRAM
from rulewright.diagnostics.render.cells import one_line

LONGEST = 1000
"""A sentence may quote a file that somebody wrote to annoy; more than this nobody reads."""


def has_colours(stream: TextIO) -> bool:
    """Whether a person looks at the stream and has not asked for plain text (no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def print_json(value: object) -> None:
    """Print a value for programs: keys in the order of the value, nothing but ASCII."""
    json.dump(value, sys.stdout, indent=2)
    sys.stdout.write("\n")


def complain(sentence: str) -> None:
    """Tell the user on standard error, in one line whatever the sentence quotes."""
    line = one_line(sentence)
    if len(line) > LONGEST:
        line = f"{line[: LONGEST // 2]} ... {line[-LONGEST // 2 :]}"
    print(f"{PROGRAM}: {line}", file=sys.stderr)
