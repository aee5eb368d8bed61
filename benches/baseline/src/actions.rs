//! The text of an action. Numbers are the same for 3, 4 and 5 players.

use crate::tables::{base, BUILDINGS, GOODS, ROLES, SHIPS, TILES};

/// How many action numbers there are.
#[must_use]
pub const fn action_count() -> u16 {
    base::END
}

/// An action as text, such as `captain.load(corn,small_ship)`; empty for a number that is none.
#[must_use]
pub fn action_text(action: u16) -> String {
    use base as b;
    let index = |first: u16| usize::from(action - first);
    match action {
        b::ROLE..b::HACIENDA => format!("play.take({})", ROLES[index(b::ROLE)]),
        b::HACIENDA..b::TILE => pick(["hacienda.explore", "hacienda.pass"], index(b::HACIENDA)),
        b::TILE..b::HOSPICE => match index(b::TILE) {
            5 => "settler.quarry".to_owned(),
            6 => "settler.pass".to_owned(),
            kind => format!("settler.plantation({})", TILES[kind]),
        },
        b::HOSPICE..b::RECRUIT => pick(["hospice.settle", "hospice.pass"], index(b::HOSPICE)),
        b::RECRUIT..b::BUILD => pick(["mayor.recruit", "mayor.extra.pass"], index(b::RECRUIT)),
        b::BUILD..b::UNIVERSITY => one_of("builder.build", &BUILDINGS, index(b::BUILD))
            .unwrap_or_else(|| "builder.pass".to_owned()),
        b::UNIVERSITY..b::EXTRA => pick(
            ["university.enrol", "university.pass"],
            index(b::UNIVERSITY),
        ),
        b::EXTRA..b::SELL => one_of("craftsman.extra", &GOODS, index(b::EXTRA))
            .unwrap_or_else(|| "craftsman.pass".to_owned()),
        b::SELL..b::LOAD => one_of("trader.sell", &GOODS, index(b::SELL))
            .unwrap_or_else(|| "trader.trading.pass".to_owned()),
        b::LOAD..b::FIELDS => match index(b::LOAD) {
            bit @ 0..15 => format!("captain.load({},{})", GOODS[bit / 3], SHIPS[bit % 3]),
            bit => one_of("wharf.ship_away", &GOODS, bit - 15)
                .unwrap_or_else(|| "captain.loading.pass".to_owned()),
        },
        b::FIELDS..b::STAFF => counted("mayor.fields", &TILES, index(b::FIELDS), b::FIELDS_STEP),
        b::STAFF..b::KEEP => counted("mayor.staff", &BUILDINGS, index(b::STAFF), b::STAFF_STEP),
        b::KEEP..b::END => counted("captain.keep", &GOODS, index(b::KEEP), b::KEEP_STEP),
        _ => String::new(),
    }
}

fn pick(texts: [&str; 2], index: usize) -> String {
    texts[index.min(1)].to_owned()
}

fn one_of(what: &str, names: &[&str], index: usize) -> Option<String> {
    names.get(index).map(|name| format!("{what}({name})"))
}

fn counted(what: &str, names: &[&str], index: usize, step: u16) -> String {
    let step = usize::from(step);
    format!("{what}({},{})", names[index / step], index % step)
}
