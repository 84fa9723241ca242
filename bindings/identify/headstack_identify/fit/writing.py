"""Writes the drive file of a fit. The head of the file says what was fitted and how well."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from headstack._core import DriveConfig
from headstack.errors import ConfigError
from headstack_identify import crossvalidation
from headstack_identify.drive_text import DriveText
from headstack_identify.fit.fitting import Fit
from headstack_identify.fit.free_parameters import CURVE
from headstack_identify.fit.phase import Phase
from headstack_identify.fit.terms import TermTime
from headstack_identify.fit.unexplained import Unexplained
from headstack_identify.queue_orders import Comparison

_ROTATION: Final = "spindle.rotation"
_MS_PER_MINUTE: Final = 60_000
NOT_COMPLETE: Final = "NOT COMPLETE: the time ended before the search."
FIGURES: Final = ("rms_ms", "paired_rms_ms", "within_0_1_ms_percent", "within_0_5_ms_percent")
SCORES: Final = {
    "begun": "the description",
    "fitted": "fitted, on all requests",
    "own_half": "fitted, each request's own half",
    "held_out": "held out: fitted on the other half",
}


def toml_of(
    fit: Fit,
    left: list[dict[str, Any]],
    unexplained: Sequence[Unexplained] = (),
    queue: Comparison | None = None,
) -> str:
    """Returns the drive file: its head, and every key with its value.

    Args:
        fit: the fit.
        left: rows of `residual_tables.rows` of the fitted drive.
        unexplained: groups of requests that no rule explains.
        queue: schedulers compared with the recording, if several requests were outstanding.
    """
    lines = in_rpm(_named(fit)).splitlines()
    told = _head(fit, left, unexplained)
    if queue is not None:
        told += ["", order_of_queue(queue)]
    return "\n".join([*(f"# {line}".rstrip() for line in told), "", *lines[1:]]) + "\n"


def in_rpm(config: DriveConfig) -> str:
    """Returns a drive file with its speed in rpm, if the speed is a whole number of rpm."""
    time = str(config.value(_ROTATION))
    rpm = round(_MS_PER_MINUTE / float(time.split()[0]))
    text = config.to_toml()
    if config.with_value(_ROTATION, f"{rpm} rpm").value(_ROTATION) != time:
        return text
    return text.replace(f'rotation = "{time}"', f'rotation = "{rpm} rpm"', 1)


def _named(fit: Fit) -> DriveConfig:
    """Returns the drive with `fitted` and `source` filled in."""
    config = fit.config
    source = f"{config.source}; fitted to {_name(fit.trace)} by headstack fit"
    config = config.with_values({"source": source.removeprefix("; "), "think": fit.think})
    named = [*config.fitted, *_phase_keys(fit.phase, config), *_knob_keys(fit)]
    return config.with_value("fitted", list(dict.fromkeys(named)))


def _phase_keys(phase: Phase, config: DriveConfig) -> list[str]:
    """Returns the keys from the phase that a drive file may name in `fitted`."""
    found = []
    for key, value in phase.overrides.items():
        if value is None or not isinstance(value, (str, list)):
            continue
        try:
            config.with_value("fitted", [key])
            crossvalidation.parameters_of(config.with_value("fitted", [key]))
        except (ConfigError, ValueError):
            continue
        found.append(key)
    return found


def _knob_keys(fit: Fit) -> list[str]:
    pairs = zip(fit.found.knobs, fit.found.begun, fit.found.numbers, strict=True)
    return list(dict.fromkeys(knob.key for knob, then, now in pairs if then != now))


def _name(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2]


def _head(fit: Fit, left: list[dict[str, Any]], unexplained: Sequence[Unexplained]) -> list[str]:
    """Returns the lines that a reader of the drive file should know."""
    lines = [
        *_warned(fit.phase),
        *not_explained(unexplained),
        f"{fit.config.name}: made by `headstack fit` from {_name(fit.trace)}, "
        f"{len(fit.measured_ms):,} requests, think time {fit.think} each request.",
    ]
    if fit.requests > len(fit.measured_ms):
        alone = fit.queued is not None and not fit.recording.queued
        of_them = "with one outstanding" if alone else "of the end"
        of_all = "The layout is" if alone else "The layout and the seek curve are"
        lines.append(
            f"{of_all} from all {fit.requests:,} requests; all other figures are those of "
            f"{len(fit.measured_ms):,} requests {of_them}."
        )
    lines += outstanding(fit)
    if not fit.complete:
        lines.append(NOT_COMPLETE)
    lines += ["", *_scores(fit), noise(fit), "", *_rules(fit)]
    if fit.start.dropped:
        dropped = ", ".join(f"{time:g} ms over {d}" for d, time in fit.start.dropped)
        lines += [f"Seek points that made no sense, replaced: {dropped}"]
    lines += [f"Phase: {note}" for note in fit.phase.notes]
    if fit.phase.cuts:
        where = ", ".join(str(cut.request) for cut in fit.phase.cuts)
        lines += [f"Pieces are missing from the trace before requests {where} (from 0)."]
    return [*lines, "", "What is left, ms (revolutions late, early and other far ones apart):"] + [
        f"  {row['group']:28} {row['requests']:6} {_number(row['bias_ms'])} "
        f"{_number(row['iqr_ms'])} {row['within_0_1_ms_percent']:6.1f} % "
        f"{row['revolutions_late']:4} {row['revolutions_early']:4} {row['far']:4}"
        for row in left
        if row["by"] in ("all", "class")
    ]


def _warned(phase: Phase) -> list[str]:
    return [] if phase.understood else [not_understood(phase)]


def spare_cylinders(fit: Fit) -> list[str]:
    """Returns the sentence about spare cylinders, if the search found some."""
    found = [f"{by} after zone {zone}" for zone, by in enumerate(fit.spare_cylinders()) if by]
    return [f"Spare cylinders, from the times of seeks: {', '.join(found)}."] if found else []


def bends(fit: Fit) -> list[str]:
    """Returns the sentence about the changes of the seek curve, if there are changes."""
    pairs = zip(fit.found.knobs, fit.found.numbers.tolist(), strict=True)
    moved = [number for knob, number in pairs if knob.key == CURVE and number]
    if not moved:
        return []
    return [f"Bends of the seek curve: {len(moved)}, by {min(moved):+.3f} to {max(moved):+.3f} ms."]


def numbers(fit: Fit) -> list[dict[str, Any]]:
    """Returns the rows of `Fit.changes` without the bends: a curve has up to some hundred."""
    searches = (fit.found, *fit.halves)
    curve = {knob.name for found in searches for knob in found.knobs if knob.key == CURVE}
    return [row for row in fit.changes() if row["name"] not in curve]


def outstanding(fit: Fit) -> list[str]:
    """Returns sentences about a recording with several requests outstanding."""
    if fit.queued is None:
        return []
    unsure = int(fit.queued.unsure.sum())
    count = fit.queued.outstanding
    mostly = "one request was" if count == 1 else f"{count} requests were"
    lines = [
        f"Mostly {mostly} outstanding: a service begins when the "
        f"request is issued, or the service before it ends. {unsure:,} services are uncertain, and "
        "do not count."
    ]
    if fit.recording.queued is not None:
        lines.append(
            "If the disk orders requests by positioning time (sptf), no read just misses its "
            "sector: seek times and the time of a command may then be too short together."
        )
    if fit.sums:
        lines.append(
            "Sums, less what the drive did during the service before, so a request that comes "
            f"alone may take longer: {', '.join(fit.sums)}."
        )
    return lines


def noise(fit: Fit) -> str:
    """Returns the sentence about the noise of the host. The search leaves more than the noise."""
    if not fit.complete:
        return "The noise of host and drive is unknown, because the search is not complete."
    return fit.host_noise().text


def order_of_queue(found: Comparison) -> str:
    """Returns the sentence about the order in which the disk serves waiting requests."""
    rows = [f"{row.scheduler} {row.rms_ms:.2f}" for row in found.rows]
    return (
        f"The likeliest order of the queue is {found.rows[0].scheduler}: response times are off by "
        f"ms, rms: {', '.join(rows)}."
    )


def not_explained(groups: Sequence[Unexplained]) -> list[str]:
    """Returns the lines of the report for requests that no rule explains."""
    if not groups:
        return []
    first = "A RULE OR THE LAYOUT NOT FOUND: the errors of these requests are no noise:"
    return [first, *(f"  {group.sentence}" for group in groups)]


def not_understood(phase: Phase) -> str:
    """Returns the first line of the report for a layout that is not understood."""
    return (
        "LAYOUT NOT UNDERSTOOD: phases of all blocks agree by "
        f"{100 * (phase.layout_loss or 0):.1f} % less than those of neighbours (coherence "
        f"{phase.coherence_after or 0:.2f}), and {100 * (phase.misplaced or 0):.1f} % of the media "
        "accesses lie a sector or more from their places. Slips or skews are wrong or missing, and "
        "the figures therefore poor."
    )


def _number(value: float | None) -> str:
    return f"{'-':>7}" if value is None else f"{value:7.3f}"


def _scores(fit: Fit) -> list[str]:
    scores = fit.scores()
    heading = f"{'':36} rms ms  paired rms  in 0.1 ms  in 0.5 ms"
    return [heading] + [
        f"{label:36} {scores[which]['rms_ms']:6.3f}  {scores[which]['paired_rms_ms']:10.3f}  "
        f"{scores[which]['within_0_1_ms_percent']:7.1f} %  "
        f"{scores[which]['within_0_5_ms_percent']:7.1f} %"
        for which, label in SCORES.items()
    ]


def _rules(fit: Fit) -> list[str]:
    rules = fit.rules()
    lines = ["Rules: as they were."]
    if rules:
        texts = [f"{key} = {'left out' if v is None else v}" for key, v in rules.items()]
        lines = [f"Rules found by trying: {'; '.join(texts)}"]
    lines += spare_cylinders(fit)
    terms = [
        f"  {number:+.3f} ms  {knob.term.text}"
        for knob, number in zip(fit.found.knobs, fit.found.numbers, strict=True)
        if isinstance(knob, TermTime) and knob.begun != number
    ]
    lines += [f"Small change taken at the end: {one.sentence}" for one in fit.found.mended]
    lines += [f"{dip.sentence}." for dip in fit.found.dips]
    return lines + (["Times that depend on the situation:", *terms] if terms else [])


def partial(trace: str, found: Phase) -> str:
    """Returns a file with the results before an error: comments, and the known keys."""
    drive = DriveText()
    if found.period is not None:
        drive.put("spindle.rotation", f'"{found.period.ms:.6f} ms"')
    heading = f"NOT COMPLETE: what `headstack fit` found in {_name(trace)}."
    return drive.toml([heading, *said(found)])


def said(found: Phase) -> list[str]:
    """Returns the results of a phase in sentences."""
    lines = []
    if found.convention is not None:
        seen = found.convention
        lines.append(
            f"coherence with the think time after each request {seen.after:.3f}, before it "
            f"{seen.before:.3f}, {seen.pairs:,} pairs: {seen.think or 'undecided'}"
        )
    if found.period is not None:
        period = found.period
        lines.append(f"revolution {period.ms:.6f} ms, +-{period.uncertainty_ppm:.2g} ppm")
    lines += [
        f"a piece is missing before request {cut.request} (from 0), {cut.turn:+.3f} revolutions"
        for cut in found.cuts
    ]
    lines += [
        f"from block {block:,} on: {sectors:g} sectors a track"
        for block, sectors in found.sectors_per_track
    ]
    return [*lines, *found.notes]


def document(
    fit: Fit, unexplained: Sequence[Unexplained] = (), queue: Comparison | None = None
) -> dict[str, Any]:
    """Returns the results for JSON."""
    period = fit.phase.period
    return {
        "drive": fit.drive,
        "trace": fit.trace,
        "think": fit.think,
        "requests": len(fit.measured_ms),
        "layout_requests": fit.requests,
        "outstanding": 1 if fit.queued is None else fit.queued.outstanding,
        "uncertain": 0 if fit.queued is None else int(fit.queued.unsure.sum()),
        "sums": fit.sums,
        "queue": None if queue is None else queue.document(),
        "host_noise": asdict(fit.host_noise()) if fit.complete else None,
        "complete": fit.complete,
        "runs": fit.runs,
        "revolution_ms": None if period is None else period.ms,
        "coherence_before": fit.phase.coherence_before,
        "coherence_after": fit.phase.coherence_after,
        "layout_understood": fit.phase.understood,
        "layout_loss": fit.phase.layout_loss,
        "layout_misplaced": fit.phase.misplaced,
        "cuts": [cut.request for cut in fit.phase.cuts],
        "notes": list(fit.phase.notes),
        "dropped_points": [list(point) for point in fit.start.dropped],
        "unexplained": [asdict(group) for group in unexplained],
        "rules": fit.rules(),
        "spare_cylinders": fit.spare_cylinders(),
        "seek_dips": [asdict(dip) for dip in fit.found.dips],
        "small_changes": [asdict(one) for one in fit.found.mended],
        "numbers": fit.changes(),
        "terms": fit.terms(),
        **fit.scores(),
    }
