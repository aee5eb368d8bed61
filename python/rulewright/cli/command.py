"""What a command is, what its exit codes mean, and how its arguments are parsed."""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NoReturn

from rulewright.diagnostics.suggest import did_you_mean

PROGRAM = "rulewright"


class Exit(IntEnum):
    """What the exit code tells the shell."""

    OK = 0
    WRONG = 1
    """The thing that was looked at is wrong: rules with errors, a record that no longer fits."""
    USAGE = 2
    """The command was used wrongly: an unknown command, file, seed, action or record."""
    FAULT = 3
    """Rulewright itself failed."""
    INTERRUPTED = 130
    """Stopped from the keyboard, as shells count it."""
    CLOSED = 141
    """The reader of the output went away, as shells count it."""


class UsageError(Exception):
    """The command was used wrongly; the text is one sentence for the user."""


@dataclass(frozen=True, slots=True)
class Command:
    """One word after `rulewright`."""

    name: str
    summary: str
    examples: tuple[str, ...]
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]

    def parse(self, words: Sequence[str]) -> argparse.Namespace:
        """The arguments of this command.

        Raises:
            UsageError: an argument is unknown, missing or impossible.
            SystemExit: help was asked for and shown.
        """
        parser = self._parser()
        arguments, unknown = parser.parse_known_args(words)
        if unknown:
            raise UsageError(self._unknown(unknown[0], parser))
        return arguments

    def help_text(self) -> str:
        """What `COMMAND --help` prints."""
        return self._parser().format_help()

    def _parser(self) -> "_Parser":
        title = "example:" if len(self.examples) == 1 else "examples:"
        parser = _Parser(
            prog=f"{PROGRAM} {self.name}",
            description=self.summary[0].upper() + self.summary[1:] + ".",
            epilog="\n  ".join([title, *self.examples]),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            # A shortened option would change its meaning when a new one is added.
            allow_abbrev=False,
        )
        self.add_arguments(parser)
        return parser

    def _unknown(self, word: str, parser: "_Parser") -> str:
        if not word.startswith("-") or word == "-":
            return f"`{word}` is one argument too many for `{self.name}` ({parser.where_help_is})"
        option = word.partition("=")[0]
        advice = did_you_mean(option, parser.option_words) or parser.where_help_is
        return f"`{self.name}` has no option `{option}` ({advice})"


class _Parser(argparse.ArgumentParser):
    """A parser that raises its complaints instead of printing them beside a usage text."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} ({self.where_help_is})")

    @property
    def where_help_is(self) -> str:
        return f"see `{self.prog} --help`"

    @property
    def option_words(self) -> list[str]:
        return sorted(self._option_string_actions)
