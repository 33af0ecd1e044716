"""Caching: from how many tokens on a provider keeps a prefix, and how finely."""

from __future__ import annotations

from typing import Final

from attrs import field, frozen

from ctxfn.arguments import blames_arguments

from .errors import UnclearLimit

__all__ = ["OPENAI_CACHING", "Caching"]


def _counts(_record: Caching, attribute: object, value: object) -> None:
    name = getattr(attribute, "name", "")
    least = 1 if name == "step" else 0
    if type(value) is not int or value < least:
        raise UnclearLimit(name, value, f"a whole number of tokens, {least} or more")


@frozen
class Caching:
    """A prefix of fewer than `least` tokens is not kept; a longer one by whole `step`s behind it.

    Examples:
        >>> Caching(least=1024, step=128).read(1300)
        1280
        >>> Caching().read(7)
        7
    """

    least: int = field(default=0, validator=_counts)
    step: int = field(default=1, validator=_counts)

    @blames_arguments
    def read(self, shared: int) -> int:
        """Return how many of the *shared* tokens come from the cache.

        Complexity: O(1).

        Source: ours.
        """
        if shared < self.least:
            return 0
        return shared - (shared - self.least) % self.step


#: Source: OpenAI's guide to prompt caching: from 1,024 tokens on, in steps of 128.
OPENAI_CACHING: Final = Caching(least=1024, step=128)
