"""Hostile units end their connections and nothing else."""

import asyncio

from serve.fuzzing import fuzz


def test_hostile_units() -> None:
    assert asyncio.run(fuzz(5_000, seed=0)) >= 5_000
