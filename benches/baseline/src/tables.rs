//! The printed numbers (PR-2 to PR-9), names, and the numbering of the actions.

pub(crate) const GOODS: [&str; 5] = ["corn", "indigo", "sugar", "tobacco", "coffee"];
pub(crate) const TILES: [&str; 6] = ["corn", "indigo", "sugar", "tobacco", "coffee", "quarry"];
pub(crate) const SHIPS: [&str; 3] = ["small_ship", "middle_ship", "large_ship"];
pub(crate) const ROLES: [&str; 8] = [
    "settler",
    "mayor",
    "builder",
    "craftsman",
    "trader",
    "captain",
    "prospector",
    "second_prospector",
];
pub(crate) const BUILDINGS: [&str; 23] = [
    "small_indigo_plant",
    "small_sugar_mill",
    "indigo_plant",
    "sugar_mill",
    "tobacco_storage",
    "coffee_roaster",
    "small_market",
    "hacienda",
    "construction_hut",
    "small_warehouse",
    "hospice",
    "office",
    "large_market",
    "large_warehouse",
    "factory",
    "university",
    "harbor",
    "wharf",
    "guild_hall",
    "residence",
    "fortress",
    "customs_house",
    "city_hall",
];

pub(crate) const CORN: u8 = 0;
pub(crate) const INDIGO: u8 = 1;
pub(crate) const QUARRY: u8 = 5;
/// In place of a kind: an empty ship.
pub(crate) const NOTHING: u8 = 5;

pub(crate) const SMALL_MARKET: u8 = 6;
pub(crate) const HACIENDA: u8 = 7;
pub(crate) const CONSTRUCTION_HUT: u8 = 8;
pub(crate) const SMALL_WAREHOUSE: u8 = 9;
pub(crate) const HOSPICE: u8 = 10;
pub(crate) const OFFICE: u8 = 11;
pub(crate) const LARGE_MARKET: u8 = 12;
pub(crate) const LARGE_WAREHOUSE: u8 = 13;
pub(crate) const FACTORY: u8 = 14;
pub(crate) const UNIVERSITY: u8 = 15;
pub(crate) const HARBOR: u8 = 16;
pub(crate) const WHARF: u8 = 17;
pub(crate) const GUILD_HALL: u8 = 18;
pub(crate) const RESIDENCE: u8 = 19;
pub(crate) const FORTRESS: u8 = 20;
pub(crate) const CUSTOMS_HOUSE: u8 = 21;
pub(crate) const CITY_HALL: u8 = 22;

/// Buildings by sort, one bit each.
pub(crate) const SMALL_PLANTS: u32 = 0b00_0011;
pub(crate) const LARGE_PLANTS: u32 = 0b11_1100;
pub(crate) const VIOLET: u32 = 0x7f_ffc0;
pub(crate) const LARGE: u32 = 0x7c_0000;

pub(crate) const COST: [u8; 23] = [
    1, 2, 3, 4, 5, 6, 1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 8, 9, 10, 10, 10, 10, 10,
];
pub(crate) const POINTS: [u8; 23] = [
    1, 1, 2, 2, 3, 3, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4,
];
pub(crate) const CIRCLES: [u8; 23] = [
    1, 1, 3, 3, 3, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
];
pub(crate) const COLUMN: [u8; 23] = [
    1, 1, 2, 2, 3, 3, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4,
];
pub(crate) const COPIES: [u8; 23] = [
    4, 4, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1,
];

/// City or island spaces of a player (PR-6).
pub(crate) const SPACES: u8 = 12;
pub(crate) const PLANTATIONS: [u8; 5] = [10, 12, 11, 9, 8];
pub(crate) const QUARRIES: u8 = 8;
pub(crate) const GOODS_IN_SUPPLY: [u8; 5] = [10, 11, 11, 9, 9];
/// Goods that fill the trading house.
pub(crate) const HOUSE_SIZE: u8 = 4;
/// The game is broken off after this many rounds.
pub(crate) const LAST_ROUND: u8 = 200;

/// `AFFORDABLE[c - 1][m]`: the buildings of column `c` whose printed cost is at most `m`.
pub(crate) const AFFORDABLE: [[u32; 11]; 4] = {
    let mut table = [[0; 11]; 4];
    let mut building = 0;
    while building < 23 {
        let mut money = COST[building] as usize;
        while money <= 10 {
            table[COLUMN[building] as usize - 1][money] |= 1 << building;
            money += 1;
        }
        building += 1;
    }
    table
};

/// First action number of each decision; passing is the last number of a decision's run.
pub(crate) mod base {
    pub(crate) const ROLE: u16 = 0;
    pub(crate) const HACIENDA: u16 = 8;
    pub(crate) const TILE: u16 = 10;
    pub(crate) const HOSPICE: u16 = 17;
    pub(crate) const RECRUIT: u16 = 19;
    pub(crate) const BUILD: u16 = 21;
    pub(crate) const UNIVERSITY: u16 = 45;
    pub(crate) const EXTRA: u16 = 47;
    pub(crate) const SELL: u16 = 53;
    pub(crate) const LOAD: u16 = 59;
    pub(crate) const FIELDS: u16 = 80;
    pub(crate) const STAFF: u16 = FIELDS + 6 * FIELDS_STEP;
    pub(crate) const KEEP: u16 = STAFF + 23 * STAFF_STEP;
    pub(crate) const END: u16 = KEEP + 5 * KEEP_STEP;
    /// 0 to 12 colonists on the tiles of a kind.
    pub(crate) const FIELDS_STEP: u16 = 13;
    /// 0 to 3 colonists on a building.
    pub(crate) const STAFF_STEP: u16 = 4;
    /// 0 to 11 goods of a kind.
    pub(crate) const KEEP_STEP: u16 = 12;
}

/// Role cards in the game (PR-4).
pub(crate) fn role_count(players: u8) -> u8 {
    players + 3
}

/// Goods that a ship holds (PR-4).
pub(crate) fn ship_size(players: u8, ship: usize) -> u8 {
    players + 1 + ship as u8
}

/// City spaces that a building takes (PR-41).
pub(crate) fn city_spaces(building: u8) -> u8 {
    1 + ((LARGE >> building) & 1) as u8
}
