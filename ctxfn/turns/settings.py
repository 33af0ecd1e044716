"""Settings in layers: which value of a field holds in a session, and who may set it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args

from attrs import frozen

from ctxfn.arguments import blames_arguments
from ctxfn.errors import InvalidArgument, shown
from ctxfn.turns.models import Model, TurnSettings

__all__ = [
    "FIELDS",
    "SCOPES",
    "Layer",
    "ModelChoice",
    "Preferences",
    "Prominence",
    "Resolved",
    "Scope",
    "SettingField",
    "SettingValue",
    "choice_of",
    "level_words",
    "may_set",
    "resolve_setting",
    "settings_of",
    "warn_once",
]

#: Where a value may be set, the most specific first. `global` is the agent's configuration.
Scope: TypeAlias = Literal["session", "place", "platform type", "platform", "global"]

SCOPES: Final[tuple[Scope, ...]] = get_args(Scope)

#: Where an interface shows a field: beside the words one writes, among settings, or behind them.
Prominence: TypeAlias = Literal["composer", "common", "advanced"]


@frozen
class ModelChoice:
    """A model, and whose it is."""

    provider: str
    model: str

    @property
    def entry(self) -> str:
        """As commands write it: `choice_of` reads it."""
        return f"{self.provider}/{self.model}"


#: What stands in a layer; it need not be valid.
SettingValue: TypeAlias = str | int | float | bool | ModelChoice | None


@frozen
class Layer:
    """What is set at one place, by the key of its field."""

    scope: Scope
    values: tuple[tuple[str, SettingValue], ...] = ()

    def value_of(self, key: str) -> SettingValue:
        """Return the value set here; the last one of a key."""
        return next((value for name, value in reversed(self.values) if name == key), None)


@frozen
class SettingField:
    """A field of the settings: where it is shown, who may set it, and what it means unset.

    `level` is the least level of somebody who may; without one only the owner.
    """

    key: str
    prominence: Prominence
    level: int | None
    unset: str


@frozen
class Resolved:
    """The value that holds, and where it is set; neither if nowhere."""

    value: SettingValue = None
    scope: Scope | None = None


@frozen
class Preferences:
    """Which preferences were warned of: what was wanted, and what was used instead."""

    warned: tuple[tuple[str, str], ...] = ()


#: The fields of the agent.
FIELDS: Final = (
    SettingField("llm", "composer", 1, "the model that is preferred for the agent"),
    SettingField("think", "common", 1, "the model's own level"),
    SettingField("max_iterations", "advanced", None, "no limit"),
    SettingField("history_line", "advanced", None, "no line"),
)

_VALID: Final[Mapping[str, Callable[[SettingValue], bool]]] = MappingProxyType(
    {
        "llm": lambda value: (
            isinstance(value, ModelChoice) and bool(value.provider) and bool(value.model)
        ),
        "think": lambda value: isinstance(value, str) and bool(value),
        "max_iterations": lambda value: _is_count(value, least=1),
        "history_line": lambda value: _is_count(value, least=0),
    }
)


def _is_count(value: SettingValue, *, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


@blames_arguments
def choice_of(entry: str) -> ModelChoice | None:
    """Read a model as commands write it: its provider, a slash, its name.

    Contract:
        Split at the last slash. Nothing if either is missing.

    Complexity: O(characters).

    Source: the chat agent's settings, rule 6.

    Examples:
        >>> choice_of("hub/main/small"), choice_of("small")
        (ModelChoice(provider='hub/main', model='small'), None)
    """
    provider, _, model = entry.strip().rpartition("/")
    return ModelChoice(provider, model) if provider and model else None


@blames_arguments
def resolve_setting(layers: Sequence[Layer], key: str) -> Resolved:
    """Return the value of the field *key* that holds, and where it is set.

    Contract:
        That of the most specific layer that has a valid one; each field by itself. What is not
        valid is as if it were not there.

    Complexity: O(layers).

    Source: the chat agent's settings, rule 6.1.

    Raises:
        InvalidArgument: there is no such field.

    Examples:
        >>> layers = [Layer("global", (("history_line", 50),)), Layer("session", (("history_line", -1),))]
        >>> resolve_setting(layers, "history_line")
        Resolved(value=50, scope='global')
    """
    if key not in _VALID:
        raise InvalidArgument("resolve_setting, key", shown(key), " or ".join(_VALID))
    for scope in SCOPES:
        for layer in layers:
            value = layer.value_of(key)
            if layer.scope == scope and _VALID[key](value):
                return Resolved(value, scope)
    return Resolved()


@blames_arguments
def settings_of(layers: Sequence[Layer], *, groups: Sequence[str] = ("*",)) -> TurnSettings:
    """Return what holds for a turn that opens now; *groups* of tools come from elsewhere.

    Contract:
        Every field but the model, resolved by itself. A turn that runs keeps what it has.

    Complexity: O(layers).

    Source: the chat agent's settings, rules 6.1 and 6.4.

    Examples:
        >>> settings_of([Layer("session", (("think", "low"), ("max_iterations", 0)))])
        TurnSettings(think='low', max_iterations=None, history_line=0, groups=('*',))
    """
    think = resolve_setting(layers, "think").value
    limit = resolve_setting(layers, "max_iterations").value
    line = resolve_setting(layers, "history_line").value
    return TurnSettings(
        think if isinstance(think, str) else None,
        limit if isinstance(limit, int) else None,
        line if isinstance(line, int) else 0,
        tuple(groups),
    )


@blames_arguments
def may_set(field: SettingField, *, level: int = 0, owner: bool = False) -> bool:
    """Say whether somebody of this *level* may set *field*.

    Contract:
        The owner may set all; others those that name a level which they have.

    Complexity: O(1).

    Source: the chat agent's settings, rule 6.

    Examples:
        >>> [may_set(field, level=1) for field in FIELDS]
        [True, True, False, False]
    """
    return owner or (field.level is not None and level >= field.level)


@blames_arguments
def level_words(level: str, model: Model | None, *, default: str = "its own") -> str:
    """Say which level of thinking is in effect, for people.

    Contract:
        The level, and that it is not offered where the model has none such; or that there is no
        model to call.

    Complexity: O(levels).

    Source: the chat agent's settings, rule 6.4.

    Examples:
        >>> level_words("high", Model("m", 8192, levels=("low",)), default="low")
        'high (not offered, default: low)'
    """
    if model is None:
        return f"{level} (the model cannot be called)"
    return level if level in model.levels else f"{level} (not offered, default: {default})"


@blames_arguments
def warn_once(
    known: Preferences, wanted: ModelChoice | None, actual: ModelChoice, *, own: bool = True
) -> tuple[Preferences, str | None]:
    """Return a line if a turn uses another model than is preferred; once for each two of them.

    Contract:
        Nothing where no model is preferred or the preferred one is used. *own*: it is the agent's
        own preference, not that of all.

    Complexity: O(warnings so far).

    Source: the chat agent's settings, rule 6.3.

    Examples:
        >>> known, line = warn_once(Preferences(), ModelChoice("p", "big"), ModelChoice("p", "small"))
        >>> line, warn_once(known, ModelChoice("p", "big"), ModelChoice("p", "small"))[1]
        ("the agent's own preference p/big is not there; p/small is used", None)
    """
    if wanted is None or wanted == actual or (wanted.entry, actual.entry) in known.warned:
        return known, None
    whose = "the agent's own preference" if own else "the preference of all"
    line = f"{whose} {wanted.entry} is not there; {actual.entry} is used"
    return Preferences((*known.warned, (wanted.entry, actual.entry))), line
