"""fit_injected: what is injected shares one budget, blocks whole and passages one by one."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from ctxfn.assembly import Policy, default_pipeline
from ctxfn.context import Context, Note
from ctxfn.facts import Passage, RetrievedDocuments, SystemRole
from ctxfn.injectors import fit_injected, render_retrieved_documents, retrieved_documents
from ctxfn.messages import Block, Messages, Origin, assistant, chat, inject, text_of, user
from ctxfn.pipeline import run
from ctxfn.tokens import Counter, Share


def letters(text: str) -> int:
    return len(text)


LETTERS = Counter("letters", True, letters)


def asked(**blocks: str) -> Messages:
    """A question with *blocks* by name."""
    said = user("So?")
    for name, text in blocks.items():
        said = inject(said, Block(name, text))
    return chat(user("Hi."), assistant("Hi!"), said)


def left(messages: Messages, **options: Any) -> list[str]:
    """The blocks that are left on the last message."""
    after = fit_injected(messages, counter=LETTERS, **options)
    return [block.name for block in after[-1].blocks]


class TestBlocks:
    """Blocks stay or go whole, and what stays keeps its place."""

    THREE = asked(memory="m" * 10, date="d" * 6, todo="t" * 8)

    def test_what_fits_is_the_same_object(self) -> None:
        assert fit_injected(self.THREE, budget=36, counter=LETTERS) is self.THREE

    def test_by_priority_and_what_is_smaller_may_fit_still(self) -> None:
        ranks = (("todo", 2), ("memory", 1))

        assert left(self.THREE, budget=26, priorities=ranks) == ["memory", "todo"]
        assert left(self.THREE, budget=22, priorities=ranks) == ["date", "todo"]

    def test_exempt_ones_stay_and_do_not_count(self) -> None:
        assert left(self.THREE, budget=10, exempt=("memory",)) == ["memory", "date"]

    def test_shares_hold_for_blocks(self) -> None:
        share = Share(injector="memory", cap=13)

        assert left(self.THREE, budget=99, shares=(share,)) == ["date", "todo"]

    def test_the_same_said_twice_is_said_once(self) -> None:
        assert left(asked(a="Owls hunt.", b="owls  hunt."), budget=99) == ["a"]

    def test_a_message_of_ours_that_held_nothing_else_goes_and_a_persons_stays(self) -> None:
        ours = inject(evolve(user(), origin=Origin(ours="preamble")), Block("memory", "m" * 50))
        messages = chat(ours, inject(user("So?"), Block("date", "d" * 50)))

        after = fit_injected(Context(messages), budget=9, counter=LETTERS)
        assert [text_of(node) for node in after.messages] == ["So?"]
        assert after.messages[0].blocks == ()
        assert [note.places for note in after.notes] == [(0, 1)]

    def test_stable_context_goes_before_what_changes_with_the_question(self) -> None:
        ours = inject(evolve(user(), origin=Origin(ours="preamble")), Block("z", "z" * 9))
        messages = chat(ours, inject(user("So?"), Block("a", "a" * 9)))

        after = fit_injected(messages, budget=13, counter=LETTERS)
        assert [[block.name for block in node.blocks] for node in after] == [["z"], []]


PASSAGES = RetrievedDocuments(
    (
        Passage("Owls hunt at night.", 0.9, "a.md"),
        Passage("Wrens sing by day, and loudly.", 0.8, "b.md"),
        Passage("owls hunt at night.", 0.3, "c.md"),
        Passage("Rooks gather.", 0.1, "d.md"),
    )
)


class TestPassages:
    """Passages compete one by one, with everything else."""

    def told(self, **options: Any) -> Context:
        known = Context.of(chat(user("Birds?")), PASSAGES)
        return fit_injected(retrieved_documents(known, **options), budget=600, counter=LETTERS)

    def test_duplicates_become_one_with_both_sources(self) -> None:
        after = self.told()
        found = after.get(RetrievedDocuments)

        assert found is not None
        assert [(one.text, one.score, one.source) for one in found.passages] == [
            ("Owls hunt at night.", 0.9, "a.md, c.md"),
            ("Wrens sing by day, and loudly.", 0.8, "b.md"),
            ("Rooks gather.", 0.1, "d.md"),
        ]
        assert "a.md, c.md" in after.messages[0].blocks[0].text

    def test_what_the_injector_left_out_stays_out(self) -> None:
        after = self.told(count=1)

        assert "Wrens" not in after.messages[0].blocks[0].text

    def test_a_block_takes_the_room_of_the_worst_passages(self) -> None:
        known = Context.of(chat(user("Birds?")), PASSAGES)
        placed = retrieved_documents(known)
        frame = len(render_retrieved_documents(RetrievedDocuments((Passage(""),))))
        memory = inject(placed.messages[0], Block("memory", "m" * 300))
        context = placed.with_messages(placed.messages.set(0, memory))

        after = fit_injected(
            context, budget=frame + 304 + 23 + 17, priorities=(("memory", 1),), counter=LETTERS
        )
        found = after.get(RetrievedDocuments)
        assert found is not None
        assert [block.name for block in after.messages[0].blocks][-1:] == ["memory"]
        assert [one.text for one in found.passages] == ["Owls hunt at night.", "Rooks gather."]

    def test_without_a_passage_left_there_is_no_block(self) -> None:
        known = Context.of(chat(user("Birds?")), PASSAGES)
        after = fit_injected(retrieved_documents(known), budget=0, counter=LETTERS)

        assert [text_of(node) for node in after.messages] == ["Birds?"]
        assert after.get(RetrievedDocuments) == RetrievedDocuments(())

    def test_twice_is_once(self) -> None:
        once = self.told()
        again = fit_injected(once, budget=600, counter=LETTERS)

        assert again.messages is once.messages


def test_the_policy_puts_it_into_the_default_pipeline() -> None:
    facts = (SystemRole("Be kind."), PASSAGES)
    context = Context.of(chat(user("Birds?")), *facts)

    whole = run(default_pipeline(), context)
    short = run(default_pipeline(Policy(injected_budget=0)), context)

    assert any("Wrens" in text_of(node) for node in whole.messages)
    assert [text_of(node) for node in short.messages] == ["Be kind.", "Birds?"]
    told = [note.kind for note in short.notes if isinstance(note, Note)]
    assert "left-out-block" in told
