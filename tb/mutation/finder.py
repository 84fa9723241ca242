"""Finds the places in a source where a bug can be planted, by the syntax tree of libclang.

Only bodies of functions have bugs. No bug is planted where the language wants a constant: in
constexpr variables, static assertions, array bounds, labels, template arguments, enumerations,
initialisers of static variables and operands of sizeof. Macros and their arguments stay as they
are. So does a call of reserve, which changes nothing but speed. Nor has the text of a message a bug
(what an error is thrown with, the arguments of format): tests should not depend on such texts.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from clang.cindex import CursorKind as Kind
from clang.cindex import Index, StorageClass, TranslationUnit, TypeKind
from points import Part, Point, one_line

Cursor = Any  # libclang has no types

FUNCTIONS = {
    Kind.FUNCTION_DECL,
    Kind.CXX_METHOD,
    Kind.CONSTRUCTOR,
    Kind.DESTRUCTOR,
    Kind.CONVERSION_FUNCTION,
    Kind.FUNCTION_TEMPLATE,
}
# Nothing below these can change at run time, or is worth a change.
SKIPPED = {
    Kind.STATIC_ASSERT,
    Kind.ENUM_DECL,
    Kind.TYPEDEF_DECL,
    Kind.TYPE_ALIAS_DECL,
    Kind.CXX_UNARY_EXPR,  # sizeof, alignof
    Kind.CXX_THROW_EXPR,  # the text of an error
    Kind.TYPE_REF,
    Kind.TEMPLATE_REF,
}
# Functions that only make the text of a message.
MESSAGES = re.compile(r"format|format_to|print|fail_body")

SWAPPED = {
    "<": ("relation", "<="),
    "<=": ("relation", "<"),
    ">": ("relation", ">="),
    ">=": ("relation", ">"),
    "==": ("equality", "!="),
    "!=": ("equality", "=="),
    "+": ("arithmetic", "-"),
    "-": ("arithmetic", "+"),
    "*": ("arithmetic", "/"),
    "/": ("arithmetic", "*"),
    "%": ("arithmetic", "/"),
    "<<": ("bits", ">>"),
    ">>": ("bits", "<<"),
    "&": ("bits", "|"),
    "|": ("bits", "&"),
    "^": ("bits", "|"),
    "&&": ("logic", "||"),
    "||": ("logic", "&&"),
    "+=": ("arithmetic", "-="),
    "-=": ("arithmetic", "+="),
    "*=": ("arithmetic", "/="),
    "/=": ("arithmetic", "*="),
    "%=": ("arithmetic", "/="),
    "<<=": ("bits", ">>="),
    ">>=": ("bits", "<<="),
    "&=": ("bits", "|="),
    "|=": ("bits", "&="),
    "^=": ("bits", "|="),
}
OVERLOADED = {f"operator{sign}" for sign in ("<", "<=", ">", ">=", "==", "!=")}
LITERALS = {Kind.INTEGER_LITERAL, Kind.CXX_BOOL_LITERAL_EXPR}
OVERLOADED_EQUALITY = {"operator==", "operator!="}

INTEGERS = {
    TypeKind.CHAR_U,
    TypeKind.UCHAR,
    TypeKind.CHAR16,
    TypeKind.CHAR32,
    TypeKind.USHORT,
    TypeKind.UINT,
    TypeKind.ULONG,
    TypeKind.ULONGLONG,
    TypeKind.UINT128,
    TypeKind.CHAR_S,
    TypeKind.SCHAR,
    TypeKind.SHORT,
    TypeKind.INT,
    TypeKind.LONG,
    TypeKind.LONGLONG,
    TypeKind.INT128,
}
NUMBERS = INTEGERS | {TypeKind.BOOL, TypeKind.ENUM, TypeKind.FLOAT, TypeKind.DOUBLE}


class Source:
    """A file of the project: text, and the ranges of its macros."""

    def __init__(self, root: Path, path: Path) -> None:
        """Read the file."""
        self.name = path.relative_to(root).as_posix()
        self.bytes = path.read_bytes()
        self.lines = self.bytes.decode().splitlines()
        self.macros: list[tuple[int, int, str]] = []

    def text(self, start: int, end: int) -> str:
        """The code between two offsets."""
        return self.bytes[start:end].decode()

    def in_macro(self, start: int, end: int) -> bool:
        """Whether the range is a macro's use, lies in one, or has an end within one."""
        return any(
            first < end and start < last and not self._holds(start, end, first, last)
            for first, last, _ in self.macros
        )

    @staticmethod
    def _holds(start: int, end: int, first: int, last: int) -> bool:
        """Whether the range has the whole use of a macro, and more."""
        return start <= first and last <= end and (start, end) != (first, last)

    def macro_over(self, at: int) -> bool:
        """Whether a macro's use covers the offset."""
        return any(first <= at < last for first, last, _ in self.macros)


