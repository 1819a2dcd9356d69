"""How many worlds are drawn: a few in each run, always the same ones; many others with STOPBELL_LONG_FUZZ."""

import os
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, seed, settings

IS_LONG = bool(os.environ.get("STOPBELL_LONG_FUZZ"))
_SEED = 20_261_130


def fuzz(usual: int = 25) -> Callable[[Any], Any]:
    """Let a test with @given see so many worlds; tests that draw the same things see the same ones."""
    chosen = settings(
        max_examples=1500 if IS_LONG else usual,
        deadline=None,
        database=None,
        report_multiple_bugs=IS_LONG,
        # To make a failing world smaller takes minutes; the usual run only has to notice.
        phases=tuple(Phase) if IS_LONG else (Phase.explicit, Phase.generate),
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
    )

    def limit(test: Any) -> Any:
        drawn = chosen(test) if IS_LONG else seed(_SEED)(chosen(test))
        return pytest.mark.timeout(7200 if IS_LONG else 300)(drawn)

    return limit
