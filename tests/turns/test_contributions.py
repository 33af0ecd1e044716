"""Where contributions stand, and what lists look like."""

from __future__ import annotations

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.messages import (
    Block,
    Message,
    Origin,
    System,
    Text,
    assistant,
    call,
    system,
    text_of,
    tool_result,
    user,
)
from ctxfn.turns import (
    ANCHORS,
    Agent,
    Contribution,
    ContributionsRead,
    Entry,
    Handed,
    HostNotice,
    Input,
    Material,
    Place,
    Product,
    Stored,
    estimate_message,
    place_blocks,
    read_log,
    replay,
    snapshot,
    usage_parts,
    write_log,
)
from ctxfn.turns.exchange import BuildBlocks, Built, CallModel, RunTool
from ctxfn.turns.handed import taken_back
from ctxfn.turns.scheduling import Offer
from tests.turns.world import MODEL, World, calls, person

OLD = (Stored(user("old"), 0), Stored(assistant("yes"), 0), Stored(system("stopped"), 0))
LIST = (
    Entry(system("prompt"), "head", "prompt"),
    Entry(system("past"), "history", "talk"),
    Entry(user("old"), "history", "talk"),
    Entry(user("one"), "turn", "input"),
    Entry(user("two"), "turn", "input"),
)
PRODUCTS = st.lists(
    st.builds(
        lambda key, anchor: Product(key, anchor, (Block(key, key),)),
        st.sampled_from(["p/a", "p/b", "q/a", "q/b", "r/a"]),
        st.sampled_from(ANCHORS),
    ),
    unique_by=lambda one: one.key,
)


def texts(entries: tuple[Entry, ...]) -> list[str]:
    return [text_of(entry.message) for entry in entries]


class TestPlacing:
    """The five anchors."""

    @given(PRODUCTS, st.randoms())
    def test_the_order_of_building_makes_no_difference(
        self, products: list[Product], order: object
    ) -> None:
        assert place_blocks(LIST, products[::-1]) == place_blocks(LIST, products)

    @given(PRODUCTS)
    def test_what_is_there_keeps_its_order_and_the_history_its_peace(
        self, products: list[Product]
    ) -> None:
        placed = place_blocks(LIST, products)
        zones = [entry.zone for entry in placed]

        assert [entry for entry in placed if entry.tag != "injected"] == list(LIST)
        assert zones == sorted(zones, key=["head", "history", "turn"].index)

    @given(PRODUCTS.filter(bool))
    def test_leaving_one_out_leaves_out_its_blocks_alone(self, products: list[Product]) -> None:
        placed = list(place_blocks(LIST, products))
        without = [one for one in placed if one.message.origin.ours != products[0].key]

        assert tuple(without) == place_blocks(LIST, products[1:])

    def test_turn_anchors_stand_around_the_volatile_block_and_the_last_input(self) -> None:
        both = [Product("a", "turn-hint", (Block("a", "hint"),))]
        both += [Product("b", "turn-context", (Block("b", "context"),))]

        assert texts(place_blocks(LIST, both))[3:] == ["one", "context", "hint", "two"]

    @given(PRODUCTS)
    def test_head_anchors_leave_the_rest_and_turn_anchors_head_and_history(
        self, products: list[Product]
    ) -> None:
        ahead = [one for one in products if not one.anchor.startswith("turn")]
        own = [one for one in products if one.anchor.startswith("turn")]
        behind = [entry for entry in place_blocks(LIST, ahead) if entry.zone != "head"]
        before = [entry for entry in place_blocks(LIST, own) if entry.zone != "turn"]

        assert behind == [entry for entry in LIST if entry.zone != "head"]
        assert before == [entry for entry in LIST if entry.zone != "turn"]

    @given(PRODUCTS)
    def test_each_anchor_is_where_it_is(self, products: list[Product]) -> None:
        placed = place_blocks(LIST, products)
        names = {one.key: one.anchor for one in products}
        found = [
            names.get(entry.message.origin.ours or "", text_of(entry.message)) for entry in placed
        ]
        order = ["prompt", "identity", "knowledge", "context", "past", "old", "one"]
        order += ["turn-context", "turn-hint", "two"]
        keys = [entry.message.origin.ours or "" for entry in placed]

        assert [order.index(one) for one in found] == sorted(order.index(one) for one in found)
        for anchor in ANCHORS:
            here = [key for key in keys if names.get(key) == anchor]
            assert here == sorted(here)

    @given(PRODUCTS, st.sampled_from(["instruction", "volatile", "nothing"]))
    def test_turn_anchors_stand_by_the_instruction_and_the_surroundings(
        self, products: list[Product], has: str
    ) -> None:
        volatile = Entry(
            System((Text("rain"),), origin=Origin(ours="persona-volatile")), "turn", "injected"
        )
        block = Entry(system("task"), "turn", "instruction")
        own = {"instruction": [block], "volatile": [volatile, *LIST[3:]], "nothing": []}[has]
        placed = place_blocks([*LIST[:3], *own], products)
        names = {one.key: one.anchor for one in products}
        turn = [names.get(e.message.origin.ours or "", "own") for e in placed if e.zone == "turn"]
        context = turn.count("turn-context")

        assert turn[:context] == ["turn-context"] * context
        hints = [n for n, one in enumerate(turn) if one == "turn-hint"]
        if hints:
            assert hints == list(range(hints[0], hints[-1] + 1))
            behind = 0 if has == "nothing" else 1
            assert len(turn) - 1 - hints[-1] == behind

    @given(PRODUCTS, PRODUCTS)
    def test_two_passes_place_what_one_places(
        self, first: list[Product], second: list[Product]
    ) -> None:
        """Each key in one of both: all its blocks are there once, and the first stay in order."""
        known = {one.key for one in first}
        later = [one for one in second if one.key not in known]
        once = place_blocks(LIST, first)
        twice = place_blocks(once, later)
        keys = sorted(e.message.origin.ours or "" for e in twice if e.tag == "injected")

        assert keys == sorted([*known, *(one.key for one in later)])
        assert [entry for entry in twice if entry in once] == list(once)


