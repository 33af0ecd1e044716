"""Every kind of source alike: declared in a file, wrapped there, and told to an agent in its own words."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from ctxfn.io.sources import (
    KINDS,
    AgentTask,
    Answer,
    Asker,
    Source,
    exa,
    expose,
    opened_now,
    parallel,
    read_only,
    read_sources,
    web,
)

#: What a file must say of each kind at least, so that nobody outside is asked.
_LEAST: Final = {
    "calendar": 'token_path = "none.json"',
    "database": 'url = "a.db"',
    "filesystem": 'root = "."',
    "gdrive": 'token_path = "none.json"',
    "gmail": 'token_path = "none.json"',
    "mcp": 'command = "no-such-program"',
    "slack": 'base_url = "http://127.0.0.1:1"',
    "web": 'backend = "exa"',
    "wiki": 'folder = "pages"',
    "workspace": 'root = "."',
}
_WRITING: Final = {
    "calendar": "write = true",
    "database": 'write_url = "a.db"',
    "gmail": "write = true",
    "slack": "write = true",
    "workspace": "writes = true",
}


def declared(folder: Path, kind: str, more: str = "") -> Source:
    for one in KINDS:
        if one.name == kind and one.missing:
            pytest.skip(f"{kind} needs {one.needs}")
    path = folder / "sources.toml"
    path.write_text(f'[sources.one]\ntype = "{kind}"\n{_LEAST[kind]}\n{more}\n')
    return read_sources(path).sources[0]


def told(source: Source, *, write: bool) -> list[AgentTask]:
    tasks: list[AgentTask] = []

    async def agent(task: AgentTask) -> Answer:
        tasks.append(task)
        return Answer()

    with opened_now(source) as live:
        shown = expose(live, mode="agent", agent=agent, write=write)
        for tool in shown.tools:
            word = "instruction" if tool.writes else "question"
            tool.run({word: "hi"})
    return tasks


def test_each_is_tried_here() -> None:
    assert sorted(_LEAST) == [one.name for one in KINDS]


@pytest.mark.parametrize("kind", sorted(_LEAST))
class TestEveryKind:
    """What holds for one holds for all."""

    def test_what_a_file_puts_around_it(self, kind: str, tmp_path: Path) -> None:
        more = 'name = "Owls"\nretry = 1\ncache = 60\nread_only = true\nprefix = "n_"\n[sources.one.limits]\nseconds = 5'
        source = declared(tmp_path, kind, f"{_WRITING.get(kind, '')}\n{more}")
        with opened_now(source) as live:
            names = [tool.name for tool in expose(live, mode="tools").tools]

        assert (source.id, source.label, source.writable) == ("one", "Owls", False)
        assert source.limits.seconds == 5
        assert all(name.startswith("n_") for name in names)
        assert bool(names) == (kind != "mcp")

    def test_an_agent_is_told_in_its_words(self, kind: str, tmp_path: Path) -> None:
        source = declared(tmp_path, kind, _WRITING.get(kind, ""))
        tasks = told(source, write=True)
        words = [source.inner, *([source.inner_write] if source.writable else [])]

        assert all(words)
        assert len(tasks) == len(words)
        for task, text in zip(tasks, words, strict=True):
            assert text.replace("{name}", "one").splitlines()[-1].strip() in task.instructions
            assert "{name}" not in task.instructions

    def test_in_words_of_ones_own(self, kind: str, tmp_path: Path) -> None:
        (task,) = told(
            read_only(declared(tmp_path, kind, 'instructions = "Ask {name} twice."')), write=True
        )

        assert task.instructions.startswith("Ask one twice.")


def test_no_secret_is_shown_of_what_holds_it() -> None:
    pytest.importorskip("httpx")
    word = "s3cr3t-w0rd"
    made = [exa(word), parallel(word), web("exa", api_key=word)]
    made_of = Asker(metadata=(("action_token", word),))

    assert [one for one in (*made, made_of) if word in repr(one)] == []
