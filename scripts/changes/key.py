"""The extra time of a VERIFY over a read, with the tools that find its value."""

from changes.form import Change, Edit, before

IDENTIFY = "bindings/identify/headstack_identify"
VERIFY = "firmware/controller/media/verify.c"
READS = f"{IDENTIFY}/extract/times/reads.py"
OVERHEADS = f"{IDENTIFY}/extract/overheads.py"
COMMAND = "const hs_ticks command = firmware->config.drive->overheads.read_miss_command"

CHANGE = Change(
    heading="A key of drive files",
    example="overhead.verify_command",
    edits=(
        before(
            "firmware/disk/include/disk/drive_params.h",
            "  X(hs_ticks, write_command) ",
            "  X(hs_ticks, verify_command) /* time added to a VERIFY */ \\\n",
        ),
        before(
            VERIFY,
            "  hs_stop_media(firmware, view->now);\n  hs_cache_drop_reads",
            "  command += firmware->config.drive->overheads.verify_command;\n",
        ),
        Edit(VERIFY, COMMAND, COMMAND.removeprefix("const ")),
        before(
            "model/config/keys/overhead_keys.cpp",
            "      key(HEADSTACK_TERM(read_miss, after_write)",
            "      key(HEADSTACK_KEY(overhead.verify_command), kTime, "
            '"time added to a VERIFY",\n          Need::optional),\n',
        ),
        before(
            "docs/reference/drive-files.md",
            "| `overhead.read_miss_after_write` | time",
            "| `overhead.verify_command` | time (ps, ns, us, ms, s), 0 ms to 1000 ms | "
            "time added to a VERIFY (optional) |\n",
        ),
        before(
            "tb/model/config/overhead_keys_test.cpp",
            "// Less than 0 as well",
            "TEST(OverheadKeys, OfAVerify) {\n"
            "  expect_lines(hp_c2247(), {reply_order({0x2f, 0, 0, 0, 0, 0, 0, 0, 16, 0}, 0)},\n"
            '               {{"verify_command", {1, 0, 0}}});\n'
            "}\n\n",
        ),
        # The tools that find the value: fit, then extract with its test.
        before(
            f"{IDENTIFY}/fit/table.py",
            '    Row("overhead.prefetch_interrupt"',
            '    Row("overhead.verify_command", "ms", "media", _COST),\n',
        ),
        before(
            READS,
            "        longer: extra command time of each further block",
            "        verify: extra time of the command of a VERIFY.\n",
        ),
        before(READS, "    longer: float = 0.0\n", "    verify: float = 0.0\n"),
        before(
            READS,
            "        found = times.reconnect - (held",
            "        read = self._watch.watch(before, self._host.reading(lbn))\n"
            "        times.verify = max(0.0, self._more(held.freed - read.freed))\n",
        ),
        before(
            OVERHEADS,
            '        "overhead.read_last_block": reads',
            '        "overhead.verify_command": reads.verify,\n',
        ),
        before(
            OVERHEADS,
            '    "overhead.read_completion": "hits',
            '    "overhead.verify_command": "the same, until the bus is free",\n',
        ),
        before(
            "tb/python/identify/extract/test_extract_one_thing.py",
            "        '[overhead]\\nwrite_per_block = \"0.1 ms\"',\n",
            "        '[overhead]\\nverify_command = \"1 ms\"',\n",
        ),
    ),
    shows="""\
import headstack
from headstack_identify.fit import table
drive = headstack.catalog.load("hp_c2247").with_value("overhead.verify_command", "1 ms")
assert 'verify_command = "1 ms"' in drive.to_toml(), drive.to_toml()
assert "overhead.verify_command" in [row.key for row in table.ROWS]
""",
    tests=(
        "lab/package/test_drive_keys.py",
        "identify/fit/test_search.py",
        "identify/extract/test_extract_one_thing.py",
        "project/test_timing_page.py",
    ),
)
