//! Rules for decisions, chance points and the four lines that name where a game starts, who is
//! to move and how it is scored.

use super::error::{check_list, in_range, Fault, VerifyError};
use super::FuncFacts;
use crate::ids::{FuncId, SegmentId};
use crate::limits;
use crate::program::{
    ActionOption, Chance, Class, Decision, Limit, Param, Program, Type, Value, Weights,
};

/// Who asks which function, and which numbers belong to whom.
pub(super) struct LegalUses {
    /// For each function, the decisions whose legal function it is.
    uses: Vec<Vec<usize>>,
    numbers: Vec<Numbers>,
}

/// The action numbers of one option: `first` to `end - 1`.
struct Numbers {
    first: u64,
    end: u64,
    decision: usize,
}

impl LegalUses {
    pub(super) fn is_legal(&self, func: FuncId) -> bool {
        self.uses
            .get(func.index())
            .is_some_and(|uses| !uses.is_empty())
    }

    /// Whether each decision that asks this function has an option with that number.
    pub(super) fn may_offer(&self, func: FuncId, action: i32) -> bool {
        let Ok(action) = u64::try_from(action) else {
            return false;
        };
        // Numbers are sorted and disjoint, so the last that begin in time are the only candidate.
        let after = self.numbers.partition_point(|each| each.first <= action);
        let owner = after.checked_sub(1).and_then(|at| self.numbers.get(at));
        let owner = owner.filter(|each| action < each.end);
        let uses = self.uses.get(func.index());
        owner.is_some_and(|owner| {
            uses.is_some_and(|uses| uses.iter().all(|&each| each == owner.decision))
        })
    }
}

pub(super) fn check_points(program: &Program) -> Result<LegalUses, VerifyError> {
    let mut legal = LegalUses {
        uses: vec![Vec::new(); program.funcs.len()],
        numbers: Vec::new(),
    };
    for (number, decision) in program.decisions.iter().enumerate() {
        check_decision(program, decision).map_err(|fault| {
            VerifyError::new(format!("d{number} {:?}", decision.name), fault)
                .at_span(program, decision.span)
        })?;
        if let Some(uses) = legal.uses.get_mut(decision.legal.index()) {
            uses.push(number);
        }
    }
    legal.numbers = check_disjoint(program)?;
    for (number, chance) in program.chances.iter().enumerate() {
        check_chance(program, chance).map_err(|fault| {
            VerifyError::new(format!("h{number} {:?}", chance.name), fault)
                .at_span(program, chance.span)
        })?;
    }
    check_actor(program).map_err(|fault| VerifyError::new("actor", fault))?;
    check_target(program, program.entry, 0).map_err(|fault| VerifyError::new("entry", fault))?;
    for (what, func) in [("score", program.score), ("tiebreak", program.tiebreak)] {
        check_score(program, what, func).map_err(|fault| VerifyError::new(what, fault))?;
    }
    for limit in &program.limits {
        check_limit(program, *limit).map_err(|fault| VerifyError::new("limit", fault))?;
    }
    Ok(legal)
}

fn check_decision(program: &Program, decision: &Decision) -> Result<(), Fault> {
    if let Some(span) = decision.span {
        in_range(&program.spans, span.index(), span)?;
    }
    let func = in_range(&program.funcs, decision.legal.index(), decision.legal)?;
    if !func.params.is_empty() || func.result.is_some() {
        return Err(Fault::LegalSignature {
            func: decision.legal,
        });
    }
    check_list("options", &decision.options)?;
    for option in &decision.options {
        check_option(program, option)?;
    }
    Ok(())
}

fn check_option(program: &Program, option: &ActionOption) -> Result<(), Fault> {
    let (count, most) = (option.params.len(), limits::DIMENSIONS);
    if count > most {
        return Err(Fault::TooMany {
            what: "parameters",
            count,
            most,
        });
    }
    for param in &option.params {
        match *param {
            Param::Kind(kind) => {
                in_range(&program.kinds, kind.index(), kind)?;
            }
            Param::Range(low, high) if low > high => {
                return Err(Fault::EmptyParam {
                    option: option.name.clone(),
                    low,
                    high,
                });
            }
            Param::Player | Param::Range(..) => {}
        }
    }
    let end = u64::from(option.first).saturating_add(program.option_size(option));
    if end > u64::from(program.actions) {
        let (option, actions) = (option.name.clone(), program.actions);
        return Err(Fault::ActionsBeyond {
            option,
            end,
            actions,
        });
    }
    check_target(program, option.target, option.params.len())
}

