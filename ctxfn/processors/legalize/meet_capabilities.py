"""Turn what the reader of a request cannot take into what it can: words, and other roles."""

from __future__ import annotations

from typing import Final, cast, get_args

from ctxfn.context import AnyNote, Context, Note
from ctxfn.facts import Capability, Model, Toolset, capabilities_of
from ctxfn.functional import countby
from ctxfn.messages import (
    Audio,
    Image,
    Messages,
    Node,
    Part,
    System,
    Text,
    ToolName,
    Video,
    is_flat,
    reuse,
    with_parts,
)
from ctxfn.pipeline import processor, reads, separable
from ctxfn.processors.content.calls_as_text import calls_as_text
from ctxfn.processors.content.render_media import IMAGE_STAND_IN, SOUND_STAND_IN, VIDEO_STAND_IN
from ctxfn.processors.legalize.developer_as_system import developer_as_system
from ctxfn.processors.legalize.fold_system import system_folded
from ctxfn.tools import wire_name
from ctxfn.wire import Profile, known_beyond

__all__ = ["meet_capabilities"]

_STEP: Final = "meet_capabilities"
_EVERY: Final = cast("tuple[Capability, ...]", get_args(Capability))


@processor
@reads(Model, Profile, Toolset)
@separable
def meet_capabilities(
    context: Context,
    /,
    *,
    of: tuple[Capability, ...] = _EVERY,
    image_stand_in: str = IMAGE_STAND_IN,
    video_stand_in: str = VIDEO_STAND_IN,
    sound_stand_in: str = SOUND_STAND_IN,
) -> Context:
    """Leave nothing in a conversation that its reader is known not to take.

    What the reader takes is told by the facts `Model` and `Profile`, the target's:
    `ctxfn.facts.capabilities_of`. In a pipeline `render_parts` and `render_calls` have seen to
    media and calls before; here is the last word, once everything stands that will be sent.

    Contract:
        Of the capabilities named in *of*, those that are lacking: words stand where a medium
        stood, in its place; calls and results become words (`calls_as_text`) and no tool is
        on offer any more; developer messages are system messages; what system messages say
        stands in user messages (`fold_system`). Each is noted. Cards are left as they are.
        Nothing is lacking: the same context. Twice is once.

    Complexity: O(nodes + parts + calls); O(1) if nothing is lacking.

    Source: LobeHub context-engine, content and tool call steps; the system text as in the chat
    templates of models without that role.

    Examples:
        >>> from ctxfn.messages import Image, chat, system, text_of, user
        >>> said = chat(system("Rhyme."), user("Look:", Image(url="https://a.example/x.png")))
        >>> plain = Model(vision=False, system=False)
        >>> met = meet_capabilities(Context.of(said, plain), image_stand_in="[picture]")
        >>> [text_of(message) for message in met.messages]
        ['Rhyme.\\n\\nLook:\\n\\n[picture]']
        >>> [note.kind for note in met.notes]
        ['stand-in', 'system-folded']
    """
    able = capabilities_of(context.get(Model), context.get(Profile))
    lacking = [name for name in able.lacking if name in of]
    if not lacking:
        return context
    media: tuple[tuple[Capability, type[Image | Video | Audio], str], ...] = (
        ("vision", Image, image_stand_in),
        ("video", Video, video_stand_in),
        ("audio", Audio, sound_stand_in),
    )
    words: dict[type, str] = {kind: said for name, kind, said in media if name in lacking}
    if words:
        context = _without_media(context, words)
    if "functions" in lacking:
        context = _without_tools(context)
    if "developer" in lacking:
        context = _without_developers(context)
    if "system" in lacking:
        messages, notes = system_folded(context.messages)
        context = context.with_messages(messages, *notes)
    return context


def _without_media(context: Context, words: dict[type, str]) -> Context:
    after = list(context.messages)
    notes: list[AnyNote] = []
    odd = known_beyond(context.messages)
    for place in range(len(after)) if odd is None else odd:
        node = after[place]
        parts = node.parts
        # One text is what most messages are, told at a glance.
        if (len(parts) == 1 and type(parts[0]) is Text) or not is_flat(node):
            continue
        hidden = [part for part in parts if type(part) in words]
        if hidden:
            notes.append(_stand_in(place, node, hidden))
            after[place] = with_parts(node, tuple(_said(part, words) for part in parts))
    return context.with_messages(reuse(context.messages, after), *notes)


def _said(part: Part, words: dict[type, str]) -> Part:
    said = words.get(type(part))
    return part if said is None else Text(said)


def _stand_in(place: int, node: Node, hidden: list[Part]) -> Note:
    counts = countby(lambda part: type(part).__name__.lower(), hidden)
    kinds = ", ".join(f"{number} {kind}" for kind, number in counts.items())
    text = f"words stand in place of what the model does not take: {kinds}"
    return Note(_STEP, "stand-in", text, _named(node), (place,))


def _without_tools(context: Context) -> Context:
    messages, notes = calls_as_text(context.messages)
    context = context.with_messages(messages, *notes)
    offered = context.get(Toolset)
    if offered is None or not offered.tools:
        return context
    names = ", ".join(_shown(tool.tool) for tool in offered.tools)
    text = f"tools are not offered, since the model cannot call: {names}"
    return context.tell(Toolset()).with_messages(
        context.messages, Note(_STEP, "tools-left-out", text)
    )


def _shown(tool: ToolName | str) -> str:
    return tool if isinstance(tool, str) else wire_name(tool)


def _without_developers(context: Context) -> Context:
    old = [
        (place, node)
        for place, node in enumerate(context.messages)
        if type(node) is System and node.developer
    ]
    if not old:
        return context
    messages: Messages = developer_as_system(context.messages)
    ids = tuple(one for _, node in old for one in _named(node))
    text = "developer messages are system messages: the target knows no such role"
    places = tuple(place for place, _ in old)
    return context.with_messages(messages, Note(_STEP, "developer-as-system", text, ids, places))


def _named(node: Node) -> tuple[str, ...]:
    return () if node.id is None else (node.id,)
