"""E01: what the reader of the text has to say."""

from rulewright.diagnostics.catalogue.code import Code

CATALOGUE = (
    Code(
        "E0101",
        "syntax",
        "the text does not follow the grammar",
        "The compiler could not read the file at this place. The label says what could have "
        "stood here; often the true cause is a brace or a bracket that was left open a little "
        "earlier. Compare the line with a similar one that is accepted.",
    ),
    Code(
        "E0102",
        "character-without-meaning",
        "a character that is not part of the language",
        "This character can't stand in a rule file outside of a comment or a text. Comments "
        "start with `#`, texts stand in double quotes, and names are made of letters, digits and "
        "`_`. Remove it, or write what was meant in words.",
    ),
    Code(
        "E0103",
        "text-without-end",
        "a text in quotes that is not closed",
        'A text in double quotes ends on the line on which it starts. Write the closing `"` '
        "before the end of the line; there is no way to go on in the next line.",
    ),
    Code(
        "E0104",
        "unbalanced-brace",
        "a brace without its partner",
        "Every `{` needs its `}`. If one was never closed, the label shows the last one that is "
        "still open; if one closes nothing, a `}` too many stands here or a `{` is missing "
        "before it. Add or remove a brace.",
    ),
    Code(
        "E0105",
        "number-too-large",
        "a number that is too large to write",
        "Numbers in rule files go up to 1000000, which is more of anything than lies in a box. "
        "Write a smaller number. If the number stands for a stock without end, declare the "
        "place `unlimited` instead.",
    ),
    Code(
        "E0106",
        "nested-too-deeply",
        "rules nested too deeply",
        "Braces, brackets, signs and conditions inside of one another are limited, so that no "
        "file can exhaust the compiler. Give an inner part a name of its own, as a `value`, a "
        "`test` or a `step`, and use the name here.",
    ),
    Code(
        "E0107",
        "clause-said-twice",
        "a clause that is said twice",
        "A declaration says each thing about itself once: two limits of one place, or the same "
        "word twice after an option, leave open which one counts. Remove one of them.",
    ),
)
