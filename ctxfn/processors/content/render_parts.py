"""Give the model of this request the media it takes; `render_media` with what the model is."""

from __future__ import annotations

from typing import Annotated

from annotated_types import Ge
from attrs import evolve

from ctxfn.context import Context
from ctxfn.facts import Model, capabilities_of
from ctxfn.messages import Assistant, Messages, ToolResult, User, reuse, unusual
from ctxfn.pipeline import places_blocks, processor, reads, separable
from ctxfn.processors.content.render_media import (
    IMAGE_STAND_IN,
    SOUND_STAND_IN,
    VIDEO_STAND_IN,
    ToolMedia,
    render_media,
    shows_more_than_words,
)
from ctxfn.wire import Profile

__all__ = ["render_parts"]


@processor
@reads(Model, Profile)
@places_blocks
@separable(tells=True)
def render_parts(
    context: Context,
    /,
    *,
    vision: bool | None = None,
    video: bool | None = None,
    audio: bool | None = None,
    tool_media: ToolMedia = "parts",
    file_block: bool = True,
    include_urls: bool = True,
    max_video_bytes: Annotated[int, Ge(0)] | None = None,
    image_stand_in: str = IMAGE_STAND_IN,
    video_stand_in: str = VIDEO_STAND_IN,
    sound_stand_in: str = SOUND_STAND_IN,
) -> Context:
    """Turn what was attached to messages, and what they show, into what the model takes.

    Contract:
        What `render_media` does, with the capabilities that the facts `Model` and `Profile`,
        the target's, tell of: `ctxfn.facts.capabilities_of`. An option that is not ``None``
        decides instead of the facts. A capability nobody knows counts as there: nothing is
        taken away on a guess.

    Complexity: O(parts), and the characters of what was attached.

    Source: LobeHub context-engine, message content; there, what is not known is missing.

    Examples:
        >>> from ctxfn.messages import Image, chat, user
        >>> seen = chat(user("Look", Image("https://a.example/x.png", attached=True)))
        >>> blind = render_parts(Context.of(seen, Model(vision=False)))
        >>> [note.text for note in blind.notes]
        ['words stand in place of what the model does not take: 1 image']
        >>> render_parts(Context.of(seen)).messages[0].parts[1].attached
        False
    """
    places = _showing(context.messages)
    if not places:
        return context
    able = capabilities_of(context.get(Model), context.get(Profile))
    done = render_media(
        Context.of([context.messages[place] for place in places]),
        vision=able.vision if vision is None else vision,
        video=able.video if video is None else video,
        audio=able.audio if audio is None else audio,
        tool_media=tool_media,
        file_block=file_block,
        include_urls=include_urls,
        max_video_bytes=max_video_bytes,
        image_stand_in=image_stand_in,
        video_stand_in=video_stand_in,
        sound_stand_in=sound_stand_in,
    )
    after = list(context.messages)
    for place, node in zip(places, done.messages, strict=True):
        after[place] = node
    notes = [evolve(note, places=tuple(places[one] for one in note.places)) for note in done.notes]
    return context.with_messages(reuse(context.messages, after), *notes)


def _showing(messages: Messages) -> list[int]:
    """Find the messages that may show more than words."""
    return [
        place
        for place in unusual(messages)
        if isinstance(node := messages[place], User | Assistant | ToolResult)
        and shows_more_than_words(node)
    ]
