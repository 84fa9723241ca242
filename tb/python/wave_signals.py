"""Waveforms as changes: VCD files by pyvcd, FST files by the reader of the viewer Surfer."""

import itertools
from pathlib import Path

import pytest
from vcd.reader import TokenKind, tokenize

Signals = dict[str, list[tuple[int, int | str]]]
"""Of each signal, by its full name: time in ps and value of each change."""


def of_vcd(path: Path) -> Signals:
    names: dict[str, str] = {}
    widths: dict[str, int] = {}
    signals: Signals = {}
    scope: list[str] = []
    now = -1
    with path.open("rb") as file:
        for token in tokenize(file):
            if token.kind is TokenKind.SCOPE:
                scope.append(token.scope.ident)
            elif token.kind is TokenKind.UPSCOPE:
                scope.pop()
            elif token.kind is TokenKind.TIMESCALE:
                timescale = token.timescale
                assert (int(timescale.magnitude), timescale.unit.value) == (1, "ps")
            elif token.kind is TokenKind.VAR:
                names[token.var.id_code] = ".".join([*scope, token.var.reference])
                widths[token.var.id_code] = token.var.size
                signals[names[token.var.id_code]] = []
            elif token.kind is TokenKind.CHANGE_TIME:
                assert token.time_change > now
                now = token.time_change
            elif token.kind is TokenKind.CHANGE_SCALAR:
                change = token.scalar_change
                signals[names[change.id_code]].append((now, int(change.value)))
            elif token.kind is TokenKind.CHANGE_VECTOR:
                vector = token.vector_change
                assert isinstance(vector.value, int)
                assert vector.value < 2 ** widths[vector.id_code]
                signals[names[vector.id_code]].append((now, vector.value))
            elif token.kind is TokenKind.CHANGE_STRING:
                text = token.string_change
                signals[names[text.id_code]].append((now, text.value))
    for name, changes in signals.items():
        values = [value for _, value in changes]
        assert all(a != b for a, b in itertools.pairwise(values)), name
    return signals


def of_fst(path: Path) -> Signals:
    """Reads an FST file. The values of an enumeration are its texts."""
    pywellen = pytest.importorskip("pywellen", reason="reads FST files")
    waves = pywellen.Waveform(str(path))
    assert (waves.timescale.factor, str(waves.timescale.unit)) == (1, "ps")
    variables = list(waves.all_vars())
    signals: Signals = {variable.full_name: [] for variable in variables}
    by_id = {str(variable.signal_ref): variable for variable in variables}
    texts = {
        variable.full_name: {int(bits, 2): text for bits, text in variable.enum_type[1]}
        for variable in variables
        if variable.enum_type
    }

    def take(time: int, signal: object, value: int) -> None:
        name = by_id[str(signal)].full_name
        signals[name].append((time, texts[name][value] if name in texts else value))

    waves.stream_changes(take, variables)
    return signals
