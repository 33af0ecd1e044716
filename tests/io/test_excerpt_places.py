"""The caret stands under the value that a finding is about, whatever its format calls it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.io.running import run, written

CALL = {"type": "tool_use", "id": "a b", "name": "f", "input": {}}
RESULT = {"type": "tool_result", "tool_use_id": "zz", "content": "42"}
HI = {"role": "user", "content": "hi"}
ITEM = {"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{"}
OUTPUT = {"type": "function_call_output", "call_id": "c9", "output": "42"}

CASES: tuple[tuple[str, dict[str, Any], str, str], ...] = (
    (
        "anthropic",
        {"messages": [HI, {"role": "assistant", "content": [CALL]}, HI]},
        "I403",
        '"a b"',
    ),
    ("anthropic", {"messages": [{"role": "user", "content": [RESULT]}]}, "T101", '"zz"'),
    ("openai-responses", {"instructions": "Be.", "input": [HI, OUTPUT]}, "T101", '"c9"'),
    ("openai-responses", {"instructions": "Be.", "input": [HI, ITEM, HI]}, "T107", '"{"'),
    ("openai-responses", {"instructions": "Be.", "input": [HI, ITEM, HI]}, "T102", '"c1"'),
)


@pytest.mark.parametrize(("to", "body", "code", "under"), CASES)
def test_the_caret_stands_under_the_value(
    tmp_path: Path, to: str, body: dict[str, Any], code: str, under: str
) -> None:
    path = written(tmp_path / "a.json", body)
    done = run("check", "--isolated", "--to", to, "--select", code, "-q", path)
    _, line, carets = done.out.splitlines()

    assert line[carets.index("^") : carets.rindex("^") + 1] == under
    assert f" {code} " in done.out


def test_a_document_is_told_the_line_of_its_item(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    body = {
        "instructions": "Be.",
        "input": [{"type": "reasoning", "id": "r", "summary": []}, OUTPUT],
    }
    path.write_text(json.dumps(body, indent=1), encoding="utf-8")
    done = run("check", "--isolated", "--select", "T101", "--output-format", "github", path)
    line = path.read_text(encoding="utf-8").splitlines().index('   "type": "function_call_output",')

    assert f",line={line}," in done.out
