"""The bytes of a file and their type as one text, the way most formats want them."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.messages import File

__all__ = ["file_as_uri"]

_DATA: Final = "data:"


def file_as_uri(part: File) -> File:
    """Return *part* with its bytes as a data URI, if their type is known.

    Contract:
        A data URI that stood as its address stands as its bytes: an address is where a server
        looks a file up. Anything else: the same object. Twice is once.

    Complexity: O(bytes).

    Source: OpenAI's API reference, ``input_file`` and ``file``.

    Examples:
        >>> file_as_uri(File(data="JVBE", media_type="application/pdf")).data
        'data:application/pdf;base64,JVBE'
        >>> file_as_uri(File("data:text/plain;base64,SGk=")).url is None
        True
    """
    if part.data is None:
        if part.url is None or not part.url.startswith(_DATA):
            return part
        return evolve(part, url=None, data=part.url)
    if part.media_type is None or part.data.startswith(_DATA):
        return part
    return evolve(part, data=f"{_DATA}{part.media_type};base64,{part.data}", media_type=None)
