"""The number of revolutions since power on, in a register of the spindle."""

from changes.form import Change, Made, before

DESCRIPTION = "rtl/drive_registers.rdl"
PAGE = "docs/reference/registers.md"
MADE = Made((PAGE,), (("rtl/registers.py", DESCRIPTION, PAGE),))

CHANGE = Change(
    heading="A register",
    example="spindle.revolutions",
    edits=(
        before(
            DESCRIPTION,
            "};\n\nenum functions {",
            """\

  reg {
    name = "Revolutions";
    field { name = "since power on"; sw = r; } turns[31:0];
  } revolutions @ 0x10;
""",
        ),
        before(
            "model/boxes/spindle/spindle.h",
            "      case SpindleRead::now:\n",
            """\
      case SpindleRead::revolutions:
        value = now() >> 32;
        return true;
""",
        ),
    ),
    made=(MADE,),
    tests=("project/test_registers.py",),
)
