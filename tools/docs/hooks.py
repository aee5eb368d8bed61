"""What mkdocs calls: it adds the generated pages and prepares the written ones."""

from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from pygments.lexers import LEXERS, _lexer_cache
from tools.docs.pages import generated_pages
from tools.docs.rules_lexer import RulesLexer
from tools.docs.samples import inner_links, plain_fences

_PAGES = generated_pages()


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Makes the colours known, and leaves out of the contents what is not written yet."""
    _lexer_cache[RulesLexer.name] = RulesLexer
    LEXERS["RulesLexer"] = ("tools.docs.rules_lexer", RulesLexer.name, tuple(RulesLexer.aliases), (), ())
    config.nav = _present(config.nav or [], Path(config.docs_dir))
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages that are made from the code."""
    for path, text in _PAGES.items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Prepares samples and links."""
    depth = page.file.src_uri.count("/")
    return inner_links(plain_fences(markdown), depth)


def _present(nav: list[Any], docs: Path) -> list[Any]:
    kept: list[Any] = []
    for item in nav:
        ((title, target),) = item.items()
        if isinstance(target, list):
            inner = _present(target, docs)
            kept += [{title: inner}] if inner else []
        elif target in _PAGES or (docs / target).is_file():
            kept.append(item)
    return kept
