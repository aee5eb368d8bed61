"""Code while it is being written: registers, instructions in blocks, and their text form."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

from rulewright.datatypes import data
from rulewright.translate.trace import Trace

RegType = Literal["int", "bool"]


@data
class Reg:
    """A register."""

    index: int
    type: RegType

    def __str__(self) -> str:
        return f"r{self.index}"


Operand = Reg | int
"""A register or a literal."""


@dataclass(slots=True)
class Instr:
    """An instruction: its text, the blocks inside of it, and its span."""

    text: str
    blocks: tuple[list[Instr], ...] = ()
    span: int | None = None
    ends: bool = False
    """Whether nothing can follow it in its block."""


@data
class _Level:
    """A block that is being written, what it already computed, and whether it is the body of a loop."""

    instrs: list[Instr]
    is_loop: bool
    known: dict[str, Reg] = field(default_factory=dict)


_ARITHMETIC = ("add", "sub", "mul", "min", "max", "eq", "ne", "lt", "le", "gt", "ge", "and", "or", "not")
"""What depends on registers alone and can't fail."""

_READS = ("load", "sum", "dot")
_WRITES = ("store", "move", "move_all", "gather", "return_to", "call")

_TERMINATORS = ("goto", "decide", "chance", "resume", "jump", "over", "return", "fault", "break")


