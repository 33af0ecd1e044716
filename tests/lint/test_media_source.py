"""M502 tells a medium that has no source from one whose source the target does not take."""

from __future__ import annotations

from typing import Any

import pytest

from ctxfn import check

WITH = {"type": "document", "source": {"type": "url", "url": "https://a.example/x.pdf"}}
WITHOUT = {"type": "file", "file": {"filename": "x.pdf"}}


@pytest.mark.parametrize(
    ("part", "format", "found"),
    [
        (WITH, "anthropic", "a file with a source that the target does not take"),
        (WITHOUT, "openai_chat", "a file without a source"),
    ],
)
def test_what_is_there_is_told(part: dict[str, Any], format: str, found: str) -> None:
    said = [{"role": "user", "content": [part]}]

    assert [one.found for one in check(said, "openai", format=format) if one.code == "M502"] == [
        found
    ]
