"""How many worlds are drawn: a few in each run, always the same ones; many others with STOPBELL_LONG_FUZZ."""

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

IS_LONG = bool(os.environ.get("STOPBELL_LONG_FUZZ"))
_settings = settings(
    max_examples=1500 if IS_LONG else 25,
    deadline=None,
    # To make a failing world smaller takes minutes; the usual run only has to notice.
    phases=tuple(Phase) if IS_LONG else (Phase.explicit, Phase.generate),
    derandomize=not IS_LONG,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)


def fuzz(test: Any) -> Any:
    """Let a test with @given see that many worlds."""
    return pytest.mark.timeout(3600 if IS_LONG else 300)(_settings(test))
