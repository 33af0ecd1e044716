"""Each slot of ours keeps the laws of slots, each codec those of codecs."""

from __future__ import annotations

import pytest

from ctxfn.slots import Slot
from ctxfn.testing import check_codec, check_slot
from ctxfn.wire import codec_named, profile
from tests.laws.codecs import CODECS, CodecPromise
from tests.laws.table import SLOTS


@pytest.mark.parametrize(("slot", "several"), SLOTS, ids=repr)
def test_what_every_slot_keeps(slot: Slot, several: bool) -> None:
    check_slot(slot, several=several)


@pytest.mark.parametrize("promise", CODECS, ids=lambda promise: promise.name)
def test_what_every_codec_keeps(promise: CodecPromise) -> None:
    check_codec(
        codec_named(promise.name),
        profile(promise.target),
        conversations=promise.spelled() if promise.spelled is not None else None,
        bodies=promise.bodies() if promise.bodies is not None else None,
        junk=promise.junk() if promise.junk is not None else None,
    )
