"""Read the arguments of a call, and mend them where it is certain what was meant."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from ctxfn.arguments import blames_arguments
from ctxfn.messages import InvalidJson, TooDeep, Verbatim, own, parse_json, path_text
from ctxfn.tools.argument_records import (
    ArgumentFault,
    ArgumentReading,
    Lost,
    Parsed,
    Repaired,
    Unrepairable,
)
from ctxfn.tools.escaped_quotes import object_in_text, regained_from, unescaped_object
from ctxfn.tools.is_json import is_json
from ctxfn.tools.json_scanner import BLANKS
from ctxfn.tools.misfits import misfits_of, missing_of
from ctxfn.tools.read_partial import Partial, read_partial

__all__ = ["MisfitPolicy", "UnfinishedPolicy", "repair_arguments"]

UnfinishedPolicy: TypeAlias = Literal["drop", "keep"]
"""What becomes of a text that the arguments break off in: it goes, or what there is stays."""

MisfitPolicy: TypeAlias = Literal["refuse", "tell"]
"""Whether a repair may give values of another type than declared: never, or if it is told."""


@blames_arguments
def repair_arguments(
    text: str,
    parameters: Verbatim | None = None,
    *,
    unfinished: UnfinishedPolicy = "drop",
    misfits: MisfitPolicy = "refuse",
) -> ArgumentReading:
    """Read the arguments *text* of a call of a tool that takes *parameters*, mended if need be.

    A model that writes arguments is cut off, escapes the quotes that should end a value, or puts
    line breaks into texts. What is meant is certain then; what a broken text "must have meant"
    is not, and is nobody's to guess.

    Contract:
        JSON is `Parsed`, equal to what `json.loads` reads, fit or not; unless a text has
        swallowed required names, or holds all arguments once more: then `Repaired`, the other
        members kept. No JSON: control characters in texts are allowed, what breaks off is closed
        behind its last finished value (of a text *unfinished* ``keep`` keeps the beginning), what
        follows is left out, escaped quotes are undone; blank text is no arguments. A repair
        counts only if the names that *parameters* require are there, and the types fit, unless
        *misfits* are only to be told. All else is `Unrepairable`, with place and reason.
        No value is made up; `Repaired.text` is `Parsed` with the same value. Never raises.

    Complexity: O(characters).

    Source: LobeHub context-engine, tool arguments repairer, which takes garbage for no arguments.

    Examples:
        >>> repair_arguments('{"q": "rivers", "page": 2, "so').value.thaw()
        {'q': 'rivers', 'page': 2}
        >>> from ctxfn.messages import freeze
        >>> note = freeze({"type": "object", "required": ["title", "body"]})
        >>> read = repair_arguments('{"title": "Hi\\\\", \\\\"body\\\\": \\\\"text\\\\"}"}', note)
        >>> read.text, read.reason
        ('{"title":"Hi","body":"text"}', 'mended: escaped-quotes; regained: body')
        >>> repair_arguments("{q: rivers}").reason
        "found 'q: rivers}' at character 1, expected a name in quotes"
    """
    wanted = _Wanted(parameters, misfits)
    if not is_json(text):  # quick to tell, where an exception is slow
        return _read_broken(text, wanted, unfinished == "keep")
    try:
        value = parse_json(text).value
    except (InvalidJson, TooDeep):
        return _read_broken(text, wanted, unfinished == "keep")
    missing, wrong = missing_of(value, parameters), misfits_of(value, parameters)
    if not missing and not wrong:
        return Parsed(own(value))
    hidden = _hidden(_Found(value), missing, wanted)
    return Parsed(own(value), missing, wrong) if hidden is None else hidden


class _Wanted(NamedTuple):
    """What the tool takes, and how strictly it is meant."""

    parameters: Verbatim | None
    misfits: MisfitPolicy


class _Found(NamedTuple):
    """What was read and how, before anybody asked whether it will do."""

    value: object
    faults: tuple[ArgumentFault, ...] = ()
    lost: tuple[Lost, ...] = ()
    regained: tuple[str, ...] = ()


def _read_broken(text: str, wanted: _Wanted, keep_beginnings: bool) -> ArgumentReading:
    if not text or text.isspace():
        return _judged(_Found({}, ("blank",)), wanted)
    partial = read_partial(text, keep_beginnings=keep_beginnings)
    if partial.how == "whole" or partial.how == "cut":
        return _judged(_as_found(text, partial), wanted)
    unescaped = unescaped_object(text) if partial.how == "broken" else None
    if unescaped is not None:
        return _judged(_Found(unescaped, ("escaped-quotes",)), wanted)
    place = None if partial.how == "too-deep" else partial.end
    return Unrepairable(partial.how, partial.found, partial.expected, place)


def _as_found(text: str, partial: Partial) -> _Found:
    faults: tuple[ArgumentFault, ...] = ("control-characters",) if partial.controls else ()
    if partial.how == "cut":
        return _Found(partial.value, (*faults, "cut"), partial.lost)
    if text[partial.end :].strip(BLANKS):
        rest = Lost((), "rest", partial.end, len(text))
        return _Found(partial.value, (*faults, "trailing"), (rest,))
    return _Found(partial.value, faults)


def _judged(found: _Found, wanted: _Wanted) -> Repaired | Unrepairable:
    """Take what was *found* if it is what the tool takes, or hides that."""
    repaired = _fitting(found, wanted)
    if repaired is not None:
        return repaired
    missing = missing_of(found.value, wanted.parameters)
    hidden = _hidden(found, missing, wanted)
    if hidden is not None:
        return hidden
    wrong = misfits_of(found.value, wanted.parameters)
    read = own(found.value)
    if missing:
        names = ", ".join(map(repr, missing))
        return Unrepairable("missing", "a part", f"{names} as well", None, read, missing, wrong)
    first = wrong[0]
    place = path_text(first.path) or "the arguments"
    told = f"{first.found} for {place}"
    return Unrepairable("misfit", told, first.expected, None, read, (), wrong)


def _hidden(found: _Found, missing: tuple[str, ...], wanted: _Wanted) -> Repaired | None:
    """Look for arguments in the texts of what was *found*, until some fit."""
    inner = object_in_text(found.value)
    if inner is not None:
        return _fitting(
            found._replace(value=inner, faults=(*found.faults, "encoded-twice")), wanted
        )
    faults: tuple[ArgumentFault, ...] = (*found.faults, "escaped-quotes")
    attempts = (
        _fitting(_Found(regained.value, faults, found.lost, regained.names), wanted)
        for regained in regained_from(found.value, missing)
    )
    return next((repaired for repaired in attempts if repaired is not None), None)


def _fitting(found: _Found, wanted: _Wanted) -> Repaired | None:
    value, faults, lost, regained = found
    wrong = misfits_of(value, wanted.parameters)
    if missing_of(value, wanted.parameters) or (wrong and wanted.misfits == "refuse"):
        return None
    return Repaired(own(value), faults, lost, regained, wrong)
