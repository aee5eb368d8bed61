"""E03: values and places that do not fit where they stand."""

from rulewright.diagnostics.catalogue.code import Code

CATALOGUE = (
    Code(
        "E0301",
        "wrong-type",
        "a value of the wrong sort",
        "The rule needs one sort of value here (a number, a condition, a player, an entry of a "
        "kind) and got another. The message names what is needed and the label what was found. "
        "Often a comparison, a key or an index is missing.",
    ),
    Code(
        "E0302",
        "wrong-argument-count",
        "too many or too few arguments",
        "A value, test, event, step or function takes as many arguments as its declaration "
        "lists, and an indexed variable as many indices. Write exactly so many; a parameter that "
        "a refinement does not need is written `_`.",
    ),
    Code(
        "E0303",
        "not-a-place",
        "something that is not a place",
        "Tokens move between places, so `from`, `to`, `over` and `in` need the name of a place. "
        "A place of a player is written with its owner, as in `my.name`.",
    ),
    Code(
        "E0304",
        "which-part",
        "a place with parts where one number is needed",
        "A place that holds a kind, or that has a part for each of a kind, is many numbers. Say "
        "which one is meant with `[…]`, ask for all of them with `.count`, or go through the "
        "parts with `each`.",
    ),
    Code(
        "E0305",
        "out-of-range",
        "a number that can never fit",
        "The number lies outside of what can be stored or done here, whatever happens in the "
        "game: beyond a declared range, below nothing, or divided by 0. Change the number, or "
        "the range where it is declared.",
    ),
    Code(
        "E0306",
        "nobodys-turn",
        "a rule that needs to know whose turn it is",
        "`me`, `my`, choices, `gain`, `pay`, steps and events belong to the player whose turn it "
        "is. Put the rule inside of `turns from …`, `rounds from …` or `as PLAYER { … }`, or "
        "name the player where a place of his is meant.",
    ),
    Code(
        "E0307",
        "unknown-part",
        "a part that the thing does not have",
        "After a dot stands a key, a place or a variable that the thing before it has; a place "
        "has `count`, `empty`, `room` and `full`. Check the spelling against its declaration, or "
        "put the right thing before the dot.",
    ),
    Code(
        "E0308",
        "not-callable",
        "something that is called but is no value or test",
        "Only values and tests of the game, and functions of the language such as `min` or "
        "`sum`, are followed by arguments in round brackets. Use square brackets to name a part "
        "of a place or of a variable.",
    ),
    Code(
        "E0309",
        "defined-by-itself",
        "something that is defined by itself",
        "A value, a test or a kind leads back to itself, directly or through others, and through "
        "refinements too. The label shows the way round. Take one link out, for instance by "
        "working with a variable that is set earlier.",
    ),
    Code(
        "E0310",
        "not-a-variable",
        "something that can't be set",
        "`set`, `clear` and `roll` change variables, which are declared with `var`. Constants, "
        "keys, parameters, values and `let` names keep what they have. Declare a variable for "
        "what changes.",
    ),
    Code(
        "E0311",
        "list-misused",
        "a list that is used in another way than by its index",
        "A list of numbers is a small table: it holds constants and is followed at once by an "
        "index, as in `[0, 1, 3][n]`. Write the index, or use `if … then … else` for what is not "
        "constant.",
    ),
    Code(
        "E0312",
        "whose",
        "a place or variable without its owner",
        "Each player, or each entry of a kind, has one of these, so the rule must say whose is "
        "meant. Write `my.name` for the player whose turn it is, or put a player or an entry "
        "before the dot.",
    ),
    Code(
        "E0313",
        "unlimited-has-no-number",
        "the number of something that never runs out",
        "A place declared `unlimited` has no number of tokens: it can't be counted, compared, "
        "emptied or spread. Move a number of tokens from it, or declare how many it `starts` "
        "with.",
    ),
    Code(
        "E0314",
        "nothing-to-go-through",
        "a loop over a place that holds no kind",
        "`x in PLACE` goes through the entries that lie in a place, so the place must hold a "
        "kind, and all of it. For plain tokens use their number; to go through all entries of a "
        "kind write `x: kind`.",
    ),
    Code(
        "E0315",
        "no-limit",
        "the room of a place without a limit",
        "`room`, `full` and `spread` need to know how much a place can hold. Add `most` and a "
        "number to the declaration of the place; the limit of a place can't be made of the room "
        "of another.",
    ),
    Code(
        "E0316",
        "parameter-without-range",
        "an action with an endless parameter",
        "All actions of a game are numbered before it starts, so every parameter of an option "
        "must have a first and a last value. Write a range such as `n: 0..5`, a kind or "
        "`player`.",
    ),
    Code(
        "E0317",
        "spread-over-no-parts",
        "a spread over something without parts",
        "`spread` puts tokens one by one on the parts of places. Each place after `over` is "
        "declared with `per KIND`, is named without an index, and stands there once.",
    ),
    Code(
        "E0318",
        "wrong-refinement-sign",
        "a sign that does not fit what it changes",
        "A value is a number and is changed with `+=`, `-=`, `*=`, `min=`, `max=` or `=`. A test "
        "is a condition and is changed with `or`, `and` or `=`. Use a sign of the right group.",
    ),
    Code(
        "E0319",
        "text-in-rule",
        "a text that is used as a value",
        "Texts of entries are shown to people and take no part in the rules: they can't be "
        "stored, compared or handed on. Give the entries a number, a flag or an entry of another "
        "kind as a key, and use that.",
    ),
    Code(
        "E0320",
        "me-or-my",
        "`me` and `my` in each other's place",
        "`me` is the player whose turn it is, for comparing, setting and giving on. Before a dot "
        "stands `my`: what he has is `my.name`. Each has its place, so that rules look the same "
        "everywhere.",
    ),
)
