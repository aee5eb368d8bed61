//! Programs made at random: one decision, and behind it a body of any instructions, with branches and loops
//! in each other. What is known, written and read again lies close together, as in no program of a compiler.

use rulewright_engine::{Engine, Pcg32, State};
use rulewright_ir::SlotId;

const INTS: u32 = 8;
const BOOLS: u32 = 3;
/// Statements of a body.
const LENGTH: u32 = 30;
/// Loops and branches around a statement.
const DEPTH: u32 = 3;

/// The text of a program without its head.
pub(crate) fn program(seed: u64) -> String {
    let mut writer = Writer {
        rng: Pcg32::seeded(seed),
        text: String::new(),
        counting: Vec::new(),
        asked: Vec::new(),
        depth: 0,
        left: LENGTH,
    };
    let mut types = String::new();
    for number in 0..INTS {
        writer.add(&format!("r{number} = load s1 {}", number % 4));
        types += "int ";
    }
    for number in 0..BOOLS {
        writer.add(&format!("r{} = gt r{number} 1", INTS + number));
        types += "bool ";
    }
    while writer.left > 0 {
        writer.block();
    }
    let body = &writer.text;
    format!(
        r#"file "test.rules"
span 0 7 3 7 30
token "bead"
slot "me" u8 [] 0..1 control player all
slot "number" i32 [4] -1000..1000 var int all
slot "weights" i16 [3] -5..5 var int all
slot "pocket" i16 [2] 0..20 place t0 all init 3
table {{ 3 1 2 }}
func "legal" () none [] {{ offer 0 offer 1 }}
func "points" (int) int [int] {{ r1 = load s1 0 return r1 }}
func "twice" (int) int [int] {{ r1 = mul r0 2 store s1 3 r0 @0 return r1 }}
segment "first" () [] {{ decide d0 }}
segment "body" () [{types}] {{ {body} store s1 0 r0 @0 store s1 1 r1 @0 over }}
decision "choice" f0 {{ option "go" 0 [] g1 option "stay" 1 [] g0 }}
actor s0
entry g0
score f1
tiebreak f1
"#
    )
}

/// Small numbers in all variables of a state, so that nothing is known of them before it runs.
pub(crate) fn fill(engine: &Engine, state: &mut State, rng: &mut Pcg32) {
    for (slot, cells) in [(1, 4), (2, 3)] {
        for index in 0..cells {
            let value = rng.below(9) as i32 - 3;
            engine
                .set_cell(state, SlotId(slot), index, value)
                .expect("a value of the slot");
        }
    }
    // As often as not there is nothing in a pocket.
    for index in 0..2 {
        let beads = (rng.below(6) as i32 - 3).max(0);
        engine
            .set_cell(state, SlotId(3), index, beads)
            .expect("there is room for so many");
    }
}

struct Writer {
    rng: Pcg32,
    text: String,
    /// Registers that count the loops around: nobody writes them.
    counting: Vec<u32>,
    /// The questions of two parts that were asked before, each with the int that it writes.
    asked: Vec<(u32, String)>,
    depth: u32,
    left: u32,
}

