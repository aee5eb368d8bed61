"""What the words of the language mean, for who points at one: how it is written, and a sentence."""

from __future__ import annotations

from rulewright.lsp.words import NAME

_MEANINGS: dict[tuple[str, ...], tuple[str, str]] = {
    # ---- declarations ----
    ("game",): ('game NAME "Title" { players LOW..HIGH … }', "The game that the files of a folder make."),
    ("length",): ("length NUMBER", "The most decisions that a game can have."),
    ("expansion",): ('expansion NAME "Title" for GAME { … }', "Adds to a game."),
    ("variant",): ('variant NAME "Title" of GAME { … }', "Changes a game."),
    ("with",): ("with NAME { … }", "Declarations that count only if that addition is loaded too."),
    ("rename",): ('rename OLD to NEW "Title"', "Another name for a thing, in everything that comes before."),
    ("change",): ("change KIND ENTRY { … }", "Other keys or refinements for what is there already."),
    ("const",): ("const NAME = NUMBER", "A number with a name, made of numbers and other constants."),
    ("by",): ("by players 2 3 4 { NAME 5 6 7 }", "Constants with a column for each number of players."),
    ("option",): (
        "option NAME: TYPE — or — option in PHASE.CHOICE { … }",
        "A setting of whoever loads the game; or, in an entry, one more option for a choice.",
    ),
    ("given",): ("given OPTION", "Whether an option of the game was set."),
    ("token",): ('token NAME "Title" from PLACE to PLACE', "Pieces that are all alike."),
    ("kind",): ("kind NAME is token { key … ENTRY, ENTRY }", "A list of named entries with keys."),
    ("key",): ("key NAME TYPE", "What every entry of a kind says about itself."),
    ("includes",): ("kind NAME includes KIND", "Takes over the entries of another kind."),
    ("default",): ("key NAME TYPE default VALUE", "The value of entries that don't give the key."),
    ("flag",): ("key NAME flag", "A word that an entry has, or has not."),
    ("active",): ("active when CONDITION", "When what an entry changes works for a player."),
    ("text",): ('text NAME "…"', "What readers are told; it changes nothing in the game."),
    ("place",): ("place NAME holds TOKEN", "Where pieces lie."),
    ("deck",): ("deck NAME holds KIND", "A place with a hidden order, to draw from."),
    ("holds",): ("holds TOKEN", "What lies in a place: a token, a kind, or one entry of it."),
    ("per",): ("per KIND", "The place has a part for each entry of the kind."),
    ("starts",): ("starts NUMBER", "What lies in a place before the set-up; `it` is the entry held."),
    ("most",): ("most NUMBER — or — at most NUMBER each", "A limit: of all that lies there, or of each entry."),
    ("owe",): ("may owe", "The number in the place may go below 0."),
    ("unlimited",): ("unlimited", "The place never runs out, and has no number."),
    ("hidden", "others"): ("hidden from others — or — hidden from all", "Who does not see what lies in a place."),
    ("seen",): ("count seen", "Everybody sees how many pieces lie in a hidden place."),
    ("refilled",): ("refilled from PLACE", "The pile that is turned over into a deck that is empty."),
    ("var",): ("var NAME: TYPE", "A value that is no piece; it starts at 0, false, seat 0 or the first entry."),
    ("optional",): ("TYPE optional", "It may be `none`."),
    ("none",): ("none", "No entry, or no player, where that is allowed."),
    ("value",): ("value NAME(…) = NUMBER", "A number, a player or an entry that is worked out when it is asked for."),
    ("test",): ("test NAME(…) = CONDITION", "A condition that entries may widen and narrow."),
    ("event",): ("event NAME(…)", "A moment that entries can react to."),
    ("step",): ("step NAME(…) { … }", "Statements with a name, which entries may replace."),
    ("setup",): ("setup { … }", "Runs once, before `play`."),
    ("play",): ("play { … } — or — play PHASE", "The whole game; or, as a statement, runs a phase."),
    ("phase",): ('phase NAME "Title" { … }', "A part of the game with its own names."),
    ("players",): ("players", "The number of players; in an entry or a game, for which numbers it is there."),
    # ---- refinements ----
    ("on",): ("on EVENT(…) when CONDITION { … }", "What happens when the owner causes the event."),
    ("instead",): ("instead of STEP(…) { … }", "Runs in place of a step."),
    ("anytime",): ("anytime …", "The refinement works whether its entry is active or not."),
    ("when",): ("… when CONDITION", "The refinement works only if the condition holds."),
    ("once",): ("once a phase", "Each player may take one of the options, once in a phase."),
    ("never", "forced"): ("never forced", "The option alone never obliges a player to choose."),
    ("after", "before"): ("after ENTRY — or — before ENTRY", "Moves a refinement in the order of those of one thing."),
    # ---- statements ----
    ("move",): ("move NUMBER ITEM from PLACE to PLACE", "Takes pieces from one place to another."),
    ("gain",): ("gain NUMBER TOKEN", "The player gets a token from where it is declared to come from."),
    ("pay",): ("pay NUMBER TOKEN", "The player gives a token back to where it comes from."),
    ("up",): ("up to NUMBER", "So many, or as many as there are."),
    ("set",): ("set VARIABLE = VALUE", "Changes a variable; also `+=`, `-=`, and `set x` for true or false."),
    ("clear",): ("clear VARIABLE", "Sets a variable to false."),
    ("let",): ("let NAME = VALUE", "Names a value until the end of its block."),
    ("if", "then", "else"): (
        "if CONDITION { … } else { … } — or — if CONDITION then A else B",
        "One of two blocks, or one of two values.",
    ),
    ("each",): ("each NAME: KIND where CONDITION { … }", "Goes through entries, players, or what lies in a place."),
    ("where",): ("where CONDITION", "Leaves out those for which it does not hold."),
    ("repeat",): ("repeat N times { … } — or — repeat until CONDITION, at most N times { … }", "A loop with an end."),
    ("until", "while"): ("until CONDITION — or — while CONDITION", "How long a loop goes on."),
    ("times",): ("N times", "How often."),
    ("turns",): ("turns from PLAYER where CONDITION { … }", "Gives each player a turn, clockwise; he is `me` in it."),
    ("rounds",): ("rounds from PLAYER until no EVENT { … }", "Turns round and round, until nothing happens any more."),
    ("as",): ("as PLAYER { … }", "Runs a block for one player, who is `me` in it."),
    ("do",): ("do STEP(…)", "Runs a step."),
    ("emit",): ("emit EVENT(…)", "Says that something has happened, so that entries react to it."),
    ("draw",): ("draw NUMBER from DECK to PLACE", "Takes pieces at random, until there are none."),
    ("roll",): ("roll VARIABLE", "Gives a variable a random value."),
    ("spread",): ("spread PLACE over PLACE, PLACE", "The player shares pieces out over parts of places."),
    ("pick",): ("pick up to N { OPTION of NUMBER { … } }", "The player names a set of things, one after another."),
    ("require",): ('require CONDITION else "…"', "Stops the game with a text if settings don't go together."),
    # ---- choices ----
    ("choose",): ("may choose NAME { … } — or — must choose { … }", "The player takes one of the options."),
    ("may",): ("may choose { … }", "A choice that can be declined."),
    ("must",): ("must choose { … } — or — must choose if possible { … }", "A choice that can't be declined."),
    ("possible",): ("must choose if possible", "If there is no option, nothing is chosen."),
    ("alike",): ("alike VALUE, VALUE", "Options with the same values are offered once."),
    # ---- expressions ----
    ("me",): ("me", "The player whose turn it is."),
    ("my",): ("my.NAME", "What the player has whose turn it is."),
    ("it",): ("it", "The entry, or the part, that is spoken of."),
    ("player",): ("player", "A seat, from 0."),
    ("count",): ("PLACE.count — or — count(x in PLACE where CONDITION)", "How many."),
    ("room",): ("PLACE.room", "How much more a place can hold."),
    ("empty",): ("PLACE.empty", "Whether nothing lies there."),
    ("full",): ("PLACE.full", "Whether nothing more can be put there."),
    ("sum",): ("sum(NUMBER for x: KIND where CONDITION)", "Adds up."),
    ("any", "all"): (
        "any(x: KIND where CONDITION) — or — all(x: KIND where CONDITION)",
        "Whether it holds for one of them, or for all.",
    ),
    ("max", "min"): ("max(A, B) — or — max(NUMBER for x: KIND)", "The largest, or the smallest; of nothing it is 0."),
    ("largest",): ("largest(N, NUMBER for x: KIND)", "The sum of the N largest."),
    ("next",): ("next(PLAYER)", "The player after that one, clockwise."),
    ("seats",): ("seats(A, B)", "How many seats from A on to B, clockwise."),
    ("is",): ("A is B — or — A is not B", "Whether two are the same, or not; also written `==` and `!=`."),
    ("and", "or", "not"): ("A and B, A or B, not A", "Conditions that are joined, or turned round."),
    ("true", "false"): ("true, false", "The two answers of a condition."),
    ("int",): ("int", "Whole numbers."),
    ("bool",): ("bool", "True or false."),
}

_BY_WORD = {word: meaning for words, meaning in _MEANINGS.items() for word in words}

JOINTS = frozenset({"a", "at", "for", "from", "in", "no", "of", "over", "to"})
"""Words that mean something only together with others."""


def meaning_of(word: str) -> str | None:
    """A word of the language in Markdown; None if it is none, or is told with the word that it belongs to."""
    found = _BY_WORD.get(word)
    if found is None:
        return None
    form, sentence = found
    return f"**{word}**, a word of the language\n\n```rules\n{form}\n```\n\n{sentence}"


def word_at(text: str, offset: int) -> tuple[int, int] | None:
    """Where the word lies that is at a place, unless that is in a comment or in quotes."""
    line_start = text.rfind("\n", 0, offset) + 1
    quoted = False
    for letter in text[line_start:offset]:
        if letter == '"':
            quoted = not quoted
        elif letter == "#" and not quoted:
            return None
    start = end = offset
    while start > line_start and NAME.fullmatch("_" + text[start - 1]):
        start -= 1
    while end < len(text) and NAME.fullmatch("_" + text[end]):
        end += 1
    return None if quoted or start == end else (start, end)
