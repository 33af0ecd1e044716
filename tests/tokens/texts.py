"""Texts to count: strategies that default to everything a string may hold."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from hypothesis import strategies as st

DATA: Final = Path(__file__).parent / "data"

#: Unicode at large, lone surrogates included.
anything: Final = st.text()

#: What meets in real texts, so that borders between kinds are met often.
fragments: Final = st.sampled_from(
    (
        *("the", " quick", "Fox", "IDs", "getName", "HTMLParser", "don't", "IT'S", " '", "s", "x"),
        *(" ", "  ", "\n", "\r\n", "\n\n", "\t", "\u00a0", "\u3000", "\x1c", "\x85"),
        *("0", "12", "2024", "3.14", "½", "①", "٣"),
        *(".", ",", "/", "//", "/\n", '"', "{", '":', "})", "_", "--", "'", "<|endoftext|>"),
        *("汉字", "，", "。", "かな", "カナ", "한국", "привет", "Ελ", "سلام", "नमस्ते", "ไทย"),
        *("é", "e\u0301", "ß", "ǅ", "ʰ", "😀", "👩\u200d👧", "\ud83d", "\ude00", "\ufeff"),
    )
)

mixtures: Final = st.lists(fragments, max_size=30).map("".join)

texts: Final = anything | mixtures


def sample(name: str) -> str:
    """Read one of the sample texts."""
    return (DATA / f"{name}.txt").read_text(encoding="utf-8")
