"""From the blocks that are there to those that shall be: what is put where, and what is taken away."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from attrs import frozen

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.wikis.notion.blocks import KEPT, PageBlock

__all__ = ["Placed", "Plan", "Put", "planned"]


@frozen
class Placed:
    """A block that is there, and its id."""

    id: str
    block: PageBlock


@frozen
class Put:
    """Blocks that are put behind the block `after`; on a page with nothing on it, behind nothing."""

    after: str | None
    blocks: tuple[PageBlock, ...]


@frozen
class Plan:
    """What is put first, and what is taken away when all of that is there."""

    puts: tuple[Put, ...]
    deletes: tuple[str, ...]


def planned(there: Sequence[Placed], wanted: Sequence[PageBlock]) -> Plan:
    """Plan how *there* becomes *wanted*.

    Contract:
        A block that is wanted as it is stays the same block. What is kept stays in its place: it is
        wanted in the same order, all of it, and nothing else is.

    Complexity: O(blocks) where few change; their product at the worst.

    Source: ours; Agno deletes all blocks and writes all anew.

    Raises:
        SourceRefusal: a kept block is missing, moved, or not there; or something shall stand before
            a kept one that is the first.

    Examples:
        >>> old = [Placed("1", PageBlock("quote")), Placed("2", PageBlock("divider"))]
        >>> planned(old, [PageBlock("quote"), PageBlock("paragraph"), PageBlock("divider")])
        Plan(puts=(Put(after='1', blocks=(PageBlock(kind='paragraph', ...),)),), deletes=())
    """
    _check_kept(there, wanted)
    stays = _stays(there, wanted)
    if there and 0 not in stays and wanted:
        stays = _freed(wanted, stays)
    puts: list[Put] = []
    after = there[0].id if there else None
    run: list[PageBlock] = []
    for number, block in enumerate(wanted):
        if number not in stays:
            run.append(block)
            continue
        if run:
            puts.append(Put(after, tuple(run)))
            run = []
        after = there[stays[number]].id
    if run:
        puts.append(Put(after, tuple(run)))
    kept = set(stays.values())
    gone = tuple(one.id for number, one in enumerate(there) if number not in kept)
    return Plan(tuple(puts), gone)


def _check_kept(there: Sequence[Placed], wanted: Sequence[PageBlock]) -> None:
    before = [one.id for one in there if one.block.kind == KEPT]
    now = [one.id for one in wanted if one.kind == KEPT]
    if before == now:
        return
    strange = [one for one in now if one not in before]
    missing = [one for one in before if one not in now]
    if strange:
        told = f"the page has no block {strange[0]}"
    elif missing:
        told = f"the line <!-- notion {missing[0]} ... --> is missing"
    else:
        told = "lines <!-- notion ... --> are in another order, or there twice"
    raise SourceRefusal(
        f"{told}: such a line stands for what cannot be written here, and stays in its place"
    )


def _stays(there: Sequence[Placed], wanted: Sequence[PageBlock]) -> dict[int, int]:
    """Say which of *wanted* is which of *there*: kept ones first, between them what is alike."""
    old = [-1, *(at for at, one in enumerate(there) if one.block.kind == KEPT), len(there)]
    new = [-1, *(at for at, one in enumerate(wanted) if one.kind == KEPT), len(wanted)]
    stays = dict(zip(new[1:-1], old[1:-1], strict=True))
    for (old_from, old_to), (new_from, new_to) in zip(pairwise(old), pairwise(new), strict=True):
        before = [one.block for one in there[old_from + 1 : old_to]]
        after = list(wanted[new_from + 1 : new_to])
        for run in SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks():
            for step in range(run.size):
                stays[new_from + 1 + run.b + step] = old_from + 1 + run.a + step
    return stays


def _freed(wanted: Sequence[PageBlock], stays: dict[int, int]) -> dict[int, int]:
    """Free the first block, since Notion puts blocks behind others alone: it is made again."""
    holder = next((number for number, at in stays.items() if at == 0), None)
    if holder is None:
        return stays
    if wanted[holder].kind == KEPT:
        raise SourceRefusal(
            f"nothing can be put before the line <!-- notion {wanted[holder].id} ... -->, which is the "
            "first of the page: write it behind"
        )
    return {number: at for number, at in stays.items() if number != holder}