class Place:
    """Where the finder is in the syntax tree."""

    def __init__(self, function: str, source: Source, is_constexpr: bool, returns: Cursor) -> None:
        """Begin a function."""
        self.function = function
        self.source = source
        self.is_constexpr = is_constexpr
        self.returns = returns


def span(cursor: Cursor) -> tuple[int, int]:
    """The offsets of a cursor's text."""
    return cursor.extent.start.offset, cursor.extent.end.offset


def bare(cursor: Cursor) -> Cursor:
    """The expression without the casts that the language puts around it."""
    while cursor.kind == Kind.UNEXPOSED_EXPR:
        children = list(cursor.get_children())
        if len(children) != 1 or span(children[0]) != span(cursor):
            break
        cursor = children[0]
    return cursor


def type_of(cursor: Cursor) -> Any:
    """The kind of an expression's type, without qualifiers and names."""
    return cursor.type.get_canonical().kind


class Finder:
    """Finds the points of a translation unit."""

    def __init__(self, root: Path, folders: Sequence[str]) -> None:
        """Look in the files of these folders below the root only."""
        self._root = root
        self._folders = tuple(str(root / folder) + "/" for folder in folders)
        self._sources: dict[str, Source] = {}
        self._found: dict[tuple[str, int, int, str, str], Point] = {}

    def points(self, file: Path, options: Sequence[str]) -> list[Point]:
        """All points that the compiler sees in a source and in its headers, in order."""
        self._found = {}
        self._sources = {}
        unit = Index.create().parse(
            str(file),
            args=list(options),
            options=TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD,
        )
        errors = [str(note) for note in unit.diagnostics if note.severity >= 3]
        if errors:
            raise SystemExit(f"mutate: libclang cannot read {file}: {errors[0]}")
        declarations = []
        for cursor in unit.cursor.get_children():
            source = self._source(cursor)
            if source is None:
                continue
            if cursor.kind == Kind.MACRO_INSTANTIATION:
                source.macros.append((*span(cursor), cursor.spelling))
            else:
                declarations.append(cursor)
        for cursor in declarations:
            self._declaration(cursor)
        return sorted(self._found.values(), key=lambda point: point.order)

    def _source(self, cursor: Cursor) -> Source | None:
        """The file of the cursor, if it is one of ours."""
        file = cursor.location.file
        if file is None or not file.name.startswith(self._folders):
            return None
        if file.name not in self._sources:
            self._sources[file.name] = Source(self._root, Path(file.name))
        return self._sources[file.name]

    # --- declarations ---

    def _declaration(self, cursor: Cursor) -> None:
        """Look for bodies of functions, and of lambdas in initialisers."""
        source = self._source(cursor)
        if source is None or cursor.kind in SKIPPED:
            return
        if cursor.kind in FUNCTIONS:
            self._function(cursor, source)
            return
        if cursor.kind == Kind.LAMBDA_EXPR:
            self._body(cursor, Place("lambda", source, False, None))
            return
        for child in cursor.get_children():
            self._declaration(child)

    def _function(self, cursor: Cursor, source: Source) -> None:
        if not cursor.is_definition():
            return
        parent = cursor.semantic_parent
        scope = parent.spelling if parent is not None and parent.kind.is_declaration() else ""
        owner = scope if parent is not None and parent.kind != Kind.NAMESPACE else ""
        name = f"{owner}::{cursor.spelling}" if owner else cursor.spelling
        start, end = span(cursor)
        if source.in_macro(start, end):
            return
        body = next((c for c in cursor.get_children() if c.kind == Kind.COMPOUND_STMT), None)
        if body is None:
            return
        head = source.text(start, span(body)[0])
        is_constexpr = re.search(r"\bconstexpr\b", head) is not None
        place = Place(name, source, is_constexpr, cursor.result_type.get_canonical())
        self._visit(body, place)
        if cursor.kind == Kind.CONSTRUCTOR:
            for child in cursor.get_children():
                if child.kind.is_expression():
                    self._visit(child, place)

    def _body(self, cursor: Cursor, place: Place) -> None:
        """Visit the body of a lambda."""
        for child in cursor.get_children():
            if child.kind == Kind.COMPOUND_STMT:
                self._visit(child, place)

    # --- statements and expressions ---

    def _visit(self, cursor: Cursor, place: Place) -> None:
        """Find the points at a cursor of a body, and below it."""
        kind = cursor.kind
        if kind in SKIPPED or kind.is_attribute():
            return
        start, end = span(cursor)
        if place.source.macro_over(start) and place.source.in_macro(start, end):
            self._boolean_macro(cursor, place)
            return
        if kind == Kind.LAMBDA_EXPR:
            inner = Place(place.function, place.source, place.is_constexpr, None)
            self._body(cursor, inner)
            return
        if kind == Kind.VAR_DECL:
            self._variable(cursor, place)
            return
        if kind in FUNCTIONS or kind in {Kind.STRUCT_DECL, Kind.CLASS_DECL, Kind.UNION_DECL}:
            self._declaration(cursor)
            return
        if kind == Kind.CALL_EXPR and MESSAGES.fullmatch(cursor.spelling or ""):
            return
        children = list(cursor.get_children())
        if re.match(r"if\s+constexpr\b", place.source.text(start, start + 20)):
            children = children[1:]
        self._points_at(cursor, children, place)
        for child in children:
            if child.kind in LITERALS and kind in {
                Kind.DECL_REF_EXPR,
                Kind.MEMBER_REF_EXPR,
                Kind.CXX_FUNCTIONAL_CAST_EXPR,
                Kind.CASE_STMT,
            }:
                # A template argument or a label, unless the cast is a call with the literal in it.
                before = place.source.text(start, span(child)[0]).rstrip()
                if kind != Kind.CXX_FUNCTIONAL_CAST_EXPR or not before.endswith(("(", "{")):
                    continue
            if kind == Kind.CASE_STMT and child == children[0]:
                continue
            self._visit(child, place)

    def _variable(self, cursor: Cursor, place: Place) -> None:
        """Visit the initialiser of a variable of the function."""
        start = span(cursor)[0]
        name_end = cursor.location.offset + len(cursor.spelling)
        head = place.source.text(start, cursor.location.offset)
        if cursor.storage_class == StorageClass.STATIC or re.search(
            r"\bconstexpr\b|\bstatic\b", head
        ):
            return
        for child in cursor.get_children():
            at = span(child)[0]
            if at < name_end:
                continue
            if re.match(r"(\s*\[[^\]]*\])*\s*[={(]", place.source.text(name_end, at)):
                self._visit(child, place)

    def _points_at(self, cursor: Cursor, children: Sequence[Cursor], place: Place) -> None:
        kind = cursor.kind
        if kind in {Kind.BINARY_OPERATOR, Kind.COMPOUND_ASSIGNMENT_OPERATOR} and len(children) == 2:
            self._operator(cursor, children[0], children[1], place)
        elif kind == Kind.CALL_EXPR and cursor.spelling in OVERLOADED:
            operands = list(cursor.get_arguments())
            if len(operands) == 2 and all(operands):
                self._operator(cursor, operands[0], operands[1], place)
        elif kind == Kind.INTEGER_LITERAL:
            self._integer(cursor, place)
        elif kind == Kind.CXX_BOOL_LITERAL_EXPR:
            self._boolean(cursor, place)
        elif kind == Kind.RETURN_STMT and len(children) == 1:
            self._returned(children[0], place)
        if kind in {Kind.IF_STMT, Kind.WHILE_STMT, Kind.CONDITIONAL_OPERATOR} and children:
            self._condition(cursor, children[0], place)
        for child in self._statements(cursor, children, place):
            self._statement(child, place)

    def _statements(
        self, cursor: Cursor, children: Sequence[Cursor], place: Place
    ) -> Iterator[Cursor]:
        """The children that stand as statements of their own."""
        kind = cursor.kind
        if kind == Kind.COMPOUND_STMT:
            yield from children
        elif kind in {Kind.IF_STMT, Kind.WHILE_STMT, Kind.FOR_STMT, Kind.CXX_FOR_RANGE_STMT}:
            for child in children[1:]:
                start = span(cursor)[0]
                before = place.source.text(start, span(child)[0]).rstrip()
                if before.endswith((")", "else")):
                    yield child
        elif kind in {Kind.CASE_STMT, Kind.DEFAULT_STMT} and children:
            yield children[-1]

    def _statement(self, cursor: Cursor, place: Place) -> None:
        """Leave out a call or an assignment."""
        inner = bare(cursor)
        start, end = span(cursor)
        if not re.match(r"\s*;", place.source.text(end, end + 20)):
            return
        name = inner.spelling if inner.kind == Kind.CALL_EXPR else ""
        if name == "reserve" or MESSAGES.fullmatch(name or ""):
            return
        unary = inner.kind == Kind.UNARY_OPERATOR
        is_step = unary and re.match(
            r"\+\+|--|.*(\+\+|--)$", place.source.text(start, end), re.DOTALL
        )
        assigns = inner.kind in {Kind.BINARY_OPERATOR, Kind.COMPOUND_ASSIGNMENT_OPERATOR}
        if is_step or assigns or inner.kind == Kind.CALL_EXPR:
            self._add(place, (start, end), "statement", ("0",), "(left out)", is_statement=True)

    def _operator(self, cursor: Cursor, left: Cursor, right: Cursor, place: Place) -> None:
        between = span(left)[1], span(right)[0]
        sign = one_line(place.source.text(*between))
        if sign not in SWAPPED or place.source.macro_over(between[0]):
            return
        kind, other = SWAPPED[sign]
        if kind in {"arithmetic", "bits"} and not {type_of(left), type_of(right)} <= NUMBERS:
            return
        start, end = span(cursor)
        pieces = (Part(start, span(left)[1]), f" {other} ", Part(span(right)[0], end))
        self._add(place, (start, end), kind, pieces)

    def _integer(self, cursor: Cursor, place: Place) -> None:
        start, end = span(cursor)
        if type_of(cursor) in INTEGERS and re.match(r"[0-9]", place.source.text(start, end)):
            self._add(place, (start, end), "constant", (Part(start, end), " + 1"))

    def _boolean(self, cursor: Cursor, place: Place) -> None:
        start, end = span(cursor)
        other = {"true": "false", "false": "true"}.get(place.source.text(start, end))
        if other:
            self._add(place, (start, end), "boolean", (other,))

    def _boolean_macro(self, cursor: Cursor, place: Place) -> None:
        """`true` and `false` are macros in C."""
        if cursor.kind == Kind.INTEGER_LITERAL:
            self._boolean(cursor, place)

    def _condition(self, cursor: Cursor, condition: Cursor, place: Place) -> None:
        """Negate the condition of an if, of a while, or before a question mark."""
        start, end = span(condition)
        head = place.source.text(span(cursor)[0], start)
        if not condition.kind.is_expression() or not re.fullmatch(r"((if|while)\s*\()?\s*", head):
            return
        if not self._has_negation(condition, place):
            self._add(place, (start, end), "condition", ())

    def _has_negation(self, value: Cursor, place: Place) -> bool:
        """Whether another point negates the value: a literal, or `==` and `!=`."""
        inner = bare(value)
        if inner.kind in {Kind.CXX_BOOL_LITERAL_EXPR, Kind.INTEGER_LITERAL}:
            return True
        operands = list(inner.get_children())
        if inner.kind != Kind.BINARY_OPERATOR or len(operands) != 2:
            return inner.kind == Kind.CALL_EXPR and inner.spelling in OVERLOADED_EQUALITY
        between = place.source.text(span(operands[0])[1], span(operands[1])[0])
        return one_line(between) in {"==", "!="}

    def _returned(self, value: Cursor, place: Place) -> None:
        if self._has_negation(value, place):
            return
        result = place.returns.kind if place.returns is not None else type_of(value)
        start, end = span(value)
        if place.source.in_macro(start, end):
            return
        if result == TypeKind.BOOL:
            self._add(place, (start, end), "return", ())
        elif result in INTEGERS and type_of(value) in INTEGERS:
            self._add(place, (start, end), "return", ("(", Part(start, end), ") + 1"))

    def _add(
        self,
        place: Place,
        where: tuple[int, int],
        kind: str,
        pieces: tuple[str | Part, ...],
        changed: str | None = None,
        *,
        is_statement: bool = False,
    ) -> None:
        source = place.source
        start, end = where
        if source.in_macro(start, end) and kind != "boolean":
            return
        original = source.text(start, end)
        if changed is None:
            words = [
                piece if isinstance(piece, str) else source.text(piece.start, piece.end)
                for piece in pieces
            ]
            changed = one_line("".join(words)) if pieces else f"!({one_line(original)})"
        line = source.bytes.count(b"\n", 0, start) + 1
        point = Point(
            source.name,
            line,
            original.count("\n") + 1,
            start,
            end,
            place.function,
            kind,
            one_line(original),
            changed,
            source.lines[line - 1].strip(),
            pieces,
            place.is_constexpr,
            is_statement,
        )
        self._found.setdefault((point.file, start, end, kind, changed), point)
