"""The lazy names of `import ctxfn`, as both type checkers see them."""

from __future__ import annotations

from typing import assert_type

import ctxfn
from ctxfn.context import Context
from ctxfn.front import Payload
from ctxfn.lint import Findings
from ctxfn.messages import Messages
from ctxfn.pipeline import Pipeline
from ctxfn.tokens import Accounting


def test_the_verbs_have_their_types() -> None:
    assert_type(ctxfn.check([]), Findings)
    assert_type(ctxfn.count([]), Accounting)
    assert_type(ctxfn.assemble([]), Payload)
    assert_type(ctxfn.repair([]), object)
    assert_type(ctxfn.fit([], budget=1), object)


def test_what_pipelines_are_made_of_has_its_types() -> None:
    said = ctxfn.chat(ctxfn.user("hi"))

    assert_type(said, Messages)
    assert_type(ctxfn.default_pipeline(ctxfn.Policy()), Pipeline)
    assert_type(ctxfn.run(ctxfn.default_pipeline(), ctxfn.Context.of(said)), Context)