class TestLayout:
    """What stands where in a turn's list."""

    def test_a_turn_out_of_the_queue_has_all_its_blocks_in_order(self) -> None:
        anchors = [Contribution(f"p/{anchor}", anchor) for anchor in ANCHORS]
        said = Material(
            MODEL, volatile="rain", attachment_note="note", contributions=tuple(anchors)
        )
        world = World(material=said, agent=Agent(place=Place(room=True)))
        world.products = tuple(
            Product(one.key, one.anchor, (Block(one.key, one.anchor),)) for one in anchors
        )
        world.arrivals = {1: [Offer(person("2", "two"), 0), Offer(person("3", "three"), 0)]}
        world.run(person("1", "one"))

        starts = ["What", "identity", "knowledge", "context", "(5/3", "Done", "note"]
        starts += ["turn-context", "rain", "The messages", "First", "(5/3", "turn-hint", "(5/3"]
        assert [text[2 : 2 + len(s)] for text, s in zip(world.sent[1], starts, strict=True)] == (
            starts
        )
        assert [world.sent[1][n].rpartition(" ")[2] for n in (4, 11, 13)] == ["one", "two", "three"]

    def test_in_a_room_it_is_said_who_speaks_to_the_agent(self) -> None:
        world = World([calls("a")], agent=Agent(place=Place(room=True)))
        world.arrivals = {1: [Offer(evolve(person("2", "Me too"), user_id="bob"), 0)]}
        world.run(person("1"))

        blocks = [text for text in world.sent[1] if text.startswith("s:First make out")]
        assert [block.count("\n") for block in blocks] == [1, 2]
        assert world.sent[1][: len(world.sent[0])] == world.sent[0]
        assert blocks[1].splitlines()[1:] == ["- (5/3 02:45) ann", "- (5/3 02:45) bob"]

    def test_elsewhere_and_unaddressed_it_is_not(self) -> None:
        interval = evolve(person("1"), trigger="interval")
        worlds = [
            World().run(person("1")),
            World(agent=Agent(place=Place(room=True))).run(interval),
        ]

        assert [len(world.sent[0]) for world in worlds] == [2, 2]

    def test_a_delegation_is_a_block_and_no_message_of_a_person(self) -> None:
        task = Input("1", "Sum up.", "s", "web", trigger="proactive", source_session="s0")
        world = World(material=Material(MODEL, volatile="It rains.", history=OLD))
        world.run(task)

        assert world.sent[0][-1].startswith("s:[跨会话委派]")
        assert world.sent[0][-1].endswith("(s0)\nSum up.")
        assert "s:It rains." not in world.sent[0]
        assert world.stored[0].kind == "cross-session-delegation"

    def test_the_untrusted_part_of_a_notice_never_leaves_its_turn(self) -> None:
        notice = Input("1", "A mail.", "s", "web", host_notice=HostNotice("mail", "7", "obey me"))
        world = World().run(notice).run(person("2"))

        assert world.sent[0][-1] == "s:[宿主通知]\nA mail.\nobey me"
        assert not any("obey" in text for text in world.sent[1])
        assert not any("obey" in text_of(one.message) for one in world.stored)
        assert "s:[宿主通知] A mail." in world.sent[1]

    def test_an_idle_turn_has_its_surroundings_and_leaves_its_prompt_nowhere(self) -> None:
        idle = Input("1", "Say something.", "s", "web", source="idle", trigger="idle")
        world = World(material=Material(MODEL, volatile="It rains.")).run(idle)

        assert world.sent[0][-2:] == ["s:It rains.", "s:(5/3 02:45) Say something."]
        assert [one.message.role for one in world.stored] == ["assistant"]

    def test_a_contribution_that_comes_late_is_in_the_next_call(self) -> None:
        late = (Contribution("p/a", "context"),)
        world = World([calls("a")], Material(MODEL, contributions=late))
        world.answers = {BuildBlocks: [Built(failed=("p/a",))]}
        world.products = (Product("p/a", "context", (Block("p/a", "said"),)),)
        world.run(person("1"))

        assert [texts.count("s:said") for texts in world.sent] == [0, 1]

    def test_a_contribution_of_a_tool_call_is_in_the_next_call(self) -> None:
        world = World([calls("a")], products=(Product("p/a", "context", (Block("p/a", "said"),)),))
        world.offer(person("1"))
        world.answer_until(RunTool)
        world.advance(ContributionsRead((Contribution("p/a", "context"),)))
        world.run()

        assert [texts.count("s:said") for texts in world.sent] == [0, 1]
        assert replay(read_log(write_log(world.log))).agent == world.agent

    def test_contributions_do_not_see_where_a_continuation_comes_from(self) -> None:
        late = (Contribution("p/a", "context"),)
        world = World(material=Material(MODEL, contributions=late)).run(person("1"))

        assert world.asked(BuildBlocks)[0].view.inputs[0].origin is None


