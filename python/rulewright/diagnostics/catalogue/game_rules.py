"""E04: what a game must keep to beyond names and types."""

from rulewright.diagnostics.catalogue.code import Code

CATALOGUE = (
    Code(
        "E0401",
        "token-changes-sort",
        "a token that would turn into another",
        "What leaves one place arrives in another, so both must hold the same token, or the same "
        "entry of a kind. Otherwise one token would be lost and another made. Move what the "
        "first place holds to a place that holds it too; an exchange is two moves.",
    ),
    Code(
        "E0402",
        "token-made-by-setting",
        "tokens that would be made or lost by setting a place",
        "The number of tokens in a place changes only when they move, so that none is made or "
        "lost outside of places declared `unlimited`. Write `move`, `gain` or `pay`. For a "
        "number that is no token declare a `var`.",
    ),
    Code(
        "E0403",
        "loop-without-bound",
        "a loop that may never end",
        "A `repeat` says how often it happens at most, and so do `rounds` unless every turn "
        "takes a token out of the place in the condition. Write `, at most N times` after the "
        "condition, with a number that no game reaches.",
    ),
    Code(
        "E0404",
        "forced-choice-may-be-empty",
        "a forced choice that can be empty",
        "`must choose` promises that there is always something to choose, but all its options "
        "have conditions that may fail. Write `if possible` after it, make it `may choose`, or "
        "add an option without a condition.",
    ),
    Code(
        "E0405",
        "hidden-thing-read",
        "a hidden thing that is read in public",
        "A rule that depends on something hidden would show it to those who must not know. Read "
        "it on the owner's own turn as `my.name`, read only a number that is declared `count "
        "seen`, or wait for `score`, when all is shown.",
    ),
    Code(
        "E0406",
        "order-not-settled",
        "two additions whose order is not settled",
        "Two additions change the same thing, and the result depends on which works first. Write "
        "`after` or `before` and the name of the other entry in one of them. Changes that give "
        "the same result in any order, such as two times `+=`, need nothing.",
    ),
    Code(
        "E0407",
        "action-named-twice",
        "two actions with one name",
        "An action is written as the name of its option and its parameters, and that text must "
        "lead back to one action. Rename one of the two options. For two ways to pass, give one "
        "of the choices a name.",
    ),
    Code(
        "E0408",
        "not-a-deck",
        "something that is drawn from or refilled but is no deck",
        "Only a deck has a hidden order, so only a deck can be drawn from and refilled. Declare "
        "it with `deck` instead of `place`, or use `move` for tokens that lie open.",
    ),
    Code(
        "E0409",
        "alike-without-choice",
        "`alike` where there is nothing to compare",
        "`alike` leaves out actions that do the same as an earlier one, comparing the values of "
        "one parameter. The option needs exactly one parameter that is chosen. Remove `alike`, "
        "or fix the other parameters.",
    ),
    Code(
        "E0410",
        "wrong-home",
        "a token whose places do not fit",
        "`token NAME from A to B` says where `gain` takes the token from and where it puts it. "
        "The first is a common place and the second belongs to each player; both hold this token "
        "and have no parts. Name such places, or leave them out and use `move`.",
    ),
    Code(
        "E0411",
        "no-home",
        "a gain of something that has no home",
        "`gain` and `pay` work for tokens that say where they come from and where they go. Write "
        "`token NAME from PLACE to PLACE` where it is declared, or use `move` and name both "
        "places.",
    ),
    Code(
        "E0412",
        "order-runs-in-circle",
        "refinements that want to stand before each other",
        "The words `after` and `before` of these refinements contradict each other, so there is "
        "no order that keeps to all of them. Remove one of the words.",
    ),
    Code(
        "E0413",
        "calls-itself",
        "a step or an event that leads back to itself",
        "A step that calls itself, or an event whose answer lets the same event happen, would "
        "never end. The label shows the way round. Use `repeat … at most N times` or `rounds` to "
        "do something again, or a second event.",
    ),
    Code(
        "E0414",
        "phase-in-phase",
        "a phase that plays a phase",
        "Phases are played from the `play` block, one after another; inside of a phase no other "
        "can begin. Play it when this one is over, remembering in a variable that it is due, or "
        "put what both do into a step.",
    ),
    Code(
        "E0415",
        "never-forced-in-free-choice",
        "`never forced` in a choice that forces nothing",
        "A choice with `may` can always be declined, so an option in it is never forced anyway. "
        "Remove `never forced`, or add the option to a choice with `must`.",
    ),
    Code(
        "E0416",
        "too-many-actions",
        "more actions than can be numbered",
        "Every combination of an option's parameters is an action of its own, and a game has at "
        "most about a million. Narrow the ranges of the parameters, or ask for them one after "
        "another in several choices.",
    ),
    Code(
        "E0417",
        "position-too-large",
        "more numbers than a position can hold",
        "Each part of a place and each cell of a variable takes room in every position, and "
        "dimensions multiply. Use fewer dimensions, or kinds with fewer entries.",
    ),
    Code(
        "E0418",
        "never-declined",
        "a choice that can't be declined, with words for declining it",
        "`up to N times` asks again until the player declines, and `else` says what happens when he "
        "does. Both need a choice that can be declined: `may choose`, or `must choose … if possible`.",
    ),
)
