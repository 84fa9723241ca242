"""The noise of a host, from times with noise that is known."""

import numpy as np
import pytest

from headstack_identify.fit import host_noise


def test_jitter_and_tail_come_back_and_lost_revolutions_do_not_count() -> None:
    rng = np.random.default_rng(1)
    model = rng.uniform(5, 20, 20_000)
    measured = model + rng.normal(0, 0.03, 20_000)
    measured[:200] += 2.0  # 1 % in the tail
    measured[200:600] += 8.0  # a revolution late
    found = host_noise.of_times(measured, model, 8.0)
    assert found.jitter_us == pytest.approx(30, rel=0.05)
    assert found.tail_percent == pytest.approx(1.0, rel=0.05)
    assert found.text.startswith("Host and drive vary by 30 us; 1.0")
