"""Tables and pictures of docs/validation.md, from the real drives' traces.

Writes docs/img/<drive>.png and the tables between the marks `<!-- NAME: ... -->` and `<!-- end -->`
of docs/validation.md and README.md. The cross-validated figures take a minute; without --cross
theirs stay as they are. Run it with the Python of the environment that ./scripts/run makes.
"""

import argparse
import os
import re
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from headstack import catalog, crossvalidation, validation, workload
from headstack._core import DriveConfig
from headstack.drive import Drive
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(os.environ.get("HEADSTACK_DATA", ROOT.parent / "shared" / "data"))
PAGES = (ROOT / "docs" / "validation.md", ROOT / "README.md")
PICTURES = ROOT / "docs" / "img"
DPI = 90
COLUMNS = ("rms_ms", "paired_rms_ms", "within_0_1_ms_percent", "within_0_5_ms_percent")
HEADINGS = ("rms, ms", "paired rms, ms", "within 0.1 ms, %", "within 0.5 ms, %")

Mask = npt.NDArray[np.bool_]
Change = Callable[[DriveConfig], DriveConfig]


@dataclass(frozen=True)
class Real:
    """A real drive's trace, and what is known about it from elsewhere."""

    name: str
    drive: str
    think: str
    disksim: tuple[str, ...]
    targets: tuple[str, ...]

    @property
    def trace(self) -> Path:
        return DATA / f"{self.drive}.trace"


HP = Real(
    "HP C2247A",
    "hp_c2247a",
    "after",
    ("0.0899", "2.306", "56.6", "95.1"),
    ("at most 0.045", "at most 1.40", "at least 95", "at least 98"),
)
IBM = Real(
    "IBM DNES-309170W",
    "ibm_dnes_309170w",
    "before",
    ("0.114 to 0.136", "2.33", "54.3", "59.5"),
    ("at most 0.050", "at most 0.80", "at least 98", "at least 98.5"),
)

# What the real drive did with a request: column 2 of its trace.
CLASSES = {
    "Hit": ("read hit", "3.763"),
    "Miss": ("read miss", "19.496"),
    "Doub": ("write, two disconnects", "14.919"),
    "Trip": ("write, three disconnects", "17.975"),
}


@dataclass(frozen=True)
class Mechanism:
    """Something that the drive does, and the drive without it."""

    name: str
    physically: str
    change: Change
    without: str


def values(**changes: str) -> Change:
    """Sets keys, written with __ for the dot."""

    def change(config: DriveConfig) -> DriveConfig:
        for key, toml in changes.items():
            config = config.with_value(key.replace("__", "."), toml)
        return config

    return change


def text(old: str, new: str) -> Change:
    """Changes the drive's text, for what is in a zone."""

    def change(config: DriveConfig) -> DriveConfig:
        source = config.to_toml()
        assert source.count(old) == 1, old
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / f"{config.name}.toml"
            file.write_text(source.replace(old, new), encoding="utf-8")
            return catalog.load(file)

    return change


ZERO = '"0 ms"'
PROCESSOR = {
    f"processor__{key}": ZERO
    for key in (
        "per_sector",
        "track_end",
        "cylinder_end",
        "program_end",
        "lead",
        "quiet",
        "start_work",
        "start_lead",
    )
}

