"""`ctxfn explain`: a rule by its code, or by what an API said."""

from __future__ import annotations

import inspect
import re
import sys
from typing import Annotated

import typer
from rich.text import Text

from ctxfn.errors import CtxfnError
from ctxfn.io.cli.lint_config import lint_config, working_folder
from ctxfn.io.cli.lint_rules import rules_of
from ctxfn.io.cli.options import AsJson
from ctxfn.io.cli.terminal import Terminal, terminal
from ctxfn.io.errors import InvalidArgument, UnreadableInput
from ctxfn.lint import Rule, rules_behind, rules_named, with_rules

__all__ = ["explain"]

What = Annotated[
    str,
    typer.Argument(
        metavar="WHAT",
        help="A rule's code or name, the beginning of codes, or the error text of an API; "
        "- reads it from standard input.",
        show_default=False,
    ),
]
RulePlugins = Annotated[
    list[str] | None,
    typer.Option("--plugin", metavar="PACKAGE", help="Know the rules this package brings, too."),
]


def explain(what: What, plugin: RulePlugins = None, as_json: AsJson = False) -> None:
    """Explain a rule: what it finds, why that is bad, what to do instead.

    From the text of an error it tells which rules speak of it. Exits with 1 if none does.
    """
    seen = terminal(json=as_json)
    project = lint_config(None, isolated=False, start=working_folder())
    known = with_rules(*rules_of(plugin or (), project))
    asked = _read_in() if what == "-" else what
    rules = _meant(asked, known)
    if not rules:
        seen.remark("no rule is known for this message")
        raise typer.Exit(1)
    for rule in rules:
        if as_json:
            seen.data(_as_json(rule))
        else:
            _print(seen, rule)


def _read_in() -> str:
    # Closed streams are no streams to Python, whatever their type says.
    stream = getattr(sys.stdin, "buffer", None)
    if stream is None:
        raise UnreadableInput("<stdin>", None, None, "it is closed")
    return str(stream.read().decode("utf-8", "replace"))


def _meant(asked: str, known: tuple[Rule, ...]) -> tuple[Rule, ...]:
    if re.fullmatch(r"[\w-]+", asked.strip()):
        try:
            return rules_named([asked.strip()], rules=known)
        except CtxfnError as error:
            named = rules_behind(asked)
            if named:
                return named
            raise InvalidArgument("WHAT", repr(asked), "a rule, or an error's text") from error
    return rules_behind(asked)


def _page(rule: Rule) -> str:
    """Return the page of *rule*: the docstring of the module that its function is in."""
    module = (
        inspect.getmodule(rule.find) if rule.between is None else inspect.getmodule(rule.between)
    )
    return inspect.cleandoc((module.__doc__ if module is not None else None) or rule.hint)


def _print(seen: Terminal, rule: Rule) -> None:
    title, _, page = _page(rule).partition("\n")
    seen.answer(Text(title.rstrip("."), style="bold"))
    for line in page.strip("\n").splitlines():
        is_heading = re.fullmatch(r"\w[\w ]*:", line) is not None
        seen.answer(Text(line, style="bold" if is_heading else ""))
    if rule.no_fix is not None:
        seen.answer(f"Why there is no fix:\n    {rule.no_fix}")
    seen.answer(f"Hint:\n    {rule.hint}")
    seen.answer("")


def _as_json(rule: Rule) -> dict[str, object]:
    return {
        "code": rule.code,
        "name": rule.name,
        "fix": rule.fix_safety,
        "unwise": rule.unwise,
        "hint": rule.hint,
        "page": _page(rule),
    }
