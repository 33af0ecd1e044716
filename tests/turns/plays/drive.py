"""How a play is run: answers in any order, of any kind, and all that may come between them."""

from __future__ import annotations

from attrs import evolve
from hypothesis import strategies as st

from ctxfn.messages import Message, system, user
from ctxfn.turns import Agent, ContributionsRead, Handed, Material, PlaceRead
from ctxfn.turns.exchange import (
    AfterModel,
    AfterTool,
    AfterTurn,
    AnswerValue,
    Archive,
    BeforeModel,
    BeforeReply,
    BeforeTool,
    BeforeTurn,
    BuildBlocks,
    Built,
    CallModel,
    Failed,
    Listed,
    NoModel,
    NotSaved,
    Passed,
    Prepare,
    Prepared,
    ReplyChecked,
    Responded,
    ResultSeen,
    Returned,
    RunTool,
    SendReply,
    Swallowed,
)
from ctxfn.turns.scheduling import DropAll, Hold, Person, Release, StopTurn
from tests.turns.plays.materials import (
    CONTRIBUTIONS,
    DRAFT_FEEDBACK,
    PLACES,
    inputs,
    materials,
    pasts,
    products,
    responses,
)
from tests.turns.plays.seen import Play
from tests.turns.world import World

FAILED = st.just(Failed("no"))
LONG = Returned("long " * 2_000)

#: Answers that are not the usual ones, by the ask they answer.
ODD: dict[type, st.SearchStrategy[AnswerValue]] = {
    BeforeTurn: st.sampled_from([Passed(), Passed(), Swallowed(), Failed("no")]),
    BeforeTool: FAILED,
    RunTool: st.sampled_from([Failed("no"), LONG, LONG, Returned("")]),
    AfterTool: st.sampled_from([Failed("no"), ResultSeen("seen", (("cost", "3"),))]),
    CallModel: FAILED,
    AfterModel: st.one_of(FAILED, responses().map(Responded)),
    SendReply: FAILED,
    AfterTurn: FAILED,
    BeforeReply: st.one_of(
        st.sampled_from([Failed("no"), Swallowed()]),
        st.builds(
            ReplyChecked,
            st.sampled_from(["", "Other words.", "Other words."]),
            st.booleans(),
            st.sampled_from([None, DRAFT_FEEDBACK]),
            st.integers(0, 2),
            st.sampled_from([None, '{"say": "Other words."}']),
        ),
    ),
}

#: What may happen next, by how rough a play is; most turns come to their end.
MOODS = (
    ["answer"] * 12 + ["input"] * 3,
    ["answer"] * 12 + ["input"] * 3,
    ["answer"] * 12 + ["input"] * 3 + ["odd"] * 3 + ["contribute", "move"],
    ["answer"] * 12 + ["input"] * 3 + ["odd"] * 3 + ["contribute", "move"],
    ["answer"] * 30 + ["input"] * 6 + ["odd"] * 3 + ["stop", "stop", "drop all", "hold"],
    ["answer"] * 15 + ["input"] * 3 + ["stop", "hold"],
)


@st.composite
def plays(draw: st.DrawFn) -> Play:
    """A session of several inputs, run until nothing is asked any more."""
    world = World(
        draw(st.lists(responses(), max_size=6)),
        draw(materials()),
        draw(products()),
        stored=draw(pasts()),
        counting=draw(st.booleans()),
        second=draw(st.sampled_from([1_000, 400_000])),
    )
    place = draw(PLACES)
    world.agent = world.began = Agent(place=place)
    archives = draw(st.sampled_from([True, True, True, False]))
    return Driver(draw, world, archives).run()