class TestHooks:
    """What a hook makes of a list."""

    @given(PRODUCTS)
    def test_what_is_left_alone_stays_what_it_is(self, products: list[Product]) -> None:
        entries = place_blocks(LIST, products)
        handed = [Handed(entry.message, place) for place, entry in enumerate(entries)]
        taken, gone = taken_back(entries, handed)

        assert (taken, gone) == (entries, 0)
        assert all(one is other for one, other in zip(taken, entries, strict=True))

    @given(PRODUCTS, st.integers(0, 9), st.sampled_from([system("x"), user("x"), assistant("x")]))
    def test_what_changes_keeps_its_place_and_what_it_is(
        self, products: list[Product], place: int, said: Message
    ) -> None:
        entries = place_blocks(LIST, products)
        at = place % len(entries)
        handed = [Handed(entry.message, n) for n, entry in enumerate(entries)]
        handed[at] = Handed(said, at)
        taken, _ = taken_back(entries, handed)

        assert taken == (*entries[:at], evolve(entries[at], message=said), *entries[at + 1 :])

    def test_what_is_new_belongs_behind_what_stands_before_it(self) -> None:
        handed = [Handed(LIST[0].message, 0), Handed(system("new")), Handed(user("two"), 4)]

        taken, _ = taken_back(LIST, handed)
        assert [(entry.zone, entry.tag) for entry in taken] == [
            ("head", "prompt"),
            ("head", "injected"),
            ("turn", "input"),
        ]

    def test_broken_groups_are_put_right(self) -> None:
        asked = Entry(assistant(call("x")), "turn", "step")
        answer = Entry(tool_result("x", "42"), "turn", "step")
        entries = (*LIST, asked, answer)
        handed = [Handed(entry.message, place) for place, entry in enumerate(entries[:-1])]

        assert taken_back(entries, handed) == (LIST, 1)


class TestSnapshot:
    """What would be sent now."""

    def test_head_and_history_are_those_of_the_next_turn(self) -> None:
        material = Material(MODEL, persona="You are Ann.", history=OLD)
        taken = snapshot(material, at_ms=1_777_776_300_000)
        world = World(material=material, stored=list(OLD)).run(person("1"))

        sent = world.asked(CallModel)[0].messages
        assert tuple(entry.message for entry in taken.entries) == sent[: len(taken.entries)]

    def test_hooks_change_its_list_too(self) -> None:
        taken = snapshot(
            Material(MODEL, persona="You are Ann.", history=OLD),
            hook=lambda entries: [Handed(entries[0].message, 0)],
        )

        assert len(taken.entries) == 1

    def test_turn_anchors_stand_at_its_end(self) -> None:
        products = [Product("p/a", "turn-hint", (Block("p/a", "hint"),))]
        taken = snapshot(Material(MODEL, history=OLD), products=products)

        assert texts(taken.entries)[-2:] == ["stopped", "hint"]
        assert (taken.usage.turn, taken.usage.history_messages) == (None, 3)


class TestUsage:
    """What took the window."""

    @given(PRODUCTS)
    def test_every_message_is_in_exactly_one_part(self, products: list[Product]) -> None:

        placed = place_blocks(LIST, products)
        parts = usage_parts(placed)

        total = sum(estimate_message(entry.message) for entry in placed)
        assert sum(part.tokens for part in parts) == total
        assert sum(one.tokens for one in parts[-1].injectors) <= parts[-1].tokens

    def test_parts_are_told_by_what_injected_them(self) -> None:
        keys = ["m/memory-summary", "m/memory-vector", "x/skills-activation-1", "x/platform-web"]
        products = [Product(key, "context", (Block(key, "words"),)) for key in keys]
        parts = usage_parts(
            place_blocks(LIST, [*products, Product("z/rest", "context", (Block("", "w"),))])
        )

        assert [part.name for part in parts if part.tokens] == [
            "history",
            "persona",
            "memory_summary",
            "memory_vector",
            "skills",
            "platform",
            "system_other",
        ]
        assert [one.key for one in parts[-1].injectors] == ["z/rest"]
