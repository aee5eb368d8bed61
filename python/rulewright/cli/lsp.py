"""`rulewright lsp`: the server that editors start."""

import argparse
import os
import sys

from rulewright.cli.command import PROGRAM, Command, Exit, UsageError


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--stdio",
        action="store_true",
        help="speak over standard input and output, as it does in any case; some editors add this word",
    )


def _run(arguments: argparse.Namespace) -> int:
    del arguments
    try:
        from rulewright.lsp.server import make_server
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in ("pygls", "lsprotocol", "cattrs", "attrs", "attr"):
            raise
        raise UsageError(
            f"`{PROGRAM} lsp` needs pygls, which is not installed; install it with `pip install '{PROGRAM}[lsp]'`"
        ) from None
    # The server closes its streams at the end; ours stay open for whoever comes after it.
    with (
        os.fdopen(os.dup(sys.stdin.fileno()), "rb") as questions,
        os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answers,
    ):
        make_server().start_io(questions, answers)
    return Exit.OK


COMMAND = Command(
    name="lsp",
    summary="help an editor with rule files (language server)",
    examples=(f"{PROGRAM} lsp", f"{PROGRAM} lsp --stdio"),
    add_arguments=_add_arguments,
    run=_run,
)
