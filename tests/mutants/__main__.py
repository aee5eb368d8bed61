"""`python -m tests.mutants [PR-8 X1 …] [-k WORD]`: proves that tests notice when a statement of the rules is broken.

Without arguments all mutants are tried, two at a time. Ends with 0 if every one was caught.
"""

import argparse
import sys
from collections.abc import Sequence

from tests.mutants.corpus import CorpusError, Mutant, read_corpus
from tests.mutants.naming import order
from tests.mutants.runner import TestsFail, Verdict, prove


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("statements", nargs="*", help="ids, or their beginnings: PR-8, X1")
    parser.add_argument("-k", metavar="WORD", default="", help="only mutants with this word in their sentence")
    parser.add_argument("-j", metavar="N", type=int, default=2, help="so many at a time (2)")
    parser.add_argument("--only-mutants", action="store_true", help="don't run the tests on the unchanged rules first")
    options = parser.parse_args(arguments)
    try:
        mutants = _chosen(options.statements, options.k)
        verdicts = prove(mutants, _tell, at_once=options.j, unchanged=not options.only_mutants)
    except (CorpusError, TestsFail) as error:
        print(error, file=sys.stderr)
        return 2
    return _sum_up(verdicts)


def _chosen(wanted: Sequence[str], word: str) -> list[Mutant]:
    mutants = [
        mutant
        for mutant in read_corpus().mutants
        if word.lower() in mutant.wrong.lower()
        and (not wanted or any(mutant.statement == name or mutant.statement.startswith(f"{name}-") for name in wanted))
    ]
    if not mutants:
        raise CorpusError("there is no such mutant")
    return sorted(mutants, key=lambda mutant: order(mutant.statement))


def _tell(verdict: Verdict) -> None:
    print(verdict, flush=True)


def _sum_up(verdicts: Sequence[Verdict]) -> int:
    left = [verdict for verdict in verdicts if not verdict.caught]
    statements = {verdict.mutant.statement for verdict in verdicts}
    print(f"\n{len(verdicts)} mutants of {len(statements)} statements, {len(verdicts) - len(left)} caught")
    for verdict in left:
        print(f"  {verdict.mutant.where}: {verdict}")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