/// A segment that is entered with that many ints.
fn check_target(program: &Program, segment: SegmentId, count: usize) -> Result<(), Fault> {
    let found = in_range(&program.segments, segment.index(), segment)?;
    if count == 0 && !found.params.is_empty() {
        return Err(Fault::SegmentParams { segment });
    }
    if found.params.len() != count || found.params.iter().any(|&each| each != Type::Int) {
        return Err(Fault::TargetParams { segment, count });
    }
    Ok(())
}

/// The numbers of all options that have any, sorted; no two options share one.
fn check_disjoint(program: &Program) -> Result<Vec<Numbers>, VerifyError> {
    let mut options: Vec<(&ActionOption, usize)> = program
        .decisions
        .iter()
        .enumerate()
        .flat_map(|(number, decision)| decision.options.iter().map(move |each| (each, number)))
        .filter(|(option, _)| program.option_size(option) > 0)
        .collect();
    options.sort_by_key(|(option, _)| option.first);
    for pair in options.windows(2) {
        if let [(before, _), (option, number)] = pair {
            if u64::from(before.first) + program.option_size(before) > u64::from(option.first) {
                let fault = Fault::ActionsShared {
                    option: option.name.clone(),
                    first: option.first,
                    other: before.name.clone(),
                };
                return Err(VerifyError::new(format!("d{number}"), fault));
            }
        }
    }
    let numbers = options.iter().map(|&(option, decision)| {
        let first = u64::from(option.first);
        Numbers {
            first,
            end: first + program.option_size(option),
            decision,
        }
    });
    Ok(numbers.collect())
}

fn check_chance(program: &Program, chance: &Chance) -> Result<(), Fault> {
    if let Some(span) = chance.span {
        in_range(&program.spans, span.index(), span)?;
    }
    let count = match chance.source {
        Weights::Uniform(count) => count,
        Weights::Cells { slot, len, base } => {
            let found = in_range(&program.slots, slot.index(), slot)?;
            if found.unlimited {
                return Err(Fault::UnlimitedRead { slot });
            }
            let size = program.slot_cells(found);
            if u64::from(len) > size {
                return Err(Fault::LengthBeyond {
                    id: slot.to_string(),
                    len,
                    size,
                });
            }
            if let Some(base) = base {
                let found = in_range(&program.slots, base.index(), base)?;
                if !found.dims.is_empty() || found.unlimited {
                    return Err(Fault::ChanceBase { slot: base });
                }
            }
            len
        }
    };
    if count == 0 || i32::try_from(count).is_err() {
        return Err(Fault::Outcomes { count });
    }
    check_target(program, chance.target, 1)
}

fn check_actor(program: &Program) -> Result<(), Fault> {
    let slot = program.actor;
    let found = in_range(&program.slots, slot.index(), slot)?;
    let holds_player = matches!(
        found.class,
        Class::Var(Value::Player) | Class::Control(Value::Player)
    );
    if holds_player && found.dims.is_empty() && found.low >= 0 {
        Ok(())
    } else {
        Err(Fault::ActorSlot { slot })
    }
}

fn check_score(program: &Program, what: &'static str, func: FuncId) -> Result<(), Fault> {
    let found = in_range(&program.funcs, func.index(), func)?;
    if found.params != [Type::Int] || found.result != Some(Type::Int) {
        return Err(Fault::ScoreSignature { what, func });
    }
    Ok(())
}

fn check_limit(program: &Program, limit: Limit) -> Result<(), Fault> {
    let slot = limit.slot;
    let found = in_range(&program.slots, slot.index(), slot)?;
    if !matches!(found.class, Class::Place(_)) {
        return Err(Fault::LimitSlot { slot });
    }
    check_score(program, "limit", limit.most)
}

/// What is asked between moves leaves the state as it is.
pub(super) fn check_reads_only(program: &Program, facts: &[FuncFacts]) -> Result<(), VerifyError> {
    let legal = program.decisions.iter().map(|decision| decision.legal);
    let limits = program.limits.iter().map(|limit| limit.most);
    let asked = legal.chain(limits);
    for func in asked.chain([program.score, program.tiebreak]) {
        if facts.get(func.index()).is_some_and(|facts| facts.writes) {
            let name = program
                .funcs
                .get(func.index())
                .map_or("", |found| &found.name);
            return Err(VerifyError::new(
                format!("{func} {name:?}"),
                Fault::Writes { func },
            ));
        }
    }
    Ok(())
}
