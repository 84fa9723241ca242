"""Tables and pictures of docs/use/validation.md, from the real drives' traces.

Writes docs/img/<drive>.png and the tables between the marks `<!-- NAME: ... -->` and `<!-- end -->`
of docs/use/validation.md. The cross-validated figures take a minute; without --cross
theirs stay as they are. Run it with the Python of the environment that ./scripts/run makes.
"""

import argparse
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from validation_mechanisms import HP_MECHANISMS, IBM_MECHANISMS, Mechanism

from headstack import catalog, workload
from headstack._core import DriveConfig
from headstack.arrays import Floats
from headstack.charts import chart, page
from headstack.drawing import style
from headstack.drive import Drive
from headstack.measure import validation
from headstack_identify import crossvalidation

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("HEADSTACK_DATA", ROOT.parent / "shared" / "data"))
PAGES = (ROOT / "docs/use/validation.md",)
PICTURES = ROOT / "docs" / "img"
COLUMNS = ("rms_ms", "paired_rms_ms", "within_0_1_ms_percent", "within_0_5_ms_percent")
HEADINGS = ("rms, ms", "paired rms, ms", "within 0.1 ms, %", "within 0.5 ms, %")

Mask = npt.NDArray[np.bool_]


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


def figures(config: DriveConfig, replay: workload.Replay) -> dict[str, float]:
    return validation.validate(config, replay).document()


def cells(document: dict[str, float]) -> list[str]:
    """The four figures with targets."""
    return [
        f"{document[key]:.{4 if key == 'rms_ms' else 3 if key.endswith('_ms') else 2}f}"
        for key in COLUMNS
    ]


def results_table() -> str:
    rows = []
    for real, drives in ((HP, ("hp_c2247", "hp_c2247a")), (IBM, ("ibm_dnes_309170w",))):
        replay = workload.trace(real.trace, think=real.think)
        for drive in drives:
            kind = "as printed in 1994" if drive == "hp_c2247" else "as measured"
            found = figures(catalog.load(drive), replay)
            rows.append([real.name, f"`{drive}`, {kind}", *cells(found)])
        rows.append([real.name, "DiskSim 4.0, its own file", *real.disksim])
        rows.append([real.name, "target", *real.targets])
    return page.table(page.cells(("real drive", "model", *HEADINGS), texts=2), rows)


def detail_table() -> str:
    """Every figure of the three drives."""
    documents = [
        figures(catalog.load(drive), workload.trace(real.trace, think=real.think))
        for drive, real in (("hp_c2247", HP), ("hp_c2247a", HP), ("ibm_dnes_309170w", IBM))
    ]
    rows = [
        [label, *(f"{d[key]:,}" if key == "requests" else f"{d[key]:.4f}" for d in documents)]
        for key, label in validation.FIGURES.items()
    ]
    headings = ("", "`hp_c2247`", "`hp_c2247a`", "`ibm_dnes_309170w`")
    return page.table(page.cells(headings), rows, blank="  ")


def outcomes() -> npt.NDArray[np.str_]:
    """What the HP did with each request."""
    return np.array([line.split()[1] for line in HP.trace.read_text("ascii").splitlines()])


def class_table() -> str:
    replay = workload.trace(HP.trace, think=HP.think)
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
    return page.table(page.cells(("class", *headings, *HEADINGS)), rows)


def removal_table(real: Real, mechanisms: tuple[Mechanism, ...]) -> str:
    config = catalog.load(real.drive)
    replay = workload.trace(real.trace, think=real.think)
    rows = [["none", "", "", *cells(figures(config, replay))]]
    for one in mechanisms:
        found = figures(one.change(config), replay)
        rows.append([one.name, one.physically, one.without, *cells(found)])
    if real is IBM:
        found = figures(config, workload.trace(real.trace, think="after"))
        rows.append(
            [
                "`--think before`",
                "No mechanism, but how the trace was written: the pause is before the request.",
                "`--think after`",
                *cells(found),
            ]
        )
    headings = ("mechanism", "what it is in the drive", "in its place")
    return page.table(page.cells((*headings, *HEADINGS), texts=3), rows)


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
    return rows, page.table(page.cells(headings, texts=2), numbers)


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
    columns = page.cells(("real drive", "values", *HEADINGS), texts=2)
    return {"cross": page.table(columns, rows), **tables}


def write_tables(tables: dict[str, str]) -> None:
    for file in PAGES:
        for name, found in tables.items():
            if page.marked(file.read_text(encoding="utf-8"), name):
                page.put(file, name, found)


def draw(real: Real, classes: dict[str, Mask], models: dict[str, Floats], own: str) -> None:
    """Draws paired errors of the models beside DiskSim's; below, the distance of distributions.

    Args:
        real: the drive.
        classes: masks of the requests by kind.
        models: response times by name.
        own: name of the compared model.
    """
    measured = validation.measured_ms(workload.trace(real.trace, think=real.think))
    figure = style.figure(8, 6.4)
    grid = figure.add_gridspec(2, len(classes), height_ratios=(1.5, 1))
    above = figure.add_subplot(grid[0, :])
    chart.draw_paired(above, [(name, times - measured) for name, times in models.items()])
    disksim = [100 - float(share) for share in real.disksim[2:]]
    above.plot([0.1, 0.5], disksim, "x", color="black", markersize=9, mew=2)
    above.annotate(
        "DiskSim 4.0", (0.1, disksim[0]), (0.115, 1.15 * disksim[0]), fontsize=style.TEXT
    )
    above.set_title("Each request with itself", fontsize=style.TEXT + 1, loc="left")
    panels = [figure.add_subplot(grid[1, i]) for i in range(len(classes))]
    for axes, (label, its) in zip(panels, classes.items(), strict=True):
        chart.draw_apart(axes, models[own][its], measured[its])
        rms = validation.rms_ms(models[own][its], measured[its])
        count = np.count_nonzero(its)
        title = label.replace(", ", ",\n")
        axes.set_title(f"{title}\n{count:,}, rms {rms:.3f} ms", fontsize=style.TEXT, loc="left")
        axes.set(xlabel="", xticks=(0, 50, 100))
        axes.set_ylabel(axes.get_ylabel() if axes is panels[0] else "")
    figure.supxlabel(f"requests that are as fast or faster, % ({own})", fontsize=style.TEXT)
    figure.suptitle(f"{real.name}: how far response times are off", fontsize=style.TEXT + 1)
    within = np.abs(models[own] - measured) <= 0.1
    found = {"rms": validation.rms_ms(models[own], measured), "within": 100 * float(within.mean())}
    style.save(figure, PICTURES / f"{real.drive}.png", found)


def draw_all() -> None:
    replay = workload.trace(HP.trace, think=HP.think)
    outcome = outcomes()
    classes = {label: outcome == column for column, (label, _) in CLASSES.items()}
    models = {
        f"{drive}, {kind}": validation.model_ms(catalog.load(drive), replay)
        for drive, kind in (("hp_c2247", "as printed"), (HP.drive, "as measured"))
    }
    draw(HP, classes, models, f"{HP.drive}, as measured")
    replay = workload.trace(IBM.trace, think=IBM.think)
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
    draw(IBM, classes, {IBM.drive: validation.model_ms(config, replay)}, IBM.drive)


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
