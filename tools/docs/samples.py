"""What pages of docs/ need before mkdocs reads them: its fences know one word only, and links must lead to pages."""

import re

_FENCE = re.compile(r"^(?P<marks>`{3,})rules(?P<words>[^\n`]*)$", re.MULTILINE)
_OUTSIDE = re.compile(r"\[(?P<text>[^\]]+)\]\((?P<target>(?:\.\./)+[^)]*)\)")


def plain_fences(markdown: str) -> str:
    """Fences of rule samples without the words that are for the tests; a file's name becomes its title."""

    def fence(match: re.Match[str]) -> str:
        words = match["words"].split()
        title = f' title="{words[1]}"' if len(words) == 2 else ""
        return f"{match['marks']}rules{title}"

    return _FENCE.sub(fence, markdown)


def inner_links(markdown: str, depth: int) -> str:
    """Links that leave docs/ as their text alone: the site has no such page. ``depth``: folders above the page."""

    def link(match: re.Match[str]) -> str:
        ups = match["target"].count("../")
        return match["text"] if ups > depth else match[0]

    return _OUTSIDE.sub(link, markdown)
