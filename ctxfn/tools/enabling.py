"""Decide whether a package of tools is on: a cascade of four steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias

from attrs import frozen
from pyrsistent import PMap, pmap

from ctxfn.arguments import blames_arguments
from ctxfn.errors import check_argument, shown
from ctxfn.tools.demand import FLAG, demand
from ctxfn.tools.errors import InvalidTool
from ctxfn.tools.manifests import Manifest

__all__ = [
    "EnableRules",
    "EnableTool",
    "Enabling",
    "EnablingStep",
    "PlatformFilter",
    "ToolQuestion",
]

#: Which step decided: asked for by name, what the platform can do, a rule, or nothing of all that.
EnablingStep: TypeAlias = Literal["explicit", "platform", "rule", "otherwise"]


@frozen
class ToolQuestion:
    """What is asked: shall this package be on, for this model; and was it asked for by name."""

    manifest: Manifest
    model: str | None = None
    provider: str | None = None
    explicit: bool = False


@frozen
class Enabling:
    """The answer, true if the package is on, and which step of the cascade gave it.

    Raises:
        InvalidTool: `on` is neither True nor False.
    """

    on: bool
    by: EnablingStep

    def __attrs_post_init__(self) -> None:
        demand(self, "", on=FLAG)

    def __bool__(self) -> bool:
        return self.on


#: Decides about one package; any function will do, `EnableRules` is one.
EnableTool: TypeAlias = Callable[[ToolQuestion], "bool | Enabling"]
#: Says what the platform can do: on, off, or None where it has no opinion.
PlatformFilter: TypeAlias = Callable[[ToolQuestion], "bool | None"]


_NO_RULES: Final[PMap[str, bool]] = pmap()


@frozen
class EnableRules:
    """A predicate made of rules: explicit activation, platform, rules, otherwise off.

    `explicit`: a package that was asked for by name is on, whatever comes after. So what must
    be impossible is kept out of the packages themselves (`select_tools(barred=...)`).

    Raises:
        InvalidTool: a rule does not say True or False.
        InvalidArgument: the rules are no mapping, the platform is no function.
    """

    rules: PMap[str, bool] = _NO_RULES
    platform: PlatformFilter | None = None
    explicit: bool = False

    def __attrs_post_init__(self) -> None:
        check_argument(
            "EnableRules, the rules", self.rules, Mapping, "a dict: EnableRules.of({...})"
        )
        if self.platform is not None:
            expected = "a function of a question, or None"
            check_argument("EnableRules, the platform", self.platform, Callable, expected)  # type: ignore[arg-type]
        told: Mapping[str, object] = self.rules
        for identifier, on in told.items():
            if not isinstance(on, bool):
                place = f"rules[{identifier!r}]"
                raise InvalidTool("EnableRules", place, shown(on), "True or False")

    @staticmethod
    @blames_arguments
    def of(
        rules: Mapping[str, bool],
        /,
        *,
        platform: PlatformFilter | None = None,
        explicit: bool = False,
    ) -> EnableRules:
        """Make it of a mapping from identifiers to on or off.

        Examples:
            >>> rules = EnableRules.of({"web": True, "mail": False}, explicit=True)
            >>> asked = ToolQuestion(Manifest("mail"))
            >>> rules(asked)
            Enabling(on=False, by='rule')
            >>> rules(ToolQuestion(Manifest("mail"), explicit=True))
            Enabling(on=True, by='explicit')
            >>> bool(rules(ToolQuestion(Manifest("maps"))))
            False
        """
        return EnableRules(pmap(rules), platform, explicit)

    @blames_arguments
    def __call__(self, asked: ToolQuestion) -> Enabling:
        """Answer by the first step that has something to say."""
        if self.explicit and asked.explicit:
            return Enabling(True, "explicit")
        able: object = None if self.platform is None else self.platform(asked)
        if able is not None:
            if not isinstance(able, bool):  # 0 and "off" mean something else to everybody
                expected = "True, False or None"
                raise InvalidTool("EnableRules", "the platform's answer", shown(able), expected)
            return Enabling(able, "platform")
        on = self.rules.get(asked.manifest.identifier)
        return Enabling(False, "otherwise") if on is None else Enabling(on, "rule")
