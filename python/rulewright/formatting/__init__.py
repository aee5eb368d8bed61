"""The one form in which rule files are written: `format_source` gives a text back in it.

    text → pieces (words and comments, in the order of the file) → items (what the lines are made of)
         → lines with cells → columns → text

Only white space and line ends change, so the meaning can't. The author decides where a line ends
inside of a sentence, and whether a block stands on one line; everything else has one form.
"""

from rulewright.formatting.format import format_source

__all__ = ["format_source"]
