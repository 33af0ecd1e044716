"""check_blocks: nothing is injected where nobody writes it any more."""

from __future__ import annotations

from typing import Any

import pytest

from ctxfn.assembly import default_pipeline
from ctxfn.injectors import additional_context, date, documents_at_end, force_finish
from ctxfn.pipeline import OrderError, Pipeline, phase
from ctxfn.processors import render_blocks, render_parts, strip_fields, tell_tool_hooks
from ctxfn.slots import LAST_USER
from tests.assembly.injected import EVERY_INJECTOR


class TestExamples:
    """What is refused, and what is not."""

    @pytest.mark.parametrize(
        "late",
        [
            date,
            date.at(LAST_USER),
            documents_at_end(),
            additional_context,
            force_finish,
            render_parts(file_block=False),
            tell_tool_hooks,
        ],
        ids=repr,
    )
    def test_whoever_injects_behind_the_writing_is_refused(self, late: Any) -> None:
        with pytest.raises(OrderError, match="what is injected behind it is never written"):
            Pipeline((phase("all", "one", render_blocks, late, strip_fields),))

        with pytest.raises(OrderError):
            Pipeline((phase("one", "first", render_blocks()), phase("two", "then", late)))

    def test_also_across_nested_pipelines(self) -> None:
        inner = Pipeline((phase("inner", "one", date),))

        with pytest.raises(OrderError, match="render_blocks is listed before date"):
            Pipeline((phase("all", "one", render_blocks, inner),))

    def test_who_writes_again_or_never_may_inject(self) -> None:
        again = Pipeline((phase("all", "one", render_blocks, date, render_blocks),))

        assert len(list(again)) == 3
        assert list(Pipeline((phase("all", "one", date),))) == [date]

    def test_the_default_can_be_edited_to_no_such_list(self) -> None:
        with pytest.raises(OrderError):
            default_pipeline().after(render_blocks, date)

    def test_every_injector_is_in_front(self) -> None:
        names = [repr(step) for phase in EVERY_INJECTOR.phases for step in phase.steps]

        assert names.index("render_blocks()") > names.index("date")
