"""Colours for rule files in the documentation; the words come from the grammar."""

from typing import ClassVar

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text
from tools.docs.words import keywords


class RulesLexer(RegexLexer):
    """Comments, texts, numbers, the words of the language, and names."""

    name = "Rules"
    aliases: ClassVar[list[str]] = ["rules"]
    tokens: ClassVar[dict[str, list[object]]] = {
        "root": [
            (r"#[^\n]*", Comment.Single),
            (r'"[^"\n]*"', String),
            (r"\d+", Number),
            (words(keywords(), prefix=r"\b", suffix=r"\b"), Keyword),
            (r"\b(me|my|it|players|player|int|bool|flag)\b", Name.Builtin),
            (r"[A-Za-z_]\w*", Name),
            (r"[-+*/%=<>!.]+", Operator),
            (r"[{}()\[\],:]", Punctuation),
            (r"\s+", Text),
            (r".", Text),
        ]
    }