impl Writer {
    fn one_of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.rng.below(words.len() as u32) as usize]
    }

    fn int(&mut self) -> u32 {
        self.rng.below(INTS)
    }

    /// An int that may be written.
    fn free(&mut self) -> u32 {
        loop {
            let reg = self.int();
            if !self.counting.contains(&reg) {
                return reg;
            }
        }
    }

    fn flag(&mut self) -> u32 {
        INTS + self.rng.below(BOOLS)
    }

    fn value(&mut self) -> String {
        if self.rng.below(3) == 0 {
            (self.rng.below(9) as i32 - 3).to_string()
        } else {
            format!("r{}", self.int())
        }
    }

    fn add(&mut self, text: &str) {
        self.text += text;
        self.text.push(' ');
    }

    fn block(&mut self) {
        self.depth += 1;
        for _ in 0..=self.rng.below(4) {
            self.statement();
        }
        self.depth -= 1;
    }

    fn statement(&mut self) {
        self.left = self.left.saturating_sub(1);
        let is_deep = self.depth > DEPTH || self.left == 0;
        match self.rng.below(if is_deep { 13 } else { 22 }) {
            0..=2 => self.read(),
            3..=5 => self.write(),
            6 => {
                let op = self.one_of(&["add", "sub", "mul", "min", "max", "add", "div", "mod"]);
                let (reg, a, b) = (self.free(), self.value(), self.value());
                self.add(&format!("r{reg} = {op} {a} {b} @0"));
            }
            7 => {
                let (reg, a) = (self.free(), self.value());
                self.add(&format!("r{reg} = copy {a}"));
            }
            8 | 9 => {
                let op = self.one_of(&["eq", "ne", "lt", "le", "gt", "ge"]);
                let (flag, a, b) = (self.flag(), self.int(), self.value());
                self.add(&format!("r{flag} = {op} r{a} {b}"));
            }
            10 | 11 => {
                let op = self.one_of(&["and", "or", "eq", "ne"]);
                let (flag, a, b) = (self.flag(), self.flag(), self.flag());
                let not = self.flag();
                self.add(&format!("r{flag} = {op} r{a} r{b} r{not} = not r{not}"));
            }
            12 => {
                let (reg, flag, a, b) = (self.free(), self.flag(), self.value(), self.value());
                self.add(&format!("r{reg} = select r{flag} {a} {b}"));
            }
            13..=15 => self.branch(),
            16 | 17 => self.question(),
            _ => self.turns(),
        }
    }

    /// An index that exists, as a rule: a literal, or what is left of a number.
    fn index(&mut self, cells: u32) -> String {
        match self.rng.below(8) {
            0 => format!("r{}", self.int()),
            1..=3 => {
                let (reg, from) = (self.free(), self.int());
                self.add(&format!("r{reg} = mod r{from} {cells}"));
                format!("r{reg}")
            }
            _ => self.rng.below(cells).to_string(),
        }
    }

    fn read(&mut self) {
        let reg = self.free();
        match self.rng.below(6) {
            0 => {
                let from = self.rng.below(2);
                self.add(&format!("r{reg} = sum s2 {from} 2"));
            }
            1 => {
                let index = self.index(3);
                self.add(&format!("r{reg} = table c0 {index} @0"));
            }
            2 => {
                let index = self.index(3);
                self.add(&format!("r{reg} = load s2 {index} @0"));
            }
            3 => {
                let index = self.index(2);
                self.add(&format!("r{reg} = load s3 {index} @0"));
            }
            _ => {
                let index = self.index(4);
                self.add(&format!("r{reg} = load s1 {index} @0"));
            }
        }
    }

    fn write(&mut self) {
        match self.rng.below(8) {
            0 => {
                let (from, to) = (self.index(2), self.index(2));
                let number = self.rng.below(2);
                self.add(&format!("move s3 {from} s3 {to} {number} @0"));
            }
            1 => {
                let (reg, index, from) = (self.free(), self.index(3), self.int());
                self.add(&format!(
                    "r{reg} = mod r{from} 5 store s2 {index} r{reg} @0"
                ));
            }
            2 => {
                let (reg, from) = (self.free(), self.int());
                self.add(&format!("r{reg} = mod r{from} 90 r{reg} = call f2 r{reg}"));
            }
            3 => {
                let (index, value) = (self.index(4), self.value());
                self.add(&format!("store s1 {index} {value} @0"));
            }
            _ => {
                let (reg, index, from) = (self.free(), self.index(4), self.int());
                self.add(&format!(
                    "r{reg} = mod r{from} 50 store s1 {index} r{reg} @0"
                ));
            }
        }
    }

    fn branch(&mut self) {
        let flag = self.flag();
        self.add(&format!("if r{flag} {{"));
        let (empty, both) = (self.rng.below(5) == 0, self.rng.below(2) == 0);
        if !empty {
            self.block();
            if !self.counting.is_empty() && self.rng.below(4) == 0 {
                self.add("break");
            }
        }
        self.add("}");
        if empty || both {
            self.add("else {");
            self.block();
            self.add("}");
        }
    }

    /// `a and b` or `a or b` as it comes from the translator: what one part decides leaves the other unasked.
    fn question(&mut self) {
        let (first, mut reg) = (self.flag(), self.free());
        let whole = INTS + (first - INTS + 1) % BOOLS;
        let (index, than) = (self.rng.below(4), self.rng.below(3));
        let second = format!("r{reg} = load s1 {index} r{whole} = gt r{reg} {than}");
        let mut text = match self.rng.below(2) {
            0 => format!("r{whole} = copy r{first} if r{first} {{ {second} }} if r{whole} {{"),
            _ => format!(
                "r{whole} = copy r{first} if r{first} {{ }} else {{ {second} }} if r{whole} {{"
            ),
        };
        let known = self.asked.len() as u32;
        if known > 0 && self.rng.below(2) == 0 {
            let (writes, before) = &self.asked[self.rng.below(known) as usize];
            if !self.counting.contains(writes) {
                reg = *writes;
                text.clone_from(before);
            }
        }
        self.add(&text);
        self.asked.push((reg, text));
        self.block();
        self.add("} else {");
        self.block();
        self.add("}");
    }

    fn turns(&mut self) {
        let reg = self.free();
        let from = self.rng.below(2);
        let mut after = String::new();
        match self.rng.below(6) {
            0 => {
                let (slot, cells) = [("s2", 3), ("s3", 2)][self.rng.below(2) as usize];
                let (first, turns) = (self.rng.below(cells), self.rng.below(cells + 1));
                let end = cells.min(first + turns);
                self.add(&format!("each r{reg} in {first} {end} {slot} 0 {{"));
                // What a turn knew of its cell is not known behind the loop.
                let flag = self.flag();
                after = format!("r{reg} = load {slot} {first} r{flag} = gt r{reg} 0");
            }
            1 => {
                let (end, of) = (self.free(), self.int());
                self.add(&format!(
                    "r{end} = mod r{of} 6 for r{reg} in {from} r{end} {{"
                ));
            }
            // Too many to be written out.
            2 | 3 if self.depth < 2 => self.add(&format!("for r{reg} in {from} 300 {{")),
            _ => {
                let to = from + 1 + self.rng.below(4);
                self.add(&format!("for r{reg} in {from} {to} {{"));
            }
        }
        self.counting.push(reg);
        self.block();
        self.counting.pop();
        self.add("}");
        self.add(&after);
    }
}
