"""What `trace info` says of a trace, by numbers worked by hand."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from headstack import traces
from headstack.charts import trace_chart
from headstack.traces.arrivals import Counter
from headstack.traces.histogram import DISTINCT, Histogram

Make = Callable[..., Path]

MIB = 2**20
CSV = f"""\
arrival_s,device,start_byte,bytes,write,response_s
0,a,0,4096,0,0.001
0.25,a,4096,4096,0,0.003
0.5,b,{10 * MIB},{2 * MIB},1,
2,a,4096,512,1,0.002
6,a,{3 * MIB - 1},2,0,
"""


def profile_of(path: Path) -> dict[str, Any]:
    return traces.profile(traces.open(path)).document()


def test_figures(make: Make) -> None:
    found = profile_of(make(CSV))
    assert (found["requests"], found["devices"]) == (5, {"a": 4, "b": 1})
    assert (found["span_s"], found["mean_rate_per_s"]) == (6, 5 / 6)
    assert (found["read_share"], found["bytes"]) == (0.6, 2 * MIB + 8706)
    assert found["read_bytes_share"] == 8194 / (2 * MIB + 8706)
    size = found["size_bytes"]
    assert (size["min"], size["median"], size["p95"], size["max"]) == (2, 4096, 2 * MIB, 2 * MIB)
    assert found["size_common"] == [
        {"bytes": 4096, "share": 0.4},
        {"bytes": 2, "share": 0.2},
        {"bytes": 512, "share": 0.2},
    ]
    assert (found["lowest_byte"], found["highest_byte"]) == (0, 12 * MIB)
    assert found["footprint_mib"] == 1 + 2 + 2  # of a: 0 and 2 to 3; of b: 10 and 11
    # of a: 0, 4096 - 8192, 3 MiB - 1 - 4608
    distance = found["distance_bytes"]
    assert found["sequential_share"] == 1 / 3
    assert (distance["median"], distance["p95"]) == (4096, 3 * MIB - 4609)
    response = found["response_ms"]
    assert (response["mean"], response["median"], response["p95"]) == (2, 2, 3)


def test_arrivals(make: Make) -> None:
    """Gaps of 0.25, 0.25, 1.5 and 4 s; in the whole seconds 3, 0, 1, 0, 0 and 0 arrivals."""
    found = profile_of(make(CSV))["interarrival"]
    assert found["mean_ms"] == 1500
    assert found["scv"] == pytest.approx((2 * 0.0625 + 2.25 + 16) / 4 / 2.25 - 1)
    mean = 4 / 6
    assert found["dispersion_1s"] == pytest.approx((10 / 6 - mean**2) / mean)
    assert found["dispersion_60s"] is None
    assert found["peak_per_s"] == 3


def test_arrivals_in_parts() -> None:
    rng = np.random.default_rng(1)
    arrivals = np.sort(rng.integers(0, 300 * 10**12, 10_000))
    whole, parts = Counter(), Counter()
    whole.add(arrivals)
    for part in np.split(arrivals, np.sort(rng.integers(1, 10_000, 50))):
        if len(part):
            parts.add(part)
    assert parts.found().scv == pytest.approx(whole.found().scv)
    assert parts.found().dispersion_1s == whole.found().dispersion_1s
    assert parts.found().peak_per_s == whole.found().peak_per_s
    assert whole.found().dispersion_1s == pytest.approx(1, abs=0.2)  # nearly Poisson's
    assert whole.found().scv == pytest.approx(1, abs=0.1)


def test_one_request(make: Make) -> None:
    found = profile_of(make("0,0,512,r,3\n"))
    assert (found["span_s"], found["mean_rate_per_s"], found["sequential_share"]) == (0, None, None)
    assert found["interarrival"]["mean_ms"] is None
    assert found["distance_bytes"]["median"] is None


def test_figures_are_those_of_the_order_of_arrival(make: Make) -> None:
    lines = CSV.splitlines()
    mixed = "\n".join([lines[0], lines[3], lines[1], lines[5], lines[2], lines[4], ""])
    one, two = profile_of(make(CSV)), profile_of(make(mixed, "mixed"))
    for name in ("interarrival", "sequential_share", "distance_bytes", "footprint_mib"):
        assert one[name] == two[name]
    assert one["in_order"]
    assert not two["in_order"]


def test_a_trace_far_out_of_order(make: Make) -> None:
    text = "".join(f"0,{i},512,r,{i}\n" for i in range(150_000)) + "0,1,512,r,0\n"
    found = profile_of(make(text))
    assert found["interarrival"] is None
    assert found["requests"] == 150_001


def test_quantiles_are_exact_up_to_so_many_values() -> None:
    values = np.random.default_rng(2).permutation(DISTINCT)
    found = Histogram()
    for part in np.array_split(values, 9):
        found.add(part)
    assert found.exact
    assert (found.quantile(0.5), found.quantile(0.95)) == (DISTINCT // 2 - 1, 62_259)
    assert (found.quantile(0), found.quantile(1)) == (0, DISTINCT - 1)


def test_quantiles_of_more_values_are_near() -> None:
    values = (10 ** np.random.default_rng(3).uniform(0, 15, 400_000)).astype(np.int64)
    found = Histogram()
    for part in np.array_split(values, 9):
        found.add(part)
    assert not found.exact
    values.sort()
    for share in (0.001, 0.1, 0.5, 0.95, 0.999):
        exact = values[int(np.ceil(share * len(values))) - 1]
        assert abs(found.quantile(share) - exact) <= 0.004 * exact
    assert (found.least, found.most) == (values[0], values[-1])
    assert found.mean() == pytest.approx(values.mean())
    assert sum(found.counts()) == len(values)


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_the_chart(ending: str, make: Make, tmp_path: Path) -> None:
    for text in (CSV, "0,0,512,r,3\n", "0,0,512,r,3\n0,9,512,r,3\n"):
        path = tmp_path / f"chart.{ending}"
        trace_chart.draw(traces.profile(traces.open(make(text))), path)
        assert path.stat().st_size > 10_000