HP_MECHANISMS = (
    Mechanism(
        "`seek.direction`",
        "A force or a settling that differs by direction (the trace shows only that it is "
        "constant): moves inwards take 0.5 ms longer, outwards 0.5 ms less. With it the paper's "
        "first ten seeks are right; DiskSim has them 0.2 ms longer in its place.",
        values(seek__direction="[]"),
        "the same both ways",
    ),
    Mechanism(
        "`write.ahead`",
        "The controller starts to write when the host's data will stay 3.5 blocks ahead of the "
        "head to the request's end, by the rates of bus and medium.",
        values(
            write__minimum_blocks="10",
            write__minimum_blocks_large="15",
            write__ahead='"0 blocks"',
            write__ahead_delay=ZERO,
        ),
        "10 blocks, 15 of large requests, as printed",
    ),
    Mechanism(
        "`write.reconnect_preparation`",
        "Firmware between the last sector written and the reselection: 0.18 ms. DiskSim has none.",
        values(write__reconnect_preparation='"0.54 ms"'),
        "0.540 ms, as printed",
    ),
    Mechanism(
        "`seek.write_settle`, `overhead.write_seek_delay_non_sequential`",
        "How close to the track the head must be before it may write: 0.42 ms; and when the "
        "seek of a write that disconnects twice begins: 0.44 ms after the command.",
        values(
            seek__write_settle='"0.65 ms"',
            overhead__write_seek_delay_non_sequential='"0.25 ms"',
        ),
        "as printed (0.65), DiskSim (0.25)",
    ),
    Mechanism(
        "`[processor]`, `overhead.read_hit_idle`",
        "While the drive reads ahead, its one processor handles every sector that passes and every "
        "track switch; decoding a command waits meanwhile. A hit so costs more in outer zones, "
        "where sectors pass faster.",
        values(
            overhead__read_hit_command='"0.953 ms"',
            overhead__read_hit_idle=ZERO,
            **PROCESSOR,
        ),
        "0.953 ms for each hit, as printed",
    ),
    Mechanism(
        "`overhead.write_track_end`, `overhead.write_cylinder_end`",
        "The same processor switches head or cylinder after the last sector of a track, and the "
        "end of the command waits: 62 writes of the trace, all of them and no others.",
        values(overhead__write_track_end=ZERO, overhead__write_cylinder_end=ZERO),
        "no wait",
    ),
    Mechanism(
        "`overhead.read_last_block`, `overhead.read_track_end`",
        "The same for a read that reconnects at its last block, and at the last of a track.",
        values(overhead__read_last_block=ZERO, overhead__read_track_end=ZERO),
        "no wait",
    ),
    Mechanism(
        "`spindle.rotation`",
        "This spindle turns 335 ppm slower than nominal: the phases of consecutive misses agree "
        "on it to below 1 ppm.",
        values(spindle__rotation='"5400 rpm"'),
        "5400 rpm",
    ),
    Mechanism(
        "slipped track 474",
        "A track with a defect, skipped when the drive was made. Requests on cylinders 36 and 37 "
        "come a track skew off if it is 468.",
        text("[474, 526", "[468, 526"),
        "468, as in DiskSim",
    ),
    Mechanism(
        "`bus.read_rate`",
        "A block on the bus, to four digits.",
        values(bus__read_rate='"0.1701 ms/block"'),
        "0.1701 ms/block, DiskSim",
    ),
    Mechanism(
        "`cache.hit_by_first_block`",
        "The drive looks up only the first block: the rest will come by read-ahead.",
        values(cache__hit_by_first_block="false"),
        "all blocks must be there",
    ),
)

IBM_MECHANISMS = (
    Mechanism(
        "`spindle.rotation`",
        "Turns 1.26 % faster than 7200 rpm by the host's clock (or that clock is slow).",
        values(spindle__rotation='"7200 rpm"'),
        "7200 rpm",
    ),
    Mechanism(
        "`layout.head_skew`",
        "Tracks start at angles that the servo pattern sets (78 servo sectors are likely), one "
        "for each head: the same angle in all zones. DiskSim has a rounded number of data "
        "sectors for all heads.",
        values(layout__head_skew="[" + ", ".join(['"16/78 rev"'] * 5) + "]"),
        "the same for every head, 80/78 of a revolution a cylinder as before",
    ),
    Mechanism(
        "`layout.left_out_cylinders`",
        "Cylinders between zones that hold no data; the servo pattern's angle does not advance "
        "over them.",
        values(layout__left_out_cylinders='"with skew"'),
        "skew advances",
    ),
    Mechanism(
        "`layout.left_out_cylinders_in_seeks`",
        "The drive numbers its cylinders without them.",
        values(layout__left_out_cylinders_in_seeks="true"),
        "they are counted",
    ),
    Mechanism(
        "`seek.same_cylinder`",
        "A command without a seek positions too: no sector is read earlier than 1.2 ms after "
        "the command.",
        values(seek__same_cylinder=ZERO),
        "0",
    ),
    Mechanism(
        "`overhead.read_miss_after_write`",
        "The controller is still busy with the write.",
        values(overhead__read_miss_after_write=ZERO),
        "0",
    ),
    Mechanism(
        "`seek.direction`",
        "As above, a tenth of it.",
        values(seek__direction="[]"),
        "the same both ways",
    ),
    Mechanism(
        "`overhead` and `bus` constants",
        "Command and block times to three digits.",
        values(
            overhead__read_hit_command='"0.082 ms"',
            overhead__read_miss_command='"0.252 ms"',
            overhead__read_miss_after_write='"0.172 ms"',
            overhead__write_cached_command='"0.083 ms"',
            bus__read_rate='"0.101 ms/block"',
            bus__write_rate='"0.101 ms/block"',
        ),
        "DiskSim's",
    ),
    Mechanism(
        "`cache.write_back`",
        "Writes are over when the buffer has them, and go to the medium at once, which moves the "
        "arm.",
        values(cache__write_back="false"),
        "writes wait for the medium",
    ),
    Mechanism(
        "`cache.prefetch_maximum`",
        "Read-ahead runs to the end of the segment, 511 blocks.",
        values(cache__prefetch_maximum='"256 blocks"'),
        "256 blocks",
    ),
)


