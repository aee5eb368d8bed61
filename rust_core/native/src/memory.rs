//! Where things stand in the module's memory.
//!
//! A single state has a place of its own; the code finds the state that it works on by a global, so that it
//! may also stand elsewhere, and a cell with a known index is one load all the same. Behind that place come what
//! never changes (the first block, the tables, which segments can be resumed) and the list of the numbers offered
//! last. An instance that steps many games has them behind all that (`machine/kept.rs`).

use rulewright_engine::Layout;
use rulewright_ir::program::Program;

use crate::offered::NEAR;
use crate::offers::BEHIND;

/// The record of a failed check: number of the site, then two values.
pub(crate) const FAULT_SITE: u32 = 16;
/// First value of the record.
pub(crate) const FAULT_A: u32 = 24;
/// Second value of the record.
pub(crate) const FAULT_B: u32 = 32;
/// The generator that picks actions in random play.
pub(crate) const PICKER: u32 = 40;
/// The outcome of the last draw asked for from outside.
pub(crate) const OUTCOME: u32 = 48;
/// The entry of the queue whose action is being taken.
pub(crate) const CURSOR: u32 = 52;
/// Where a value is written so that it is computed there and then; nobody reads it.
pub(crate) const ANCHOR: u32 = 56;
/// Every player's points, then every player's tiebreak.
pub(crate) const RESULTS: u32 = 64;
/// The place of a single state, and of the position that is kept while a queue takes an action in it.
pub(crate) const STATE: u32 = 256;

/// An entry of the queue, 4 bytes each: an action and the address of the position that takes it.
pub(crate) const ENTRY: u32 = 8;

/// Bytes that every list has at least: the first numbers of a list are looked at together, be they there or not.
pub(crate) const SHORTEST_LIST: u32 = 4 * NEAR as u32;

/// Bytes of a page of memory.
pub(crate) const PAGE: u64 = 1 << 16;

/// What stands together for each of many games: a position, the length of the list of what is legal in it, and that list.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Shelf {
    /// Where the length stands.
    pub(crate) count: u32,
    /// Where the list begins.
    pub(crate) list: u32,
    /// Bytes of all, a multiple of 16.
    pub(crate) size: u32,
}

impl Shelf {
    fn of(layout: &Layout, longest_list: u32) -> Option<Self> {
        let count = u32::try_from(layout.size().next_multiple_of(4)).ok()?;
        let list = count.checked_add(4)?;
        let size = list.checked_add(longest_list.max(SHORTEST_LIST))?;
        let size = size.checked_next_multiple_of(16)?;
        Some(Shelf { count, list, size })
    }
}

/// Addresses that depend on the program.
#[derive(Clone, Debug)]
pub(crate) struct Map {
    /// A block with every cell at its first value.
    pub(crate) first_block: u32,
    /// First address of each table, 4 bytes an entry.
    pub(crate) tables: Vec<u32>,
    /// A byte for each segment: whether it can be resumed.
    pub(crate) resumable: u32,
    /// The numbers offered last, 4 bytes each.
    pub(crate) legal: u32,
    /// How each of many games stands there.
    pub(crate) shelf: Shelf,
    /// Pages of memory.
    pub(crate) pages: u64,
}

impl Map {
    /// Lays out the memory; nothing if it would not fit into 31 bits.
    pub(crate) fn of(program: &Program, layout: &Layout) -> Option<Self> {
        let mut at = u64::from(STATE);
        let mut take = |bytes: u64| {
            let here = at;
            at = (at + bytes).next_multiple_of(16);
            u32::try_from(here).ok()
        };
        take(layout.size() as u64)?;
        let first_block = take(layout.size() as u64)?;
        let tables = program
            .tables
            .iter()
            .map(|table| take(4 * table.len() as u64))
            .collect::<Option<Vec<u32>>>()?;
        let resumable = take(program.segments.len() as u64)?;
        let longest_list = (4 * most_offered(program) + u64::from(BEHIND)).next_multiple_of(16);
        let legal = take(longest_list)?;
        let longest_list = u32::try_from(longest_list).ok()?;
        (at < 1 << 31).then_some(Map {
            first_block,
            tables,
            resumable,
            legal,
            shelf: Shelf::of(layout, longest_list)?,
            pages: at.div_ceil(PAGE),
        })
    }
}

/// The most numbers that a legal function can offer: each of its decision's once, as it is seen to that they rise.
fn most_offered(program: &Program) -> u64 {
    let sizes = program.decisions.iter().map(|decision| {
        let options = decision.options.iter();
        options.map(|option| program.option_size(option)).sum()
    });
    sizes.max().unwrap_or(0)
}

/// A block with every cell at its first value and the header zero.
pub(crate) fn first_block(program: &Program, layout: &Layout) -> Vec<u8> {
    let mut block = vec![0_u8; layout.size()];
    for (place, slot) in layout.slots().iter().zip(&program.slots) {
        let width = place.width.bytes();
        for index in 0..place.cells() {
            let value = slot.first_value(index).to_le_bytes();
            let at = place.offset as usize + index * width;
            if let (Some(cell), Some(bytes)) = (block.get_mut(at..at + width), value.get(..width)) {
                cell.copy_from_slice(bytes);
            }
        }
    }
    block
}
