"""Tell the model what it delegated and what came back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Final

from annotated_types import Ge, Le

from ctxfn.context import Context, Note
from ctxfn.facts import Variables
from ctxfn.messages import (
    Assistant,
    Instruction,
    Node,
    Part,
    Task,
    Text,
    is_blank,
    marks_of,
    reuse,
    text_of,
    with_parts,
)
from ctxfn.pipeline import processor, reads, separable
from ctxfn.processors.reshape import said_by
from ctxfn.processors.template import MAX_DEPTH, KnownValues, fill_pieces, fill_text, put_into

__all__ = ["TASK_TEMPLATE", "render_tasks"]

_STEP: Final = "render_tasks"
_SLOT: Final = "content"
_OWN: Final = frozenset({"agentName", "instruction", _SLOT})
_NOBODY: Final = "Agent"

TASK_TEMPLATE: Final = (
    "[{{agentName}}]\n\n"
    "**Asked to**\n{{instruction}}\n\n"
    "**Came back with**\n{{#if content}}{{content}}{{else}}nothing{{/if}}"
)
"""How a task is told if nobody says otherwise."""


@processor
@reads(Variables)
@separable
def render_tasks(
    context: Context,
    /,
    *,
    template: str = "",
    unnamed: str = _NOBODY,
    depth: Annotated[int, Ge(1), Le(MAX_DEPTH)] = 2,
) -> Context:
    """Turn each task into an assistant message that tells its instruction and its result.

    The template names ``{{agentName}}``, ``{{instruction}}`` and ``{{content}}``, with defaults
    and conditions as any template has, and `Variables`. It is filled once, with data: nothing
    an agent was told or wrote is read as a template.

    Contract:
        A blank template is `TASK_TEMPLATE`. One without ``{{content}}`` is noted, and the
        result follows it. A further ``{{content}}`` gets the words once more; media stay where
        they are. An agent without a name is *unnamed*, unless the template has a default for
        it: an avatar or an id is no name. A result that is blank is no content.
        A task without instruction is its result alone, as it is. Calls, reasoning, usage,
        blocks, marks and origin stay; a budget may go by the mark (``pin_marks``).

    Complexity: O(nodes + characters of template and tasks).

    Source: LobeHub context-engine, task messages. It fills values into values, reads dollar
    signs in them, turns content that is a list into a word for an object, and puts an avatar
    where a name belongs.

    Examples:
        >>> from ctxfn.messages import chat
        >>> task = Task((Text("3 papers"),), marks=(Instruction("search {{content}}"),))
        >>> told = render_tasks(chat(task), template="{{agentName | I}}: {{instruction}} = {{content}}")
        >>> told[0].role, text_of(told[0])
        ('assistant', 'I: search {{content}} = 3 papers')
        >>> print(text_of(render_tasks(chat(task))[0]))
        [Agent]
        <BLANKLINE>
        **Asked to**
        search {{content}}
        <BLANKLINE>
        **Came back with**
        3 papers
    """
    if Task not in set(map(type, context.messages)):
        return context
    variables = KnownValues(context.get(Variables), without=_OWN)
    writer = _Writer(
        TASK_TEMPLATE if is_blank(template) else template,
        unnamed,
        variables,
        depth,
    )
    after: list[Node] = [
        writer.told(node, place) if isinstance(node, Task) else node
        for place, node in enumerate(context.messages)
    ]
    return context.with_messages(
        reuse(context.messages, after), *writer.notes(), *variables.notes(_STEP)
    )


class _Writer:
    """Writes the tasks of one run, and remembers what the template lacked."""

    def __init__(
        self, template: str, unnamed: str, variables: Mapping[str, str], depth: int
    ) -> None:
        self.template = template
        self.unnamed = unnamed
        self.variables = variables
        self.depth = depth
        self.missing: dict[str, None] = {}
        self.unresolved: list[int] = []
        self.without_slot: list[int] = []

    def told(self, task: Task, place: int) -> Assistant:
        """Say what *task* says."""
        said = said_by(task)
        instruction = next((mark.text for mark in marks_of(Instruction, task)), None)
        if instruction is None or is_blank(instruction):
            return said
        return with_parts(said, self._parts(task, instruction, place))

    def _parts(self, task: Task, instruction: str, place: int) -> tuple[Part, ...]:
        own = {"instruction": instruction}
        if not is_blank(task.origin.agent_name):
            own["agentName"] = task.origin.agent_name or ""
        blank = all(isinstance(part, Text) and is_blank(part.text) for part in task.parts)
        if not blank:
            own[_SLOT] = text_of(task).strip() or "media"  # only its truth is looked at
        values = _Values(own, self.variables, self.depth)
        filled = fill_pieces(
            self.template,
            values,
            slot=None if blank else _SLOT,
            otherwise={"agentName": self.unnamed, _SLOT: ""},
        )
        missing = (*values.missing, *filled.unresolved)
        if missing:
            self.missing.update(dict.fromkeys(missing))
            self.unresolved.append(place)
        if blank:
            return (Text(filled.text),)
        if len(filled.pieces) == 1:
            self.without_slot.append(place)
            return put_into(task.parts, (f"{filled.text}\n\n", ""))
        return put_into(task.parts, filled.pieces)

    def notes(self) -> Iterator[Note]:
        """Tell what the template lacked."""
        if self.missing:
            text = f"no value for: {', '.join(self.missing)}"
            yield Note(_STEP, "unresolved-placeholder", text, (), tuple(self.unresolved))
        if self.without_slot:
            text = "the template has no {{content}}: what came back follows it"
            yield Note(_STEP, "template-without-slot", text, (), tuple(self.without_slot))


class _Values(Mapping[str, str]):
    """A task's own values, which are data, before variables, which may name variables."""

    def __init__(self, own: Mapping[str, str], variables: Mapping[str, str], depth: int) -> None:
        self.own = own
        self.variables = variables
        self.depth = depth
        self.missing: dict[str, None] = {}

    def __getitem__(self, name: str) -> str:
        if name in self.own:
            return self.own[name]
        filled = fill_text(self.variables[name], self.variables, depth=self.depth - 1)
        self.missing.update(dict.fromkeys(filled.unresolved))
        return filled.text

    def __contains__(self, name: object) -> bool:
        return name in self.own or name in self.variables

    def __iter__(self) -> Iterator[str]:
        return iter({**self.variables, **self.own})

    def __len__(self) -> int:
        return len({*self.variables, *self.own})
