//! Neighbours in the linear code become one instruction, where there is one for both, and jumps get their
//! last form.
//!
//! A joined instruction does what its parts do, one after the other, and keeps all their results. It has
//! one place in the rules, so only one of its parts may be able to fail, unless both stand at the same
//! place. Nothing that is jumped to is joined to what stands before it.

use rulewright_ir::ids::SpanId;

use super::code::Code;
use super::ins::{CellTest, CellThen, Chain, Grid, Ins, Pc, Test, ThenTest, Two, R, SINK};

/// The most instructions between a jump and its goal in the short form.
const NEAR: u32 = u16::MAX as u32;

impl Code {
    /// Joins what can be joined, unless the register that holds 0 is not given; sets all jumps.
    pub(super) fn join(&mut self, zero: Option<R>) {
        let old = std::mem::take(&mut self.ins);
        let spans = std::mem::take(&mut self.spans);
        let landings = self.landings(&old);
        let is_landing = |at: usize| landings.get(at).copied().unwrap_or(true);
        // The new address of each old one, and where each new instruction jumps to, by the old address.
        let mut places: Vec<Pc> = Vec::with_capacity(old.len());
        let mut goals: Vec<Option<Pc>> = Vec::with_capacity(old.len());
        let mut rest = old.as_slice();
        while let Some((&first, after)) = rest.split_first() {
            rest = after;
            let at = places.len();
            let mut ins = first;
            let mut span = spans.get(at).copied().flatten();
            let mut goal = first.goal();
            places.push(self.ins.len() as Pc);
            while let Some(joined) = zero.and_then(|zero| Joined::of(ins, rest, zero)) {
                let range = places.len()..places.len() + joined.taken;
                let last = range.end - 1;
                let next_span = spans.get(last).copied().flatten();
                let next = old.get(last).copied().unwrap_or(Ins::Halt);
                let is_near = next
                    .goal()
                    .is_none_or(|to| to.saturating_sub(at as Pc) < NEAR);
                let Some(both) = common_place((ins, span), (next, next_span)) else {
                    break;
                };
                // Entering a segment may fail too, at its first instruction.
                let moves = both != span && self.segments.iter().any(|s| s.pc as usize == at);
                if range.clone().any(is_landing) || !is_near || moves {
                    break;
                }
                (ins, span, goal) = (joined.ins, both, next.goal());
                places.extend(range.map(|_| self.ins.len() as Pc));
                rest = rest.get(joined.taken..).unwrap_or(&[]);
            }
            self.ins.push(ins);
            self.spans.push(span);
            goals.push(goal);
        }
        let new = |at: Pc| places.get(at as usize).copied().unwrap_or(0);
        for (at, (ins, goal)) in (0..).zip(self.ins.iter_mut().zip(goals)) {
            if let Some(goal) = goal.map(new) {
                ins.aim(goal, goal.wrapping_sub(at));
            }
        }
        for (at, _) in &mut self.names {
            *at = new(*at);
        }
        for to in &mut self.targets {
            *to = new(*to);
        }
        for segment in &mut self.segments {
            segment.pc = new(segment.pc);
        }
        for func in &mut self.funcs {
            func.pc = new(func.pc);
        }
    }

    /// Which instructions are jumped to or come first.
    fn landings(&self, ins: &[Ins]) -> Vec<bool> {
        let mut landings = vec![false; ins.len()];
        let goals = ins.iter().filter_map(Ins::goal);
        let starts = self.names.iter().map(|(at, _)| *at);
        for at in goals.chain(starts).chain(self.targets.iter().copied()) {
            if let Some(landing) = landings.get_mut(at as usize) {
                *landing = true;
            }
        }
        landings
    }
}

/// The place of two instructions that become one, if one does for both.
#[expect(clippy::option_option, reason = "an instruction may have no place")]
fn common_place(
    (first, span): (Ins, Option<SpanId>),
    (next, next_span): (Ins, Option<SpanId>),
) -> Option<Option<SpanId>> {
    match (first.fails(), next.fails()) {
        (true, true) if span != next_span => None,
        (false, true) => Some(next_span),
        _ => Some(span),
    }
}

/// An instruction and some after it, as one.
struct Joined {
    ins: Ins,
    /// How many after it.
    taken: usize,
}

impl Joined {
    fn of(first: Ins, rest: &[Ins], zero: R) -> Option<Self> {
        if let (&Ins::PeekU8 { dst, at }, [second, third, ..]) = (&first, rest) {
            if let Some(ins) = grid((dst, at), *second, *third) {
                return Some(Joined { ins, taken: 2 });
            }
        }
        let ins = join_two(first, *rest.first()?, zero)?;
        Some(Joined { ins, taken: 1 })
    }
}

