"""The door of wire: lazy, and what it offers is what it says."""

from __future__ import annotations

import subprocess
import sys
from types import ModuleType

import pytest

import ctxfn.wire
from ctxfn.wire import UnknownCodec, codec_named, codec_names


class TestExamples:
    """What the door does."""

    @pytest.mark.parametrize("name", ctxfn.wire.__all__)
    def test_no_name_hides_behind_a_module_of_the_same_name(self, name: str) -> None:
        assert not isinstance(getattr(ctxfn.wire, name), ModuleType)

    def test_a_name_it_does_not_have_is_refused_as_any_module_refuses(self) -> None:
        with pytest.raises(AttributeError, match="nothing_like_it"):
            ctxfn.wire.nothing_like_it  # noqa: B018

    def test_opening_it_loads_no_codec(self) -> None:
        code = "import sys, ctxfn.wire; print([m for m in sys.modules if 'openai' in m])"
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)

        assert ran.stdout.strip() == b"[]"

    def test_an_unknown_codec_is_answered_with_those_there_are(self) -> None:
        with pytest.raises(UnknownCodec, match="openai_chat"):
            codec_named("morse")

    @pytest.mark.parametrize("name", codec_names())
    def test_a_codec_goes_by_its_own_name(self, name: str) -> None:
        assert codec_named(name).name == name
