//! Action numbers: what they mean, their text, and back.
//!
//! The text of an action is the option's name, with the parameters in brackets if it has any:
//! `shop.buy(red,2)`. Entries of a kind stand by name, seats and numbers as numbers. If several options
//! share a name, the decision is put before it (`shop/pass`), and if that is not enough the number of
//! the option (`shop/pass#1`), so that every text belongs to one action.

use std::collections::BTreeMap;

use rulewright_ir::ids::DecisionId;
use rulewright_ir::program::{ActionOption, Param, Program};

use crate::engine::Engine;

/// What an action number means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionInfo {
    /// The decision it belongs to.
    pub decision: DecisionId,
    /// Index of the option in that decision.
    pub option: usize,
    /// Values of the parameters.
    pub params: Vec<i32>,
}

/// Belongs to no decision: a number between two options.
const NOBODY: u32 = u32::MAX;

/// All actions of a program by number and by text.
#[derive(Debug)]
pub(crate) struct ActionTable {
    /// Rising by first number.
    families: Vec<Family>,
    /// Family of each action number.
    family_of: Vec<u32>,
    /// Decision of each action number.
    decision_of: Vec<u32>,
    by_label: BTreeMap<String, usize>,
}

/// One option of one decision.
#[derive(Debug)]
struct Family {
    decision: DecisionId,
    option: usize,
    first: u32,
    target: usize,
    /// First value and number of values of each parameter.
    params: Vec<(i32, u32)>,
    steps: Vec<(i32, u32)>,
    label: String,
}

impl ActionTable {
    pub(crate) fn of(program: &Program) -> Self {
        let mut families = Vec::new();
        let mut names: BTreeMap<&str, usize> = BTreeMap::new();
        let mut full_names: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for decision in &program.decisions {
            for option in &decision.options {
                *names.entry(&option.name).or_default() += 1;
                *full_names
                    .entry((&decision.name, &option.name))
                    .or_default() += 1;
            }
        }
        let mut family_of = vec![NOBODY; program.actions as usize];
        let mut decision_of = vec![NOBODY; program.actions as usize];
        let mut by_label = BTreeMap::new();
        for (d, decision) in program.decisions.iter().enumerate() {
            for (o, option) in decision.options.iter().enumerate() {
                let (from, of) = (&decision.name, &option.name);
                let label = if names.get(of.as_str()) == Some(&1) {
                    of.clone()
                } else if full_names.get(&(from.as_str(), of.as_str())) == Some(&1) {
                    format!("{from}/{of}")
                } else {
                    format!("{from}/{of}#{o}")
                };
                let size = program.option_size(option).min(u64::from(program.actions)) as usize;
                let first = option.first as usize;
                let numbers = first..(first + size).min(family_of.len());
                if let Some(part) = family_of.get_mut(numbers.clone()) {
                    part.fill(families.len() as u32);
                }
                if let Some(part) = decision_of.get_mut(numbers) {
                    part.fill(d as u32);
                }
                by_label.insert(label.clone(), families.len());
                let params = extents(program, option);
                families.push(Family {
                    decision: DecisionId(d as u32),
                    option: o,
                    first: option.first,
                    target: option.target.index(),
                    steps: steps(&params),
                    params,
                    label,
                });
            }
        }
        ActionTable {
            families,
            family_of,
            decision_of,
            by_label,
        }
    }

    /// The decision of each action number.
    pub(crate) fn decisions(&self) -> &[u32] {
        &self.decision_of
    }

    fn family(&self, action: u32) -> Option<&Family> {
        let family = self.family_of.get(action as usize)?;
        self.families.get(*family as usize)
    }

    /// The segment an action leads to; its parameters are written to the start of `params`.
    pub(crate) fn answer(&self, action: u32, params: &mut [i32]) -> usize {
        let Some(family) = self.family(action) else {
            return usize::MAX;
        };
        family.split(action, params);
        family.target
    }
}

