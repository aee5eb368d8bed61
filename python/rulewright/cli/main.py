"""The entry point: the table of commands, and what becomes of each kind of error.

Whatever happens, the user sees a sentence and the shell an exit code; a traceback is shown
only for a fault of ours, and only to somebody who asked for it.
"""

import io
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module

from rulewright._native import InvalidProgram, RuleFault, RulewrightError, __version__
from rulewright.cli.command import PROGRAM, Command, Exit, UsageError
from rulewright.cli.screen import complain, has_colours
from rulewright.diagnostics.errors import RuleError
from rulewright.diagnostics.suggest import did_you_mean
from rulewright.resources import ResourceMissing
from rulewright.sources import SourceError

TRACEBACK = "RULEWRIGHT_TRACEBACK"
"""The environment variable that asks for tracebacks."""


class _Commands(Mapping[str, Command]):
    """Commands by name; the module of that name is imported when one of them is asked for."""

    def __init__(self, *names: str) -> None:
        self._names = names

    def __getitem__(self, name: str) -> Command:
        if name not in self._names:
            raise KeyError(name)
        command: Command = import_module(f"rulewright.cli.{name}").COMMAND
        return command

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


COMMANDS = _Commands(
    "games",
    "check",
    "fmt",
    "explain",
    "new",
    "dump",
    "play",
    "simulate",
    "perft",
    "bench",
    "replay",
    "rulebook",
    "lsp",
)
"""In the order in which the help shows them."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    _soften_encodings()
    try:
        code = _run(sys.argv[1:] if argv is None else argv)
        # A reader that went away must be noticed here, not after the last line of ours.
        sys.stdout.flush()
        return code
    except SystemExit as stop:  # argparse has shown a help text
        return stop.code if isinstance(stop.code, int) else Exit.OK
    except KeyboardInterrupt:
        complain("stopped")
        return Exit.INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return Exit.CLOSED
    except RuleError as error:
        from rulewright.diagnostics.render.full import render_all

        print(render_all(error.diagnostics, dropped=error.dropped, colour=has_colours(sys.stderr)), file=sys.stderr)
        return Exit.WRONG
    except RuleFault as fault:
        complain(f"the rules failed while they ran: {fault}")
        return Exit.WRONG
    except InvalidProgram as fault:  # programs come from our own compiler only
        return _report_fault(fault)
    except (UsageError, RulewrightError, SourceError, ResourceMissing) as error:
        complain(str(error))
        return Exit.USAGE
    except OSError as error:
        if error.filename is None:
            return _report_fault(error)
        complain(f"`{error.filename}`: {error.strerror}")
        return Exit.USAGE
    except BaseException as fault:  # the native module's panics are no `Exception`
        return _report_fault(fault)


def help_text() -> str:
    """What `rulewright --help` prints."""
    width = max(len(name) for name in COMMANDS)
    lines = [f"  {name:<{width}}  {command.summary}" for name, command in COMMANDS.items()]
    return "\n".join(
        [
            f"usage: {PROGRAM} COMMAND ...",
            "",
            "Rules of board games: check them, play them, and try them out.",
            "",
            "commands:",
            *lines,
            "",
            f"`{PROGRAM} COMMAND --help` explains a command; `{PROGRAM} --version` prints the version.",
            "",
            "exit codes: 0 all is right; 1 the rules or the record are wrong; 2 the command was used wrongly;",
            "3 a fault in rulewright itself; 130 stopped from the keyboard; 141 nobody reads the output",
            "",
            "example:",
            f"  {PROGRAM} simulate GAME --games 1000",
        ]
    )


def _run(words: Sequence[str]) -> int:
    if not words:
        print(help_text(), file=sys.stderr)
        raise UsageError("a command is missing")
    name, *rest = words
    if name in ("-h", "--help", "help"):
        if rest and rest[0] in COMMANDS:
            COMMANDS[rest[0]].parse(["--help"])
        print(help_text())
        return Exit.OK
    if name == "--version":
        print(f"{PROGRAM} {__version__}")
        return Exit.OK
    command = COMMANDS.get(name)
    if command is None:
        what = "option" if name.startswith("-") else "command"
        advice = did_you_mean(name, COMMANDS) or f"there are: {', '.join(COMMANDS)}"
        raise UsageError(f"there is no {what} `{name}` ({advice})")
    return command.run(command.parse(rest))


def _report_fault(fault: BaseException) -> int:
    if os.environ.get(TRACEBACK):
        import traceback

        traceback.print_exception(fault)
        advice = "please report it with the lines above"
    else:
        advice = f"set {TRACEBACK}=1 to see the traceback, and please report it"
    complain(f"this is a bug in rulewright, not in your rules: {type(fault).__name__}: {fault} ({advice})")
    return Exit.FAULT


def _soften_encodings() -> None:
    """A character that the terminal can't show is no reason to fail; nor is one that can't be read."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _drop_output() -> None:
    """Keep the interpreter from failing once more when it empties its buffers at the end."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        # Not a real stream: then nothing is written at the end either.
        return
