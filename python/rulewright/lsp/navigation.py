"""From a name to its declaration, and to every other place where it stands."""

from __future__ import annotations

from lsprotocol.types import DocumentHighlight, DocumentHighlightKind, Location

from rulewright.diagnostics.source import Span
from rulewright.lsp.session import Place, Session


def definition(session: Session, place: Place) -> list[Location]:
    """Where the thing is declared that the name stands for."""
    occurrence = place.occurrence
    if occurrence is None:
        return []
    spans = [place.analysis.index.definitions[thing] for thing in occurrence.things]
    return _locations(session, spans)


def references(session: Session, place: Place, *, with_declaration: bool) -> list[Location]:
    """Every place of a thing, in all games and additions that share its files."""
    spans = places_of(session, place)
    if not with_declaration and place.occurrence is not None:
        declared = {_key(place.analysis.index.definitions[t]) for t in place.occurrence.things}
        spans = [span for span in spans if _key(span) not in declared]
    return _locations(session, spans)


def places_of(session: Session, place: Place) -> list[Span]:
    """The same as places of rule files."""
    occurrence = place.occurrence
    if occurrence is None:
        return []
    homes = {_key(place.analysis.index.definitions[thing]) for thing in occurrence.things}
    found: dict[tuple[str | None, int, int], Span] = {}
    for analysis in session.family(place.path):
        # An edition may have given the thing another name: it is the one declared at the same place.
        for thing, span in analysis.index.definitions.items():
            if _key(span) in homes:
                found |= {_key(s): s for s in analysis.index.places(thing)}
    return sorted(found.values(), key=lambda s: (s.source.path or "", s.start))


def highlights(session: Session, place: Place) -> list[DocumentHighlight]:
    """The places of a thing in the file that is open."""
    occurrence = place.occurrence
    if occurrence is None:
        return []
    spans = [s for t in occurrence.things for s in place.analysis.index.places(t) if s.source.path == str(place.path)]
    ranges = [session.range(span) for span in spans]
    return [DocumentHighlight(r, DocumentHighlightKind.Text) for r in ranges if r is not None]


def _key(span: Span) -> tuple[str | None, int, int]:
    return span.source.path, span.start, span.end


def _locations(session: Session, spans: list[Span]) -> list[Location]:
    return [found for found in map(session.location, spans) if found is not None]
