"""What a model in a chat is shown of sources."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import tests.io.sources.mcp_servers.plain as server

pytest.importorskip("mcp")
pytest.importorskip("anyio")

from ctxfn.io.cli.chat.sourced import chat_sources

_SOURCES = """
[sources.notes]
type = "filesystem"
root = "."
[sources.tracker]
type = "mcp"
command = "{python}"
args = ["-S", "{server}", "normal"]
{ask}
"""


class TestServers:
    @pytest.mark.parametrize(
        ("ask", "asked"), [("", False), ('ask = "search"', True)], ids=["tools", "words"]
    )
    def test_one_that_takes_no_question_is_shown_by_the_tools_that_only_read(
        self, tmp_path: Path, ask: str, asked: bool
    ) -> None:
        file = tmp_path / "sources.toml"
        said = _SOURCES.format(python=sys.executable, server=server.__file__, ask=ask)
        file.write_text(said)
        with chat_sources(file) as sources:
            names = [tool.name for tool in sources.tools]
        assert names[:2] == ["query_notes", "query_tracker" if asked else "tracker_echo"]
        assert ("query_tracker" in names) == asked