class Driver:
    """Draws what happens next, until nothing is left to happen."""

    def __init__(self, draw: st.DrawFn, world: World, archives: bool) -> None:
        self.draw, self.world, self.archives = draw, world, archives
        self.mood = st.sampled_from(draw(st.sampled_from(MOODS)))
        self.writes_again = draw(st.sampled_from([False, False, True]))
        self.meddles = draw(st.sampled_from([False, False, False, True]))
        self.given = 0
        self.cleared = False

    def run(self) -> Play:
        world = self.world
        self._input()
        while world.pending:
            self._happen(self.draw(self.mood))
            while world.agent.session.holds and not world.agent.session.running:
                self.cleared = True
                world.stored.clear()
                world.happen(Release())
            if not world.pending and self.given < 4:
                self._input()
        return Play(world, self.archives, self.cleared)

    def _input(self) -> None:
        self.given += 1
        self.world.offer(self.draw(inputs(f"m{self.given}")))

    def _happen(self, what: str) -> None:
        draw, world = self.draw, self.world
        if what == "input" and self.given < 6:
            self._input()
        elif what == "stop":
            world.happen(StopTurn(draw(st.sampled_from([None, Person("web", "bob")]))))
        elif what == "drop all":
            world.happen(DropAll(draw(st.sampled_from(["mute", "everything"]))))
        elif what == "hold":
            world.happen(Hold(draw(st.sampled_from(["clear", "delete"]))))
        elif what == "contribute":
            world.advance(ContributionsRead(CONTRIBUTIONS))
        elif what == "move":
            now = draw(PLACES)
            world.advance(PlaceRead(evolve(now, timezone=world.agent.place.timezone)))
        else:
            self._answer(odd=what == "odd")

    def _answer(self, *, odd: bool) -> None:
        """Answer one of the asks; what the archive says is always drawn as the play has it."""
        draw, world = self.draw, self.world
        place = draw(st.integers(0, len(world.pending) - 1)) if len(world.pending) > 1 else 0
        world.choose = lambda _: place
        ask = world.pending[place].ask
        if isinstance(ask, Archive) and not self.archives:
            world.answers[Archive] = [draw(st.sampled_from([NotSaved(), NotSaved("full")]))]
        elif isinstance(ask, Prepare) and odd:
            world.answers[Prepare] = [self._unprepared(world.read())]
        elif isinstance(ask, BuildBlocks) and odd:
            world.answers[BuildBlocks] = [self._partly(ask)]
        elif isinstance(ask, BeforeModel) and (odd or self.meddles):
            world.answers[BeforeModel] = [draw(st.one_of(FAILED, self._listed(ask)))]
        elif isinstance(ask, BeforeReply) and self.writes_again:
            world.answers[BeforeReply] = [draw(ODD[BeforeReply])]
        elif odd and type(ask) in ODD:
            world.answers[type(ask)] = [draw(ODD[type(ask)])]
        world.answer()
        world.answers.clear()

    def _unprepared(self, material: Material) -> AnswerValue:
        unread = Prepared(evolve(material, history=None))
        none = NoModel("big", tuple("abcdefg"))
        answers: tuple[AnswerValue, ...] = (Failed("no"), none, unread)
        return self.draw(st.sampled_from(answers))

    def _partly(self, ask: BuildBlocks) -> AnswerValue:
        """Some contributions fail, in an order of their own."""
        due = self.draw(st.permutations(self.world.products))
        keys = {one.key for one in ask.contributions}
        fine = {key for key in sorted(keys) if self.draw(st.booleans())}
        failed = tuple(sorted(keys - fine))
        return Built(tuple(one for one in due if one.key in fine), failed)

    def _listed(self, ask: BeforeModel) -> st.SearchStrategy[AnswerValue]:
        """A hook leaves the list alone, or leaves one out, or puts one in; not before the prompt."""
        same = [Handed(entry.message, n) for n, entry in enumerate(ask.entries)]
        place = self.draw(st.integers(1, len(same)))
        words: tuple[Message, ...] = (system("hooked"), user("hooked"))
        added = self.draw(st.sampled_from(words))
        return st.sampled_from(
            [
                Listed(tuple(same), ask.tools),
                Listed((*same[:place], *same[place + 1 :]), ask.tools[1:]),
                Listed((*same[:place], Handed(added), *same[place:]), ()),
            ]
        )
