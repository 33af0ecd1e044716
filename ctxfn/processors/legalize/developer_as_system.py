"""Call the developer role by its older name, for targets that know only that one."""

from __future__ import annotations

from attrs import evolve

from ctxfn.messages import System
from ctxfn.pipeline import each_message

__all__ = ["developer_as_system"]


@each_message
def developer_as_system(message: System, /) -> System:
    """Write a developer message under the role ``system``.

    Contract:
        The words stay. A message that is a system message already is the same object.

    Complexity: O(1).

    Source: catalogue rule ``developer-role``.

    Examples:
        >>> from ctxfn.messages import Text, chat
        >>> developer_as_system(chat(System((Text("Rhyme."),), developer=True)))[0].developer
        False
    """
    return evolve(message, developer=False, written=None) if message.developer else message
