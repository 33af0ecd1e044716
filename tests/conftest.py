"""How hard Hypothesis tries: HYPOTHESIS_PROFILE=dev|ci|nightly; on CI, `ci` unless said."""

from __future__ import annotations

import gc
import os

from hypothesis import HealthCheck, settings

# A busy machine is not a fault of the code: no deadline, and no complaint about slow drawing.
settings.register_profile(
    "dev",
    max_examples=50,
    derandomize=False,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
# Derandomised, so that a change is never refused for what another change did; `nightly` explores.
settings.register_profile(
    "ci", settings.get_profile("dev"), max_examples=50, derandomize=True, database=None
)
settings.register_profile("nightly", settings.get_profile("dev"), max_examples=5000)

settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") == "true" else "dev")
)


def pytest_collection_finish() -> None:
    """Let the collector pass by what stays as long as the tests run: walking it cost a tenth."""
    gc.collect()
    gc.freeze()


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name functions by their names: their print holds an address, and workers must agree."""
    inner = getattr(val, "func", val)
    if callable(inner) and not isinstance(val, type):
        return str(getattr(inner, "__name__", type(inner).__name__))
    return None
