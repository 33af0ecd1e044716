"""claimed_results: what ids alone decide is what pairing decides."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxfn.messages import Assistant, Messages, Node, assistant, call, chat, pair, tool_result, user
from ctxfn.processors import claim_results
from ctxfn.processors.legalize.claim_results import claimed_results

IDS = st.sampled_from(["a", "b", "c", "d", "x", ""])
NODES: st.SearchStrategy[Node] = st.one_of(
    st.builds(lambda ids: assistant("", *map(call, ids)), st.lists(IDS, min_size=1, max_size=3)),
    st.builds(tool_result, IDS),
    st.just(user("so?")),
)
HISTORIES = st.lists(NODES, max_size=10).map(lambda nodes: chat(*nodes))


class TestProperties:
    @given(HISTORIES)
    def test_only_orphans_are_claimed_and_only_by_open_calls(self, said: Messages) -> None:
        pairing = pair(said)
        waiting = {
            said[place.message].calls[place.call].id  # type: ignore[union-attr]
            for place, results in pairing.answers.items()
            if not results
        }

        claimed = claimed_results(said)

        assert set(claimed) <= set(pairing.orphans)
        assert set(claimed.values()) <= waiting

    @given(HISTORIES)
    def test_each_run_of_orphans_that_fits_is_claimed(self, said: Messages) -> None:
        pairing = pair(said)
        claimed = claimed_results(said)
        for place, node in enumerate(said):
            if not isinstance(node, Assistant):
                continue
            end = place + 1
            while end < len(said) and said[end].role == "tool":
                end += 1
            run = [index for index in pairing.orphans if place < index < end]
            ids = [
                one.id
                for number, one in enumerate(node.calls)
                if not pairing.answers.get((place, number))  # type: ignore[call-overload]
            ]
            if run and len(run) == len(ids) == len(set(ids)) and all(ids):
                assert [claimed.get(index) for index in run] == ids

    def test_twice_is_once(self) -> None:
        said = chat(assistant("", call("a"), call("b")), tool_result("x"), tool_result("y"))
        done = claim_results(said)
        assert claim_results(done) is done