/// Two cells and the index that they make.
fn grid((row, row_at): (R, u32), second: Ins, third: Ins) -> Option<Ins> {
    let (
        Ins::PeekU8 {
            dst: column,
            at: column_at,
        },
        Ins::MulAdd(it),
    ) = (second, third)
    else {
        return None;
    };
    if it.a != row || it.c != column || row == column || it.mid == column {
        return None;
    }
    Some(Ins::Grid(Grid {
        row,
        row_at: u16::try_from(row_at).ok()?,
        column,
        column_at: u16::try_from(column_at).ok()?,
        width: it.b,
        product: it.mid,
        dst: it.dst,
    }))
}

fn join_two(first: Ins, second: Ins, zero: R) -> Option<Ins> {
    Some(match (first, second) {
        (Ins::Add(x), Ins::Add(y)) => Ins::AddAdd(chain(x, y)?),
        (Ins::Min(x), Ins::Add(y)) => Ins::MinAdd(chain(x, y)?),
        (Ins::Min(x), Ins::Max(y)) => Ins::MinMax(chain(x, y)?),
        (Ins::Sub(x), Ins::Min(y)) => Ins::SubMin(chain(x, y)?),
        (Ins::Add(x), Ins::Mod(y)) if y.a == x.dst => Ins::AddMod(chain(x, y)?),
        (Ins::AddAdd(x), Ins::Offer { action }) if action == x.dst => Ins::AddAddOffer(x),
        (Ins::Offer { action }, Ins::Copy { dst, a }) => Ins::OfferCopy { action, dst, a },
        (Ins::Not { dst, a }, Ins::JumpUnless { cond, skip }) if cond == dst => {
            Ins::NotJump { dst, a, skip }
        }
        (Ins::Sub(two), Ins::IfLe(test)) => Ins::SubIfLe(then_test(two, test)?),
        (Ins::Sub(two), Ins::IfGt(test)) => Ins::SubIfGt(then_test(two, test)?),
        (Ins::PeekI16 { dst, at }, Ins::Sub(then)) => Ins::PeekI16Sub { dst, at, then },
        (Ins::PeekU8 { dst, at }, second) => match test_of(dst, second, zero)? {
            (Is::Greater, than) if than == zero => Ins::PeekIfSet { dst, at, skip: 0 },
            (Is::Equal, than) if than == zero => Ins::PeekIfClear { dst, at, skip: 0 },
            _ => return None,
        },
        (Ins::Cell { dst, index, base }, Ins::Sub(y)) if y.b == dst => {
            Ins::CellSub(cell_then(dst, index, base, y.dst, y.a)?)
        }
        (Ins::Cell { dst, index, base }, Ins::Gt(y)) if y.a == dst => {
            Ins::CellGt(cell_then(dst, index, base, y.dst, y.b)?)
        }
        (Ins::Cell { dst, index, base }, second) => {
            let at = Two {
                dst,
                a: index,
                b: zero,
            };
            cell_test(at, base, second, zero)?
        }
        (Ins::At { index, at, base }, second) if index == SINK => {
            cell_test(at, base, second, zero)?
        }
        _ => return None,
    })
}

/// The second must go on with the result of the first, on either side: all but `mod` may be turned round.
fn chain(x: Two, y: Two) -> Option<Chain> {
    let c = match x.dst {
        mid if y.a == mid => y.b,
        mid if y.b == mid => y.a,
        _ => return None,
    };
    Some(Chain {
        mid: x.dst,
        a: x.a,
        b: x.b,
        dst: y.dst,
        c,
    })
}

fn then_test(two: Two, test: Test) -> Option<ThenTest> {
    (test.a == two.dst).then_some(ThenTest {
        two,
        than: test.b,
        skip: 0,
    })
}

fn cell_then(dst: R, index: R, base: u32, then: R, with: R) -> Option<CellThen> {
    Some(CellThen {
        dst,
        index,
        base: u16::try_from(base).ok()?,
        then,
        with,
    })
}

fn cell_test(at: Two, base: u32, second: Ins, zero: R) -> Option<Ins> {
    let (is, than) = test_of(at.dst, second, zero)?;
    let test = CellTest {
        dst: at.dst,
        a: at.a,
        b: at.b,
        base: u16::try_from(base).ok()?,
        than,
        skip: 0,
    };
    Some(match is {
        Is::Equal => Ins::CellIfEq(test),
        Is::Greater => Ins::CellIfGt(test),
    })
}

/// What a byte is compared for.
enum Is {
    Equal,
    Greater,
}

/// The test of a byte in a register, and what it is compared with.
fn test_of(cell: R, ins: Ins, zero: R) -> Option<(Is, R)> {
    match ins {
        Ins::IfGt(test) if test.a == cell => Some((Is::Greater, test.b)),
        Ins::IfEq(test) if test.a == cell => Some((Is::Equal, test.b)),
        Ins::IfEq(test) if test.b == cell => Some((Is::Equal, test.a)),
        Ins::IfNe(test) if test.a == cell && test.b == zero => Some((Is::Greater, zero)),
        Ins::JumpUnless { cond, .. } if cond == cell => Some((Is::Greater, zero)),
        Ins::JumpIf { cond, .. } if cond == cell => Some((Is::Equal, zero)),
        _ => None,
    }
}
