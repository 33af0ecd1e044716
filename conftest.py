"""Run what the documentation shows: each code block of README.md and docs/*.md is a test.

The blocks of one page share their names, so a page's tests must stay on one worker.
"""

from __future__ import annotations

from collections.abc import Iterable
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE

import pytest
from sybil import Document, Region, Sybil
from sybil.evaluators.doctest import DocTestEvaluator
from sybil.parsers.abstract.doctest import DocTestStringParser
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser, SkipParser

collect_ignore = [
    "docs/conf.py",
    "docs/conversion_samples.py",
    "docs/conversions.py",
    "docs/facts.py",
    "docs/lint.py",
    "docs/order.py",
    "docs/reference.py",
    "noxfile.py",
]

OPTIONS = ELLIPSIS | NORMALIZE_WHITESPACE


class PyconParser:
    """Reads ```` ```pycon ```` blocks as doctests, as it does ```` ```python ```` ones."""

    def __init__(self) -> None:
        self.blocks = CodeBlockParser("pycon", DocTestEvaluator(OPTIONS))
        self.examples = DocTestStringParser(DocTestEvaluator(OPTIONS))

    def __call__(self, document: Document) -> Iterable[Region]:
        for block in self.blocks(document):
            for example in self.examples(block.parsed, document.path):
                example.adjust(block, block.parsed)
                yield example


pytest_collect_file = Sybil(
    parsers=[
        PythonCodeBlockParser(doctest_optionflags=OPTIONS),
        PyconParser(),
        SkipParser(),
    ],
    patterns=["README.md", "docs/*.md", "docs/decisions/*.md", "docs/injectors/*.md"],
).pytest()


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    if getattr(config.option, "dist", "no") == "load":
        config.option.dist = "loadfile"
