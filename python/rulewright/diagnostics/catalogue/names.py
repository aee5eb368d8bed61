"""E02: what is declared, and under which name."""

from rulewright.diagnostics.catalogue.code import Code

CATALOGUE = (
    Code(
        "E0201",
        "unknown-name",
        "a name that nothing declares",
        "Every name must be declared in one of the game's files, in any order. Check the "
        "spelling first: the help line offers the nearest name that may stand here. If the name "
        "is right, its declaration is missing or is local to another block.",
    ),
    Code(
        "E0202",
        "name-declared-twice",
        "two declarations with one name",
        "A name stands for one thing in the whole game, so a second declaration of it is "
        "refused, even in another file. Rename one of the two, or, to change what the first one "
        "does, write a refinement of it instead of a new declaration.",
    ),
    Code(
        "E0203",
        "unknown-key",
        "a key that the kind does not have",
        "An entry can only give values to the keys that its kind declares. Check the spelling "
        "against the `key` lines of the kind, or add a `key` line there.",
    ),
    Code(
        "E0204",
        "key-given-twice",
        "a key with two values",
        "An entry gives each key once; with two values nobody could tell which one counts. Remove one of them.",
    ),
    Code(
        "E0205",
        "key-missing",
        "an entry without a key that it needs",
        "Every entry of a kind has a value for each of its keys. Write the key and its value in "
        "the entry. If most entries need no value, declare the key `optional` or with a "
        "`default`.",
    ),
    Code(
        "E0206",
        "unknown-type",
        "a type or a kind that does not exist",
        "After `:` or after a key stands a type: a range such as `0..5`, `int`, `bool`, "
        "`player`, `phase`, or a kind of the game. After `per`, `each` and `includes` stands a "
        "kind. Check the spelling, or declare the kind.",
    ),
    Code(
        "E0207",
        "refines-nothing",
        "a refinement of something that does not exist",
        "An entry can only refine a value, a test, an event, a step or a named choice that the "
        "game has. Things of a phase are written with the phase before the name, as in "
        "`phase.name`. A choice can be refined only if it has a name.",
    ),
    Code(
        "E0208",
        "no-column-for-players",
        "a table without a column for this number of players",
        "The game allows a number of players for which the table has no column. Add a column "
        "with its numbers, or narrow the `players` line of the game.",
    ),
    Code(
        "E0209",
        "incomplete-game",
        "a game that lacks something no game can do without",
        "A game has a `game` block with `players`, a `play` block, and a `value score` without "
        "parameters that gives a player's points. The label and the help say which of them is "
        "missing or has another form; write it in any of the files.",
    ),
    Code(
        "E0210",
        "wrong-key-value",
        "a key with a value of another sort",
        "The value that follows a key must fit the type that the kind declares for it: a number, "
        "an entry of a kind, a phase, or a text in quotes. A flag takes no value at all. Write a "
        "value of that sort.",
    ),
    Code(
        "E0211",
        "key-out-of-range",
        "a key with a number outside of its range",
        "The kind declares from where to where the numbers of this key go. Change the number in "
        "the entry, or the range in the `key` line of the kind.",
    ),
    Code(
        "E0212",
        "refines-another-sort",
        "a refinement that does not fit what it refines",
        "Values and tests are changed with a sign such as `+=` or `or`, events are answered with "
        "`on`, steps are replaced with `instead of`, and choices get more options with `option "
        "in`. Use the form that belongs to what you refine.",
    ),
    Code(
        "E0213",
        "row-of-wrong-length",
        "a table row with too many or too few numbers",
        "Each row of a table by players has one number for each column. Count the numbers of "
        "this row against the numbers in the first line of the table.",
    ),
    Code(
        "E0214",
        "not-constant",
        "a number that must be known before the game",
        "Constants, and what places start with, are made of numbers, other constants and keys of "
        "entries. They can't depend on what happens in the game. Write a number or a constant "
        "here; what changes belongs in a variable or a value.",
    ),
    Code(
        "E0215",
        "empty-range",
        "a range that holds nothing or does not fit",
        "A range is written from its least to its greatest number, as in `0..5`. The players of "
        "a game are a range between 1 and 16. Write the smaller number first.",
    ),
    Code(
        "E0216",
        "place-holds-nothing",
        "a place that does not say what it holds",
        "Every place holds one sort of token. Write `holds` and the name of a token, of a kind "
        "of tokens or of one entry of it.",
    ),
    Code(
        "E0217",
        "kind-is-no-token",
        "a place that holds something that is no token",
        "Places hold tokens, and the entries of a kind are tokens only if the kind says so. "
        "Write `is token` in the first line of the kind, or let the place hold something else.",
    ),
    Code(
        "E0218",
        "parameter-without-type",
        "a parameter without a type",
        "The parameters of values, tests, events and steps say what may be given for them. Write "
        "`name: type`, where the type is a kind, `player`, `bool` or a range such as `0..5`.",
    ),
    Code(
        "E0219",
        "renames-nothing",
        "a new name for something that does not exist",
        "`rename` gives a new name to something that the game it is made from declares, and nothing "
        "there has the old name. Check the spelling of the old name. Something of this game's own is "
        "simply declared under the name it shall have.",
    ),
    Code(
        "E0220",
        "unknown-base-game",
        "a game made from one that can't be found",
        "After `from` stands the name of another game: one that lies in a folder beside this one, or "
        "one that comes with the package. Check the spelling, or put the other game's folder there.",
    ),
    Code(
        "E0221",
        "reserved-name",
        "a name that the language uses itself",
        "Names such as `me`, `my`, `it`, `players` or `count` have a meaning in every rule file. "
        "Something of your own under such a name could not be told apart from it. Choose another "
        "name.",
    ),
    Code(
        "E0222",
        "start-out-of-range",
        "a variable that can't hold its first value",
        "Every variable is 0 when the game starts, so its range must include 0. Widen the range, "
        "and set the first value you want in `setup`.",
    ),
    Code(
        "E0223",
        "kind-without-entries",
        "a kind that nothing is of",
        "A kind without entries, or without one at this number of players, can't be chosen, "
        "drawn or counted. List at least one entry in its braces, let one of its entries take "
        "part at this number of players, or remove the kind.",
    ),
    Code(
        "E0224",
        "hidden-without-owner",
        "a common place that is hidden from others",
        "`hidden from others` means that only the owner sees what lies there, so the place must "
        "belong to a player. Declare it inside of `each player { … }`, or write `hidden from "
        "all` if nobody may look.",
    ),
    Code(
        "E0225",
        "addition-for-another-game",
        "an expansion or a variant loaded with a game that it is not for",
        "After `for` or `of` stands the game that an addition belongs to; an edition takes the additions of "
        "the game that it is made from, too. Load the addition with its own game, or write the name of this "
        "one there.",
    ),
    Code(
        "E0226",
        "optional-without-kind",
        "`optional` where nothing can be missing",
        "`optional` says that a variable, or a parameter of a value, a test, an event or a step, is an entry "
        "of a kind or a player, or `none`. Numbers and conditions are always there, and what a player "
        "chooses is never `none`: offer another option for that.",
    ),
    Code(
        "E0227",
        "entry-as-parameter",
        "a parameter of a refinement that has the name of an entry",
        "What stands in the brackets of a refinement is a name for whatever comes, so `plucked(daisy)` would "
        "mean every flower and not only the daisy. Give the parameter a name of its own and ask about it behind "
        "`when`.",
    ),
    Code(
        "E0228",
        "type-given-again",
        "a refinement that gives its parameter a type",
        "The declaration of a value, a test, an event or a step says of which type its parameters "
        "are. A refinement only gives them names, in the same order, or `_` for one that it does "
        "not need.",
    ),
    Code(
        "E0229",
        "brace-alone",
        "a brace in a text that holds no name",
        "In a text for readers braces hold one name, as in `{name}`: its title stands there when the text is "
        "shown. A brace that is not closed, or with more than a name in it, can't be filled.",
    ),
)