@dataclass(slots=True)
class Body:
    """The body of a function or a segment.

    Nothing is computed twice, nor in a loop if it is the same in each turn. What is read from the state
    counts as the same only in a body that writes nothing before it has read all.
    """

    params: tuple[RegType, ...]
    reads_only: bool = False
    trace: Trace = field(default_factory=Trace)
    locals: list[RegType] = field(default_factory=list)
    root: list[Instr] = field(default_factory=list)
    block: list[Instr] = field(init=False)
    _loaded: dict[str, Reg] = field(default_factory=dict)
    _levels: list[_Level] = field(default_factory=list)
    _homes: dict[int, int] = field(default_factory=dict)
    """The level at which a register that never changes got its value."""

    def __post_init__(self) -> None:
        self.block = self.root
        self._levels.append(_Level(self.root, is_loop=False))
        self._homes = dict.fromkeys(range(len(self.params)), 0)

    def new(self, type_: RegType) -> Reg:
        """A fresh register."""
        self.locals.append(type_)
        return Reg(len(self.params) + len(self.locals) - 1, type_)

    def cached_load(self, slot: str) -> Reg:
        """A scalar slot as it was on entry, read once at the very start."""
        if slot not in self._loaded:
            self._loaded[slot] = self.new("int")
            self._homes[self._loaded[slot].index] = 0
            self.root.insert(0, Instr(f"{self._loaded[slot]} = load {slot} 0", span=self._place(None)))
        return self._loaded[slot]

    def param(self, index: int) -> Reg:
        """The register of a parameter."""
        return Reg(index, self.params[index])

    @property
    def is_open(self) -> bool:
        """Whether control can come to the end of the current block."""
        return not self.block or not self.block[-1].ends

    def emit(self, text: str, span: int | None = None) -> None:
        """Adds an instruction to the current block; what can't be reached is left out."""
        if not self.is_open:
            return
        word = text.split(" ", 1)[0]
        self.block.append(Instr(text, span=self._place(span), ends=word in _TERMINATORS))
        if word in _WRITES:
            self._forget_reads()

    def _place(self, span: int | None) -> int | None:
        return self.trace.here if span is None else span

    def _forget_reads(self) -> None:
        """After a write nothing that was read before is known any more."""
        for level in self._levels:
            for text in [t for t in level.known if t.split(" ", 1)[0] in _READS]:
                del level.known[text]

    def compute(self, type_: RegType, text: str, span: int | None = None) -> Reg:
        """Adds an instruction that gives a value to a fresh register, which never changes."""
        level = self._level_for(text) if self.is_open else None
        if level is None:
            result = self.new(type_)
            self.emit(f"{result} = {text}", span)
            return result
        # A loop may write what was read before it, so a read is trusted only within its own turn.
        first = 0
        if not self.reads_only and text.split(" ", 1)[0] in _READS:
            first = max((n for n, x in enumerate(self._levels) if x.is_loop), default=0)
        for known in self._levels[first : level + 1]:
            if text in known.known:
                return known.known[text]
        result = self.new(type_)
        self._homes[result.index] = level
        self._levels[level].known[text] = result
        self._levels[level].instrs.append(Instr(f"{result} = {text}", span=self._place(span)))
        return result

    def variable(self, type_: RegType, text: str, span: int | None = None) -> Reg:
        """A register that may change later; nothing made from it leaves its block."""
        result = self.new(type_)
        self.emit(f"{result} = {text}", span)
        return result

    def _level_for(self, text: str) -> int | None:
        """Where a computation can stand: out of all loops that do not change it; None if it must stay."""
        needed = 0
        words = text.split()
        stays = not self.reads_only and words[0] not in _ARITHMETIC
        if stays and words[0] not in _READS:
            return None
        for word in words:
            if word[0] == "r" and word[1:].isdigit():
                home = self._homes.get(int(word[1:]))
                if home is None:
                    return None
                needed = max(needed, home)
        # Only leaving a loop pays; a condition on the way is not worth passing.
        top = len(self._levels) - 1
        if stays:
            return top
        for level in range(needed + 1, top + 1):
            if self._levels[level].is_loop:
                return level - 1
        return top

    def outside(self, name: str, inputs: Sequence[Operand], write: Callable[[], Operand]) -> Operand:
        """What several instructions work out, written before the loops that do not change it.

        ``name`` says what it is, with its inputs: the second time the first result is taken. In a body that
        writes to the state it is written where it is needed.
        """
        level = self._level_of(inputs) if self.reads_only and self.is_open else None
        if level is None or level == len(self._levels) - 1:
            return write()
        for known in self._levels[: level + 1]:
            if name in known.known:
                return known.known[name]
        inner, block = self._levels[level + 1 :], self.block
        del self._levels[level + 1 :]
        self.block = self._levels[level].instrs
        result = write()
        if isinstance(result, Reg):
            self._homes[result.index] = level
            self._levels[level].known[name] = result
        self._levels += inner
        self.block = block
        return result

    def _level_of(self, inputs: Sequence[Operand]) -> int | None:
        """The level outside of all loops that do not change these registers; None if they may change."""
        homes = [self._homes.get(x.index) for x in inputs if isinstance(x, Reg)]
        needed = [home for home in homes if home is not None]
        if len(needed) < len(homes):
            return None
        top = len(self._levels) - 1
        for level in range(max(needed, default=0) + 1, top + 1):
            if self._levels[level].is_loop:
                return level - 1
        return top

    @contextmanager
    def nested(self, instrs: list[Instr], *, is_loop: bool = False) -> Iterator[None]:
        """Writes into an inner block for a while."""
        outer = self.block
        self.block = instrs
        self._levels.append(_Level(instrs, is_loop))
        try:
            yield
        finally:
            self.block = outer
            self._levels.pop()

    @contextmanager
    def when(self, condition: Operand) -> Iterator[None]:
        """An ``if`` without ``else``."""
        inner: list[Instr] = []
        with self.nested(inner):
            yield
        self.close_if(condition, inner, [])

    def close_if(self, condition: Operand, then: list[Instr], otherwise: list[Instr]) -> None:
        """Adds an ``if`` whose blocks are written."""
        if not self.is_open or (not then and not otherwise):
            return
        ends = bool(then and otherwise) and then[-1].ends and otherwise[-1].ends
        blocks = (then, otherwise) if otherwise else (then,)
        self.block.append(Instr(f"if {condition}", blocks, self._place(None), ends))

    @contextmanager
    def loop(self, low: Operand, high: Operand) -> Iterator[Reg]:
        """A counted loop; gives its register."""
        counter = self.new("int")
        inner: list[Instr] = []
        with self.nested(inner, is_loop=True):
            self._homes[counter.index] = len(self._levels) - 1
            yield counter
        if self.is_open:
            self.block.append(Instr(f"for {counter} in {low} {high}", (inner,), self._place(None)))


def render_block(instrs: Sequence[Instr], depth: int, out: list[str]) -> None:
    """Writes instructions as lines of text."""
    pad = "  " * depth
    for instr in instrs:
        mark = "" if instr.span is None else f" @{instr.span}"
        if not instr.blocks:
            out.append(f"{pad}{instr.text}{mark}")
            continue
        out.append(f"{pad}{instr.text} {{")
        render_block(instr.blocks[0], depth + 1, out)
        if len(instr.blocks) > 1:
            out.append(f"{pad}}} else {{")
            render_block(instr.blocks[1], depth + 1, out)
        out.append(f"{pad}}}{mark}")
