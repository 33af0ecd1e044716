"""Write docs/lint: a page a rule, from the docstrings of the rules' modules, and their index.

Run it from the root after a rule came or changed: ``python docs/lint.py``.
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "docs" / "lint"

sys.path.insert(0, str(ROOT))

from ctxfn.lint import RULES, Rule, Severity  # noqa: E402
from ctxfn.wire import Profile, profile, target_names  # noqa: E402

LETTERS: dict[Severity | None, str] = {"error": "E", "warning": "w", "info": "i", None: ""}

#: Pages that are written by hand.
BY_HAND = ("not-judged.md",)


def main() -> None:
    """Write every page anew, and take away those of rules that are gone."""
    pages = {f"{rule.code}.md": page(rule) for rule in RULES}
    pages["index.md"] = index()
    PAGES.mkdir(exist_ok=True)
    for path in PAGES.glob("*.md"):
        if path.name not in pages and path.name not in BY_HAND:
            path.unlink()
    for name, text in pages.items():
        (PAGES / name).write_text(text, encoding="utf-8")


def page(rule: Rule) -> str:
    """Write one rule's page: each heading of its docstring becomes one of the page."""
    lines = said(rule).splitlines()
    parts = [f"# {rule.code} `{rule.name}`", ""]
    for line in lines[1:]:
        heading = re.fullmatch(r"(\w[\w ]*):", line)
        parts.append(f"## {heading[1]}" if heading else line.removeprefix("    "))
        if heading:
            parts.append("")
    if rule.no_fix is not None:
        parts += ["", "## Why there is no fix", "", rule.no_fix]
    parts += ["", "## Hint", "", rule.hint]
    return "\n".join(parts).strip() + "\n"


def index() -> str:
    """Write the list of all rules."""
    rows = [
        f"| [{rule.code}]({rule.code}.md) | `{rule.name}` | {summary(rule)} | "
        f"{rule.fix_safety or 'none'} |"
        for rule in RULES
    ]
    letters = "".join(dict.fromkeys(rule.family for rule in RULES))
    contents = "\n".join(["not-judged", *(rule.code for rule in RULES)])
    return "\n".join(
        [
            "# Lint rules",
            "",
            "What [the linter](../linter.md) finds. Codes are never used for another rule. "
            f"Families ({', '.join(letters)}): tools, roles and order, content, ids and names, "
            "media, schemas, thoughts, size, cache and security; a family begins with its letter.",
            "",
            "| code | name | finds | fix |",
            "|---|---|---|---|",
            *rows,
            "",
            "## For whom",
            "",
            "**E** is refused, **w** unwise, **i** worth a thought; nothing: it does not concern "
            "the target. Where versions of one provider differ, all there are.",
            "",
            table(),
            "",
            "```{toctree}",
            ":hidden:",
            "",
            contents,
            "```",
            "",
        ]
    )


def table() -> str:
    """Write how bad each rule is for each API: one letter a level its versions have."""
    providers: dict[str, list[Profile]] = {}
    for one in dict.fromkeys(map(profile, target_names())):
        named = (
            one.provider if one.codec.startswith(one.provider) else f"{one.provider} {one.codec}"
        )
        named = "openai responses" if one.codec == "openai_responses" else named
        providers.setdefault(named, []).append(one)
    rows = [
        f"| [{rule.code}]({rule.code}.md) | "
        + " | ".join(levels(rule, profiles) for profiles in providers.values())
        + " |"
        for rule in RULES
    ]
    head = f"| rule | {' | '.join(providers)} |"
    return "\n".join([head, f"|---|{'---|' * len(providers)}", *rows])


def levels(rule: Rule, profiles: list[Profile]) -> str:
    """Write the levels of a rule for the versions of one provider, the worst first."""
    found = {rule.severity(one) for one in profiles}
    if len(found) == 1:
        return LETTERS[found.pop()]
    return "/".join(LETTERS[one] or "–" for one in LETTERS if one in found)


def summary(rule: Rule) -> str:
    """The first sentence of what a rule does, without its verb."""
    body = re.split(r"^\w[\w ]*:$", said(rule), flags=re.MULTILINE)[1]
    sentence = " ".join(body.split()).partition(". ")[0].rstrip(".")
    return sentence.removeprefix("Finds ")


def said(rule: Rule) -> str:
    """The docstring of the rule's module."""
    module = importlib.import_module(f"ctxfn.lint.rules.{rule.name.replace('-', '_')}")
    return inspect.cleandoc(module.__doc__ or "")


if __name__ == "__main__":
    main()
