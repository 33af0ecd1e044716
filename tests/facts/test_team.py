"""Team: who is in it, and who speaks next."""

from __future__ import annotations

from ctxfn.facts import Member, Team

ANN, BO = Member("a", "Ann"), Member("b", "Bo", "supervisor")


class TestExamples:
    """Looking members up."""

    def test_an_id_is_looked_up_before_a_name(self) -> None:
        odd = Member("Ann", "Zoe")

        assert Team((ANN, odd)).member("Ann") is odd
        assert Team((ANN,)).member("Ann") is ANN

    def test_nobody_is_no_member(self) -> None:
        team = Team((Member("", ""), ANN))

        assert (team.member(None), team.member(""), team.member("c")) == (None, None, None)

    def test_the_supervisor_is_the_first_one(self) -> None:
        assert Team((ANN, BO)).supervisor is BO
        assert Team((ANN,)).supervisor is None

    def test_who_leads_is_told_by_the_role_here_before_the_entry(self) -> None:
        assert Team((ANN, BO), "b").leads
        assert not Team((ANN, BO), "a").leads
        assert not Team((ANN, BO), "b", role="participant").leads
        assert Team((ANN, BO), "a", role="supervisor").leads
        assert not Team((ANN, BO)).leads
