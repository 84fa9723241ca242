"""Skews from neighbours, when a description's skews are off by whole sectors."""

import numpy as np
import pytest

from headstack._core import DriveConfig
from headstack_identify import circle
from headstack_identify.fit.phase.layout import coarse
from headstack_identify.fit.phase.layout.places import Layout
from headstack_identify.fit.phase.layout.skews import of_layout
from headstack_identify.fit.phase.rows import Rows


@pytest.mark.parametrize("track", [-4, -2, 0, 2, 4])
@pytest.mark.parametrize("cylinder", [-4, 0, 4])
def test_skews_are_found_whatever_the_heads_add(hp: DriveConfig, track: int, cylinder: int) -> None:
    """The 13 heads of a cylinder add the errors of their track skews, up to 52 sectors."""
    wrong: dict[str, object] = {}
    for i in range(8):
        for name, error in (("track_skew", track), ("cylinder_skew", cylinder)):
            key = f"layout.zone.{i}.{name}"
            wrong[key] = f"{int(hp.value(key).split()[0]) + error} sectors"
    described = Layout(hp.with_values(wrong))
    rng = np.random.default_rng(7)
    blocks = rng.integers(0, hp.blocks - 1, 2000)
    blocks[1::3] = blocks[::3][: len(blocks[1::3])] + rng.integers(0, 200, len(blocks[1::3]))
    at = described.places(np.minimum(blocks, hp.blocks - 1))
    phase = of_layout(Layout(hp)).angle(at)
    near = Rows(np.arange(len(blocks) - 1), np.arange(1, len(blocks)))
    inside = near.of(near.step(at.zone) == 0)
    bare = phase - at.sector / at.spt
    found = coarse.in_sectors(bare, at, near, inside, described, of_layout(described))
    assert found is not None
    assert circle.coherence(near.step(phase - found.angle(at))) > 0.98