def figures(config: DriveConfig, replay: workload.Replay) -> dict[str, float]:
    return validation.validate(config, replay).document()


def cells(document: dict[str, float]) -> list[str]:
    """The four figures with targets."""
    return [
        f"{document[key]:.{4 if key == 'rms_ms' else 3 if key.endswith('_ms') else 2}f}"
        for key in COLUMNS
    ]


def table(headings: tuple[str, ...], rows: list[list[str]], left: int = 1) -> str:
    """Markdown; the first `left` columns are text."""
    marks = "|".join(["---"] * left + ["--:"] * (len(headings) - left))
    lines = [f"| {' | '.join(line)} |\n" for line in (list(headings), *rows)]
    return "".join((lines[0], f"|{marks}|\n", *lines[1:]))


def results_table() -> str:
    rows = []
    for real, drives in ((HP, ("hp_c2247", "hp_c2247a")), (IBM, ("ibm_dnes_309170w",))):
        replay = workload.trace(real.trace, real.think)
        for drive in drives:
            kind = "as printed in 1994" if drive == "hp_c2247" else "as measured"
            found = figures(catalog.load(drive), replay)
            rows.append([real.name, f"`{drive}`, {kind}", *cells(found)])
        rows.append([real.name, "DiskSim 4.0, its own file", *real.disksim])
        rows.append([real.name, "target", *real.targets])
    return table(("real drive", "model", *HEADINGS), rows, left=2)


def detail_table() -> str:
    """Every figure of the three drives."""
    documents = [
        figures(catalog.load(drive), workload.trace(real.trace, real.think))
        for drive, real in (("hp_c2247", HP), ("hp_c2247a", HP), ("ibm_dnes_309170w", IBM))
    ]
    rows = [
        [label, *(f"{d[key]:,}" if key == "requests" else f"{d[key]:.4f}" for d in documents)]
        for key, label in validation.FIGURES.items()
    ]
    return table(("", "`hp_c2247`", "`hp_c2247a`", "`ibm_dnes_309170w`"), rows)


def outcomes() -> npt.NDArray[np.str_]:
    """What the HP did with each request."""
    return np.array([line.split()[1] for line in HP.trace.read_text("ascii").splitlines()])


def class_table() -> str:
    replay = workload.trace(HP.trace, HP.think)
    measured = validation.measured_ms(replay)
    printed, fitted = (
        validation.model_ms(catalog.load(drive), replay) for drive in ("hp_c2247", "hp_c2247a")
    )
    outcome, rows = outcomes(), []
    for column, (label, disksim) in CLASSES.items():
        its = outcome == column
        found = validation.compare(fitted[its], measured[its])
        rows.append(
            [
                label,
                f"{np.count_nonzero(its):,}",
                *(f"{times[its].mean():.3f}" for times in (measured, printed, fitted)),
                disksim,
                *cells(found),
            ]
        )
    headings = ("requests", "measured", "`hp_c2247`", "`hp_c2247a`", "DiskSim 4.0")
    return table(("class", *headings, *HEADINGS), rows)


def removal_table(real: Real, mechanisms: tuple[Mechanism, ...]) -> str:
    config = catalog.load(real.drive)
    replay = workload.trace(real.trace, real.think)
    rows = [["none", "", "", *cells(figures(config, replay))]]
    for one in mechanisms:
        found = figures(one.change(config), replay)
        rows.append([one.name, one.physically, one.without, *cells(found)])
    if real is IBM:
        found = figures(config, workload.trace(real.trace, "after"))
        rows.append(
            [
                "`--think before`",
                "No mechanism, but how the trace was written: the pause is before the request.",
                "`--think after`",
                *cells(found),
            ]
        )
    headings = ("mechanism", "what it is in the drive", "in its place")
    return table((*headings, *HEADINGS), rows, left=3)


def cross_tables(real: Real) -> tuple[list[list[str]], str]:
    """Rows of the figures, and the table of the values."""
    sys.stderr.write(f"fitting {real.drive} on each half of its trace ...\n")
    found = crossvalidation.cross_validate(real.drive, real.trace, real.think)
    document = found.document()
    labels = {
        "file": "values of the file",
        "start": "where the fit starts",
        "own_half": "fit, on its own half",
        "held_out": "**fit, on the other half**",
    }
    rows = [[real.name, label, *cells(document[key])] for key, label in labels.items()]
    keys = ("file", "start", "fitted_on_odd_blocks", "fitted_on_even_blocks")
    numbers = []
    for row in document["parameters"]:
        key, digits = row["key"], ".6f" if row["key"] == "spindle.rotation" else ".4g"
        name = f"`{key}`{row['name'].removeprefix(key)}"
        numbers.append([name, row["unit"], *(format(row[column], digits) for column in keys)])
    headings = ("key", "unit", "file", "start", "odd blocks", "even blocks")
    return rows, table(headings, numbers, left=2)


