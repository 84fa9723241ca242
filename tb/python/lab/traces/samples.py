"""A small sound trace of each format."""

from pathlib import Path

from headstack import traces

SAMPLES = {
    "spc": b"0,303567,3584,w,0.000000\n1,55590,3072,R,0.026214,more\n",
    "disksim": b"13.191135\t30\t0\t5\t1\n17.829285 20 576560 6 0\n",
    "validate": b"R Miss  564347 2 100.5 10.25\nW Doub 8 3 0.000001 0\n",
    "msr": b"128166385295514663,hm,0,Write,9056014336,2048,2833\n",
    "srt": b"$$TR_IOREC-1.3\nsectorsize = 256\n\x0c" + bytes([0, 0, 0, 56]) + b"\0\0\0\1" * 13,
    "blktrace": (b"\x07tae" + bytes(20) + b"\0\2\0\0\1\0\1\0" + bytes(16)) * 3,
    "blkparse": b"  8,0 3 1 0.0 697  Q   W 223490 + 8 [k]\n  8,0 3 2 0.1 0  C   W 223490 + 8 [0]\n",
    "fio": b"fio version 2 iolog\na add\na read 0 4096\na wait 9\na trim 0 1\n",
    "fio_log": b"1, 81210, 0, 4096, 1048576, 0x4004\n2, 90000, 1, 512, 0, 0x0000\n",
    "csv": b'arrival_s,device,start_byte,bytes,write,response_s\n0.5,"a,b",0,1,0,1\n1,b,0,1,1,\n',
    "parquet": b"",
}
"""Contents by the name of the format. Parquet has no text: `parquet_sample` makes its file."""


def parquet_sample(folder: Path) -> bytes:
    """Makes a trace in Parquet from the sample in CSV, in an empty folder."""
    (folder / "in").write_bytes(SAMPLES["csv"])
    traces.convert(traces.open(folder / "in"), folder / "out", "parquet")
    return (folder / "out").read_bytes()
