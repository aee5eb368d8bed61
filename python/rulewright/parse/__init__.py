"""Text to syntax tree.

In: :class:`~rulewright.diagnostics.source.SourceFile`. Out: :class:`ast.File`, frozen, one class
for each construct of ``grammar/rules.lark``, every node with its span. Guaranteed afterwards:
the text has the form of the language. Names, types and meaning may all still be wrong.
"""

from rulewright.parse.parser import parse_file, read_tree

__all__ = ["parse_file", "read_tree"]
