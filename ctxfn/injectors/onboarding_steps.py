"""What is hinted at while a new person is welcomed, in our words."""

from __future__ import annotations

from typing import Final

__all__ = [
    "ALWAYS",
    "BY_PHASE",
    "LEAVING",
    "NO_PERSONA",
    "NO_SOUL",
    "PICKED",
    "PICKER",
    "REACHED",
    "UNDERWAY",
]

UNDERWAY: Final = (
    "Discovery: {had} exchanges so far, about {target} in all, so go on for about {left} more. Ask "
    "one focused question each time, about the person's profession only."
)
REACHED: Final = (
    "Discovery: {had} exchanges, which is enough. Move on as soon as the profession is saved."
)
NO_SOUL: Final = (
    "Your own document is empty. Once your name and emoji are known, write it before anything "
    "else, with the tool that writes a document."
)
NO_PERSONA: Final = (
    "The document about the person is empty. Begin it as soon as you know one thing about them."
)

BY_PHASE: Final[dict[str, tuple[str, ...]]] = {
    "Agent Identity": (
        'A phrase such as "be called", "your name is", "te llamas", "du heißt" or "你叫" gives '
        "you a name; one such as "
        '"I am", "me llamo", "ich bin" or "我叫" tells theirs.',
        "Account names describe the person. Never take one as your own name.",
        "Save your name, emoji and manner: write the whole document if it is empty, else edit "
        "the lines concerned with the tool that changes a document.",
    ),
    "User Identity": (
        "Take the account name as a guess until the person confirms it.",
        "Save the name the moment it is given, with the tool that saves answers.",
        "Begin or extend the document about the person right then, not at the end.",
    ),
    "Discovery": (
        "Write the profession into the document about the person; do not save interests.",
        "A person who wants to leave early may: save what you know, and finish.",
    ),
}

PICKER: Final = (
    "Give a short summary of the person, open the picker of agents with showAgentMarketplace "
    "exactly once, and stop there."
)
PICKED: Final = (
    "The picker of agents was opened already; do not open it again. Say thanks for what was "
    "picked, write it into the document about the person, and finish the welcome with its tool."
)

ALWAYS: Final = (
    "What is not saved with a tool is lost: save each fact in the turn in which you learn it.",
    "Ask the person in one turn and use a tool in another, never both in the same.",
    'A short "ok" or "yes" confirms something; it is no wish to leave.',
)

LEAVING: Final = (
    "If the person is in a hurry, says goodbye or refuses to go on: save what you know as well as "
    "you can, say goodbye, finish the welcome, and leave the picker of agents out."
)