impl Family {
    #[inline]
    fn split(&self, action: u32, params: &mut [i32]) {
        let mut rest = action - self.first;
        for (value, (low, step)) in params.iter_mut().zip(&self.steps) {
            // The last one has step 1 and needs no division.
            let part = if *step == 1 { rest } else { rest / step };
            *value = low.wrapping_add(part as i32);
            rest -= part * step;
        }
    }
}

/// First value of each parameter, and how far apart the numbers of two values of it are.
fn steps(extents: &[(i32, u32)]) -> Vec<(i32, u32)> {
    let mut step = 1_u32;
    let mut steps: Vec<(i32, u32)> = Vec::with_capacity(extents.len());
    for (low, size) in extents.iter().rev() {
        steps.push((*low, step));
        step = step.saturating_mul(*size);
    }
    steps.reverse();
    steps
}

fn extents(program: &Program, option: &ActionOption) -> Vec<(i32, u32)> {
    let extent = |param: &Param| {
        let low = if let Param::Range(low, _) = param {
            *low
        } else {
            0
        };
        // Never 0 in a verified program; 1 keeps the division above total.
        (
            low,
            program.param_size(*param).clamp(1, u64::from(u32::MAX)) as u32,
        )
    };
    option.params.iter().map(extent).collect()
}

impl Engine {
    /// What an action number means; nothing if it belongs to no decision.
    #[must_use]
    pub fn describe(&self, action: u32) -> Option<ActionInfo> {
        let family = self.actions().family(action)?;
        let mut params = vec![0; family.params.len()];
        family.split(action, &mut params);
        Some(ActionInfo {
            decision: family.decision,
            option: family.option,
            params,
        })
    }

    /// The text of an action; nothing if it belongs to no decision.
    #[must_use]
    pub fn action_text(&self, action: u32) -> Option<String> {
        let family = self.actions().family(action)?;
        let info = self.describe(action)?;
        if info.params.is_empty() {
            return Some(family.label.clone());
        }
        let kinds = self.params_of(family)?;
        let words: Vec<String> = kinds
            .iter()
            .zip(&info.params)
            .map(|(param, value)| self.param_text(*param, *value))
            .collect();
        Some(format!("{}({})", family.label, words.join(",")))
    }

    /// The action with that text. Any text may be asked for; spaces around words do not matter.
    #[must_use]
    pub fn action_from_text(&self, text: &str) -> Option<u32> {
        let text = text.trim();
        let (label, words) = match text.split_once('(') {
            Some((label, rest)) => (
                label.trim_end(),
                rest.strip_suffix(')')?.split(',').map(str::trim).collect(),
            ),
            None => (text, Vec::new()),
        };
        let table = self.actions();
        let family = table.families.get(*table.by_label.get(label)?)?;
        let params = self.params_of(family)?;
        if params.len() != words.len() {
            return None;
        }
        let mut offset = 0_u32;
        for ((param, word), (low, size)) in params.iter().zip(words).zip(&family.params) {
            let value = match param {
                Param::Kind(kind) => {
                    let entries = &self.program().kinds.get(kind.index())?.entries;
                    i32::try_from(entries.iter().position(|entry| entry == word)?).ok()?
                }
                Param::Player | Param::Range(..) => word.parse().ok()?,
            };
            let step = u32::try_from(i64::from(value) - i64::from(*low))
                .ok()
                .filter(|step| step < size)?;
            offset = offset.checked_mul(*size)?.checked_add(step)?;
        }
        family.first.checked_add(offset)
    }

    fn params_of(&self, family: &Family) -> Option<&[Param]> {
        let decision = self.program().decisions.get(family.decision.index())?;
        Some(&decision.options.get(family.option)?.params)
    }

    fn param_text(&self, param: Param, value: i32) -> String {
        if let Param::Kind(kind) = param {
            let entries = self
                .program()
                .kinds
                .get(kind.index())
                .map(|kind| &kind.entries);
            if let Some(name) = entries.and_then(|entries| entries.get(value as usize)) {
                return name.clone();
            }
        }
        value.to_string()
    }
}