def quick_tables() -> dict[str, str]:
    """The tables by the name of their mark, without the cross-validated ones."""
    return {
        "results": results_table(),
        "detail": detail_table(),
        "classes": class_table(),
        "removal hp_c2247a": removal_table(HP, HP_MECHANISMS),
        "removal ibm_dnes_309170w": removal_table(IBM, IBM_MECHANISMS),
    }


def slow_tables() -> dict[str, str]:
    rows, tables = [], {}
    for real in (HP, IBM):
        its, numbers = cross_tables(real)
        rows += its
        tables[f"values {real.drive}"] = numbers
    return {"cross": table(("real drive", "values", *HEADINGS), rows, left=2), **tables}


def marked(page: str, name: str) -> re.Match[str] | None:
    """The table of that name in a page's text: group 2."""
    return re.search(rf"(<!-- {name}: [^\n]*-->\n)(.*?)(<!-- end -->)", page, re.DOTALL)


def write_tables(tables: dict[str, str]) -> None:
    for file in PAGES:
        page = file.read_text(encoding="utf-8")
        for name, content in tables.items():
            found = marked(page, name)
            if found is not None:
                page = page[: found.start(2)] + content + page[found.end(2) :]
        file.write_text(page, encoding="utf-8")


def draw(real: Real, classes: dict[str, Mask], model: validation.Times) -> None:
    """All requests as in the paper's figure 2; below, by kind as in figures A.2 to A.5."""
    measured = validation.measured_ms(workload.trace(real.trace, real.think))
    figure = Figure(figsize=(9, 7.5), layout="constrained")
    grid = figure.add_gridspec(2, len(classes), height_ratios=(1.5, 1))
    everything = np.ones(len(measured), np.bool_)
    panels = [(figure.add_subplot(grid[0, :]), "all requests", everything)]
    panels += [
        (figure.add_subplot(grid[1, i]), label, its)
        for i, (label, its) in enumerate(classes.items())
    ]
    for axes, label, its in panels:
        share = np.arange(1, np.count_nonzero(its) + 1) / np.count_nonzero(its)
        axes.plot(np.sort(measured[its]), share, "-", label="real drive", linewidth=1.8)
        axes.plot(np.sort(model[its]), share, "--", label="headstack", linewidth=1.2)
        rms = validation.rms_ms(model[its], measured[its])
        axes.set(
            title=f"{label}\n{len(share):,} requests\nrms {rms:.3f} ms",
            xlim=(0, 1.05 * float(np.percentile(measured[its], 99.5))),
            ylim=(0, 1),
        )
        axes.title.set_fontsize(9)
        axes.grid(True, alpha=0.3)
    panels[0][0].set(xlabel="response time, ms", ylabel="fraction of requests")
    panels[1][0].set(xlabel="ms", ylabel="fraction of requests")
    panels[0][0].legend(loc="lower right")
    figure.suptitle(f"{real.name}: measured and simulated response times")
    FigureCanvasAgg(figure)
    figure.savefig(PICTURES / f"{real.drive}.png", dpi=DPI)


def draw_all() -> None:
    replay = workload.trace(HP.trace, HP.think)
    outcome = outcomes()
    classes = {label: outcome == column for column, (label, _) in CLASSES.items()}
    draw(HP, classes, validation.model_ms(catalog.load(HP.drive), replay))
    replay = workload.trace(IBM.trace, IBM.think)
    config = catalog.load(IBM.drive)
    columns = Drive(config).run(replay).columns
    hit = np.empty(replay.requests, np.bool_)
    hit[columns["id"]] = columns["hit"]
    write = replay.recording.write
    classes = {
        "read hit (of the model)": hit & ~write,
        "read miss (of the model)": ~hit & ~write,
        "write": write,
    }
    draw(IBM, classes, validation.model_ms(config, replay))


def main() -> None:
    """Makes tables and pictures."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--cross", action="store_true", help="the cross-validated figures too")
    arguments = parser.parse_args()
    for real in (HP, IBM):
        if not real.trace.is_file():
            parser.error(f"no trace {real.trace}; set HEADSTACK_DATA to the data folder")
    write_tables(quick_tables())
    draw_all()
    if arguments.cross:
        write_tables(slow_tables())


if __name__ == "__main__":
    main()
