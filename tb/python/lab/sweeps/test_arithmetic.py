"""Processes compute the same bits, whatever a processor is taken for."""

import os

import numpy as np
import pytest

from headstack.parallel import arithmetic, processes


def product_and_powers() -> tuple[bytes, bytes]:
    """What depends on how wide a processor's vectors are, if nothing is done against it."""
    one = np.random.default_rng(1).random((37, 41))
    return (one @ one.T @ one).tobytes(), np.exp(-9 * one).tobytes()


WITHOUT = "NPY_DISABLE_CPU_FEATURES"


@pytest.mark.parametrize(
    "variables",
    [
        {"OPENBLAS_CORETYPE": "Nehalem"},
        {"OPENBLAS_CORETYPE": "Haswell", WITHOUT: "all but the first"},
        {"NPY_ENABLE_CPU_FEATURES": "the first"},
        {"OPENBLAS_NUM_THREADS": "3"},
    ],
)
def test_they_are_the_same_whatever_a_processor_is_taken_for(
    variables: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with arithmetic.alike(), processes.pool(1) as pool:
        here = pool.submit(product_and_powers).result()
    told: dict[str, dict[str, list[str]]] = np.show_config(mode="dicts")
    more = told["SIMD Extensions"].get("found", [])
    kinds = {"all but the first": more[1:], "the first": more[:1]}
    for name, value in variables.items():
        monkeypatch.setenv(name, " ".join(kinds.get(value, [value])))
    before = dict(os.environ)
    with arithmetic.alike(), processes.pool(1) as pool:
        assert pool.submit(product_and_powers).result() == here
    assert dict(os.environ) == before
