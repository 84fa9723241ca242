"""The grammar of texts: reading the text of a call gives the same call."""

import pytest

from headstack import ConfigError
from headstack.workload.grammar import Reader

EXAMPLE = "both(clook)"


@pytest.mark.parametrize(
    "text",
    [
        "clook",
        "clook(map)",
        "yfq_dor(20, 0.5, counts=queued)",
        "wstf(M=30 s)",
        "both('mine.py:Mine', host_outstanding=8)",
        "both(clook(level=map), host_queue_depth=100)",
        "iss(firmware='a, b (c).elf', gdb=3333)",
        "x('')",
        "mix(0.7: random(rate=30), 0.3: sequential(rate=30))",
    ],
)
def test_a_call_as_text(text: str) -> None:
    call = Reader(text, "--placement", EXAMPLE).whole()
    assert str(call) == text
    assert Reader(str(call), "--placement", EXAMPLE).whole() == call


@pytest.mark.parametrize("text", ["both(clook", "both)", "both(clook) x", "both('a", "=", ""])
def test_a_wrong_text_is_named(text: str) -> None:
    with pytest.raises(ConfigError) as error:
        Reader(text, "--placement", EXAMPLE).whole()
    assert str(error.value).startswith(f"--placement {text!r}: ")
    assert str(error.value).endswith(f"write it as in {EXAMPLE!r}")
