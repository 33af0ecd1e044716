"""Give a model the media it takes, and a word in place of those it does not."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from annotated_types import Ge
from attrs import evolve

from ctxfn.messages import Assistant, Text, ToolResult, User
from ctxfn.pipeline import Told, each_message
from ctxfn.processors.content.lay_out_parts import Layout, Takes, lay_out_parts
from ctxfn.processors.content.tool_images import take_tool_images

__all__ = ["IMAGE_STAND_IN", "SOUND_STAND_IN", "VIDEO_STAND_IN", "ToolMedia", "render_media"]
__all__ += ["shows_more_than_words"]

ToolMedia: TypeAlias = Literal["parts", "stand_in"]

IMAGE_STAND_IN: Final = (
    "[A picture belongs here that you cannot see. Do not guess what it shows: use a tool that "
    "looks at pictures if there is one, or say that you cannot see it.]"
)
VIDEO_STAND_IN: Final = (
    "[A video belongs here that you cannot watch. Do not guess what it shows: use a tool that "
    "watches videos if there is one, or say that you cannot watch it.]"
)
SOUND_STAND_IN: Final = (
    "[A sound recording belongs here that you cannot hear. Do not guess what it says: use a "
    "tool that listens to it if there is one, or say that you cannot hear it.]"
)


@each_message
def render_media(
    message: User | Assistant | ToolResult,
    /,
    *,
    vision: bool = True,
    video: bool = True,
    audio: bool = True,
    tool_media: ToolMedia = "parts",
    file_block: bool = True,
    include_urls: bool = True,
    max_video_bytes: Annotated[int, Ge(0)] | None = None,
    image_stand_in: str = IMAGE_STAND_IN,
    video_stand_in: str = VIDEO_STAND_IN,
    sound_stand_in: str = SOUND_STAND_IN,
) -> User | Assistant | ToolResult | Told:
    """Turn what was attached to one message, and what it shows, into what the model takes.

    Contract:
        A medium the model takes is a part of the content, no longer attached. In place of one
        it does not take, or that has no address, stands one stand-in: with a person behind
        the last own words, elsewhere where the medium stood. What was attached follows the
        person's last words, or the whole of what others say; images first, then videos, then
        sounds. With *tool_media* ``stand_in`` no tool result shows media.
        Files become the block ``files_info`` of a person's message, which tells of the other
        media as well; without *file_block* they are left out. Others than persons have no
        envelope: their files become text of the same form.
        Words keep each character, leading white space too; signed texts are left untouched. Each
        stand-in, each file left out and each unreachable tool image is in a note. Nothing to
        do: the same message; twice is once, whatever anybody writes.

    Complexity: O(parts), and the characters of what was attached.

    Source: LobeHub context-engine, message content. It loses video and audio without a word,
    and all attachments next to one without an address; cuts indentation; puts stand-ins behind
    injected context.

    Examples:
        >>> from ctxfn.messages import Image, chat, user
        >>> seen = chat(user("Look", Image("https://a.example/x.png", attached=True)))
        >>> [type(part).__name__ for part in render_media(seen)[0].parts]
        ['Text', 'Image']
        >>> unseen = render_media(seen, vision=False, image_stand_in="[picture]")[0]
        >>> unseen.parts
        (Text('Look\\n\\n[picture]'),)
        >>> [block.name for block in unseen.blocks]
        ['files_info']
    """
    if not shows_more_than_words(message):
        return message
    in_tool = isinstance(message, ToolResult) and tool_media == "stand_in"
    takes = Takes(
        image_stand_in, video_stand_in, sound_stand_in, max_video_bytes,
        image=vision and not in_tool, video=video and not in_tool, sound=audio and not in_tool,
    )  # fmt: skip
    layout = Layout(takes, file_block, include_urls)
    if not isinstance(message, ToolResult) or message.state is None:
        return lay_out_parts(message, layout)
    taken = take_tool_images(message)
    if taken.result is message:
        return lay_out_parts(message, layout)
    images = tuple(evolve(image, attached=True) for image in taken.images)
    return lay_out_parts(taken.result, layout, images, taken.unreachable)


def shows_more_than_words(message: User | Assistant | ToolResult) -> bool:
    """Say whether *message* may show anything besides words.

    Contract:
        False only if it has no part but texts, and, if a tool's, no state.

    Complexity: O(parts): a quick look, taken on every message of a history.

    Source: ours.

    Examples:
        >>> from ctxfn.messages import user
        >>> shows_more_than_words(user("hi"))
        False
    """
    for part in message.parts:
        if type(part) is not Text:
            return True
    return type(message) is ToolResult and message.state is not None
