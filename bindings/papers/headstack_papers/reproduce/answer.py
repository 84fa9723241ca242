"""The top of the page: which papers come out, and what each paper's own conclusions are worth."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from headstack_papers.claims import in_sentences
from headstack_papers.conclusions import Judged
from headstack_papers.experiment import Paper
from headstack_papers.findings import Finding, counted, joined
from headstack_papers.kinds import JUDGED, Kind
from headstack_papers.reproduce.outcome import (
    Done,
    Outcome,
    conclusions_of,
    counts_of_findings,
)
from headstack_papers.reproduce.sentences import anchor, numbers, prose, verdict_of
from headstack_papers.verdict import Verdict, in_words

_HEAD: Final = (
    '<thead><tr><th>{}</th><th class="number">hold</th><th class="number">fail</th>'
    '<th class="number">undecided</th><th></th></tr></thead>'
)


def sentence(findings: Iterable[Finding]) -> str:
    """The answer in a sentence: how many measured findings come out, and how many others exist."""
    found = counts_of_findings(findings)
    of = found[Kind.MEASURED]
    others = ", ".join(
        f"{sum(found[kind].values())} {words}"
        for kind, words in _OTHERS.items()
        if sum(found[kind].values())
    )
    return (
        f"Of {sum(of.values()):,} measured findings {of[Verdict.HOLDS]:,} hold, "
        f"{of[Verdict.FAILS]:,} fail, {of[Verdict.UNDECIDED]:,} are undecided."
        + (f" Apart from them stand {others}." if others else "")
    )


_OTHERS: Final = {
    Kind.FITTED: "fitted with the figure in view",
    Kind.CONSTRUCTION: "that hold by construction",
    Kind.INPUT: "inputs",
    Kind.OURS: "measurements of our own",
}


def overview(found: Outcome) -> str:
    """A table with the papers' conclusions and measured findings."""
    lines = []
    for paper, done in found.by_paper():
        sentences = joined(one for each in done for one in each.findings)
        measured = [one for one in sentences if one.kind is Kind.MEASURED]
        concluded = counted(one.verdict for one in conclusions_of(paper, done) if one.verdict)
        link = f'<a href="#{paper.name}">{escape(paper.title)}</a>'
        lines.append(
            f"<tr><td>{link}</td><td>{_tally(concluded)}</td>"
            f"<td>{_tally(counted(one.verdict for one in measured))}</td></tr>"
        )
    head = "<tr><th>paper</th><th>its conclusions</th><th>measured findings</th></tr>"
    return _table(f"<thead>{head}</thead>", lines)


def _tally(found: dict[Verdict, int]) -> str:
    """A bar, and the numbers of verdicts in words."""
    total = sum(found.values())
    if not total:
        return "none"
    return (
        f"{_bar(found)}<small>{found[Verdict.HOLDS]} of {total} hold, "
        f"{found[Verdict.FAILS]} fail, {found[Verdict.UNDECIDED]} undecided</small>"
    )


def _bar(found: dict[Verdict, int]) -> str:
    total = sum(found.values()) or 1
    parts = "".join(
        f'<i class="{verdict[0]}" style="width:{100 * number / total:.2f}%"></i>'
        for verdict, number in found.items()
    )
    return f'<div class="bar">{parts}</div>'


def _table(head: str, lines: Iterable[str]) -> str:
    body = "\n".join(lines)
    return f'<div class="scroll"><table>{head}<tbody>\n{body}\n</tbody></table></div>'


def of_paper(paper: Paper, done: Sequence[Done]) -> str:
    """A paper's conclusions, the list of its figures, and what differs."""
    concluded = conclusions_of(paper, done)
    parts = []
    if concluded:
        lines = [_conclusion(one, done) for one in concluded]
        head = "<thead><tr><th></th><th>the paper concludes</th><th>points</th></tr></thead>"
        parts.append(f"<h3>What the paper concludes</h3>{_table(head, lines)}")
    figures = [_figure(one) for one in done]
    parts.append(
        f"<h3>Figures, tables and sections</h3>{_table(_HEAD.format('findings of'), figures)}"
    )
    differing = [
        f"<li>{_differs(finding)}</li>"
        for finding in joined(finding for one in done for finding in one.findings)
        if finding.kind in JUDGED and finding.verdict is Verdict.FAILS
    ]
    if differing:
        parts.append(f"<h3>What differs</h3><ul>{''.join(differing)}</ul>")
    return "\n".join(parts)


def _conclusion(one: Judged, done: Sequence[Done]) -> str:
    """A line of the table of conclusions."""
    names = {each.named.id: each.named.experiment.title.partition(":")[0] for each in done}
    backing = dict.fromkeys(name.rpartition("/")[0] for name in one.points)
    links = ", ".join(f'<a href="#{name}">{escape(names[name])}</a>' for name in backing)
    said = one.conclusion
    quantity = "" if said.quantity == "all" else f" (meant: {in_words(said.quantity)})"
    others = ", ".join(kind for kind in one.kinds if kind is not Kind.MEASURED)
    kinds = f'<br><span class="kind">{others}</span>' if others else ""
    remark = said.note or said.untested
    note = f'<br><span class="quiet">{prose(remark)}</span>' if remark else ""
    held = sum(verdict is Verdict.HOLDS for verdict in one.points.values())
    points = f"{held} of {len(one.points)} hold: {links}" if one.points else ""
    return (
        f"<tr><td>{verdict_of(one.verdict)}</td><td><q>{escape(said.words)}</q> "
        f"<small>{escape(said.section)}</small>{quantity}{note}</td><td>{points}{kinds}</td></tr>"
    )


def _figure(one: Done) -> str:
    found = counted(finding.verdict for finding in one.findings)
    cells = "".join(f'<td class="number">{number}</td>' for number in found.values())
    link = f'<a href="#{one.named.id}">{escape(one.named.experiment.title)}</a>'
    return f"<tr><td>{link}</td>{cells}<td>{_bar(found)}</td></tr>"


def _differs(finding: Finding) -> str:
    link = f'<a href="#{anchor(finding.name)}"><q>{escape(finding.words)}</q></a>'
    kind = "" if finding.kind is Kind.MEASURED else f' <span class="kind">{finding.kind}</span>'
    notes = dict.fromkeys(
        point.note for point in finding.points if point.verdict is Verdict.FAILS and point.note
    )
    why = f": {prose(in_sentences(notes))}" if notes else ""
    return f"{link}{kind} <small>section {escape(finding.section)}; {numbers(finding)}</small>{why}"
