"""W05: rules that are right and can't be meant."""

from rulewright.diagnostics.catalogue.code import Code

CATALOGUE = (
    Code(
        "W0501",
        "never-read",
        "a value, a variable or a constant that nothing uses",
        "No rule asks for this value, test, variable or constant, so it can't change anything, and neither can what "
        "refines it. Probably a rule that should use it is missing or uses another name. Use it, or remove it.",
    ),
    Code(
        "W0502",
        "never-happens",
        "a rule that never runs",
        "Nothing calls this step, plays this phase, or emits the event that this waits for, or the entry can never be "
        "active. What stands in it has no effect. Call it where it belongs, or remove it.",
    ),
    Code(
        "W0503",
        "never-true",
        "a condition that can't be true",
        "The numbers on both sides have ranges that don't meet in the way that the sign asks for, whatever "
        "happens in the game. What depends on the condition never happens. Look at the number and the sign.",
    ),
    Code(
        "W0504",
        "never-chosen",
        "an entry that an option never takes",
        "With the keys of this entry the condition of the option is false in every position, so nobody can "
        "ever choose it: it costs more than there is, with all that makes it cheaper, it needs more room than there "
        "can be, or there is no piece of it. Change the keys of the entry, or the condition.",
    ),
    Code(
        "W0505",
        "more-than-there-are",
        "a move of more pieces than there are",
        "Moves make no pieces: all that there ever are is what the places start with. This moves more than that, so "
        "the game stops with a fault when it comes to it. Let a place start with more, or declare it `unlimited`.",
    ),
)
