"""English: plurals, articles, lists, sentences. It knows the language, and nothing of any rules."""

from __future__ import annotations

from collections.abc import Sequence

_VOWELS = "aeiou"


def spaced(name: str) -> str:
    """A declared name as words."""
    return name.replace("_", " ").strip()


def lowered(title: str) -> str:
    """A title inside a sentence; one that starts with several capitals stays."""
    return title if len(title) > 1 and title[1].isupper() else title[:1].lower() + title[1:]


def capital(text: str) -> str:
    """With a capital first letter."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """With a capital letter and a full stop."""
    text = capital(text.strip())
    return text if not text or text.endswith((".", ":", "!", "?")) else text + "."


def inside(text: str) -> str:
    """A sentence to be part of a longer one."""
    return lowered(text.removesuffix("."))


def plural(noun: str) -> str:
    """More than one of it."""
    lower = noun.lower()
    if lower.endswith(("s", "x", "z", "ch", "sh")):
        return noun + "es"
    if lower.endswith("y") and lower[-2:-1] not in _VOWELS:
        return noun[:-1] + "ies"
    return noun + "s"


def counted(number: int, noun: str) -> str:
    """So many of it."""
    return f"{number} {noun if number == 1 else plural(noun)}"


def a(noun: str) -> str:
    """With the article that means any one of them."""
    return f"{'an' if noun[:1].lower() in _VOWELS else 'a'} {noun}"


def joined(words: Sequence[str], last: str = "and") -> str:
    """Words as a list in a sentence."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def owned_by(owner: str, thing: str) -> str:
    """What somebody has."""
    if owner == "you":
        return f"your {thing}"
    return f"{owner}{chr(39) if owner.endswith('s') else chr(39) + 's'} {thing}"


def is_or_are(subject: str) -> str:
    """The verb that goes with it."""
    return "are" if subject == "you" else "is"


def which(thing: str, where: str) -> str:
    """Which of the things are meant: `where` begins with ` for which`, and speaks of `that thing`."""
    if " and " in where or " or " in where:
        return where  # the second part would be about something else
    for verb in ("is", "are", "has", "can", "was"):
        if where.startswith(f" for which that {thing} {verb} "):
            return where.replace(f" for which that {thing}", " that", 1)
    return where.replace(f" for which that {owned_by(thing, '')}", " whose ", 1)


def no_longer(clause: str) -> str:
    """That something ceases to hold."""
    if clause.endswith(" is set"):
        return f"{clause.removesuffix(' is set')} is no longer set"
    return f"“{clause}” no longer holds"


_NEGATIONS = (
    ("there is a ", "there is no "),
    ("there is an ", "there is no "),
    ("you have a ", "you have no "),
    ("you have an ", "you have no "),
    (" cannot ", " can "),
    (" can ", " cannot "),
    (" is not ", " is "),
    (" are not ", " are "),
    (" has not ", " has "),
    (" have not ", " have "),
    (" has no ", " has a "),
    (" is no ", " is a "),
    (" is ", " is not "),
    (" are ", " are not "),
    (" has ", " has not "),
    (" have ", " have not "),
    (" may ", " may not "),
    (" was ", " was not "),
)


def negated(clause: str) -> str:
    """The opposite of a clause, made at its first verb that we know."""
    found = [(clause.find(old), old, new) for old, new in _NEGATIONS if old in clause or clause.startswith(old)]
    if not found:
        return f"it is not so that {clause}"
    start, old, new = min(found, key=lambda each: (each[0], -len(each[1])))
    return clause[:start] + new + clause[start + len(old) :]
