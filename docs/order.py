"""Write docs/order.md: the rules on the order of the default pipeline, as a table.

Run it from the root after a rule came or changed: ``python docs/order.py``.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "order.md"

sys.path.insert(0, str(ROOT))

from ctxfn.assembly import ORDER_RULES  # noqa: E402
from ctxfn.pipeline import MustFollow  # noqa: E402

_HEAD = """# The order of the default pipeline

The list of steps *is* the order: [the default pipeline](pipelines.md#the-default-pipeline). These rules refuse a list
that is wrong, whoever edits it, and say why. Two steps that no rule parts, directly or by way of a third, commute: a
property test runs each such pair both ways over generated conversations.

Steps are named as they print. *First* or *last*, of a step that runs twice, is the one that counts.

| steps | stand behind | because |
|---|---|---|
"""


_FOOT = """
Next: [pipelines as files](configuration.md), TOML and JSON.
"""


def main() -> None:
    """Write the page anew."""
    PAGE.write_text(page(), encoding="utf-8")


def page() -> str:
    """Write the table, a row a rule."""
    return _HEAD + "".join(map(_row, ORDER_RULES)) + _FOOT


def _row(rule: MustFollow) -> str:
    later = ", ".join(f"`{_name(one)}`" for one in rule.later)
    earlier = ", ".join(f"`{_name(one)}`" for one in rule.earlier)
    later = f"the last {later}" if rule.last else later
    earlier = f"the first {earlier}" if rule.first else earlier
    return f"| {later} | {earlier} | {rule.because} |\n"


def _name(step: object) -> str:
    return str(getattr(step, "name", None) or getattr(step, "__name__", step))


if __name__ == "__main__":
    main()
