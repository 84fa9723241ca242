"""The section of a validation."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from headstack.measure.validation import FIGURES
from headstack.measure.validation_plots import ValidationPlots
from headstack.report.of_run import drive_sha256
from headstack.report.section import Section, number


def section(document: Mapping[str, Any]) -> Section:
    """Returns the section of a validation.

    Args:
        document: the document of `headstack validate --json`, or `Validation.document()` with
            `quantiles`.
    """
    plot = ValidationPlots(document["quantiles"])
    configuration = document.get("configuration")
    facts = {
        "drive": str(document["drive"]),
        "trace": str(document["trace"]),
        "think time": f"{document['think']} its request",
        "timing": str(document["timing"]),
        "version of headstack": str(document.get("version", "-")),
    }
    if configuration is not None:
        facts["configuration_sha256"] = drive_sha256(configuration, document["drive"])
    return Section(
        kind="validation",
        title=f"{document['drive']} against {Path(document['trace']).name}",
        facts=facts,
        figures={label: number(document[key]) for key, label in FIGURES.items()},
        pictures=(
            (plot.distribution(), "Distributions of measured and modelled response times"),
            (plot.distance(), "Distance of the distributions: model less measured, in ms"),
        ),
    )
