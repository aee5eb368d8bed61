//! Builder, craftsman and trader phases against the rules page.

use crate::table::{Setup, Table};

fn price(table: &mut Table, seat: u8, building: &str) -> i32 {
    let purse = format!("purse[{seat}]");
    let before = table.get(&purse);
    table.play(&format!("builder.build({building})"));
    before - table.get(&purse)
}

#[test]
fn pr42_three_quarries() {
    for (building, cost) in [
        ("construction_hut", 1),
        ("office", 3),
        ("harbor", 5),
        ("city_hall", 7),
    ] {
        let setup = Setup::new(3).tiles(1, "quarry", 3, 3).set("purse[1]", cost);
        let mut table = setup.take("builder");
        table.play("builder.pass");
        assert_eq!(price(&mut table, 1, building), cost, "{building}");
        let mut table = setup.set("purse[1]", cost - 1).take("builder");
        table.play("builder.pass");
        let text = format!("builder.build({building})");
        assert!(!table.legal().contains(&text), "{building}");
    }
}

#[test]
fn pr108_the_builder_pays_nothing_and_gets_nothing() {
    let mut table = Setup::new(3)
        .tiles(0, "quarry", 4, 4)
        .set("purse[0]", 0)
        .take("builder");
    assert_eq!(price(&mut table, 0, "small_market"), 0);
    table.expect("market[small_market]=1 city[0][small_market]=1");
}

#[test]
fn pr41_no_building_twice_and_none_without_a_copy() {
    let setup = Setup::new(3)
        .building(0, "office", 0)
        .with("purse[0]=20 market[harbor]=0");
    let legal = setup.take("builder").legal().join(" ");
    assert!(!legal.contains("office") && !legal.contains("harbor") && legal.contains("wharf"));
}

/// Ten city spaces in use by seat 0.
fn crowded() -> Setup {
    let names = "small_indigo_plant small_sugar_mill indigo_plant sugar_mill tobacco_storage \
                 coffee_roaster small_market hacienda guild_hall";
    let setup = Setup::new(3).set("purse[0]", 20);
    names
        .split_whitespace()
        .fold(setup, |setup, name| setup.building(0, name, 0))
}

#[test]
fn pr106_room_for_a_large_building() {
    let mut table = crowded().take("builder");
    table.play("builder.build(fortress)");
    table.expect("ending=1 me=1");
    let mut table = crowded().building(0, "office", 0).take("builder");
    assert!(!table
        .legal()
        .contains(&"builder.build(fortress)".to_owned()));
    table.play("builder.build(wharf)");
    table.expect("ending=1 me=1"); // PR-109: the others still build
    let full = crowded()
        .building(0, "office", 0)
        .building(0, "wharf", 0)
        .take("builder");
    full.expect("me=1 ending=0");
}

#[test]
fn pr43_university() {
    let setup = Setup::new(3)
        .building(0, "university", 1)
        .set("purse[0]", 20);
    let mut table = setup.take("builder");
    table.play("builder.build(indigo_plant) university.enrol");
    table.expect("staff[0][indigo_plant]=1 colonists=54");
    let mut table = setup.set("colonists", 0).take("builder");
    table.play("builder.build(fortress) university.enrol"); // PR-107
    table.expect("staff[0][fortress]=1 colonist_ship=2 ending=0");
    let mut table = Setup::new(3).set("purse[0]", 20).take("builder");
    table.play("builder.build(university)"); // PR-45
    table.expect("me=1 staff[0][university]=0");
}

#[test]
fn pr53_production() {
    let setup = Setup::new(3)
        .bare()
        .tiles(0, "corn", 3, 2)
        .tiles(0, "tobacco", 2, 2);
    let setup = setup
        .tiles(0, "sugar", 4, 3)
        .building(0, "tobacco_storage", 1);
    let setup = setup
        .building(0, "small_sugar_mill", 1)
        .building(0, "sugar_mill", 3);
    let mut table = setup.take("craftsman");
    table.expect("goods[0][corn]=2 goods[0][tobacco]=1 goods[0][sugar]=3 goods[0][indigo]=0");
    table.expect_legal(
        "craftsman.extra(corn) craftsman.extra(sugar) craftsman.extra(tobacco) craftsman.pass",
    );
    table.play("craftsman.extra(tobacco)");
    table.expect("goods[0][tobacco]=2 supply[tobacco]=7 me=1");
}

#[test]
fn pr52_factory_counts_what_was_really_produced() {
    let setup = Setup::new(3)
        .bare()
        .tiles(0, "corn", 1, 1)
        .tiles(0, "tobacco", 1, 1);
    let setup = setup
        .tiles(0, "sugar", 2, 2)
        .building(0, "tobacco_storage", 1);
    let setup = setup.building(0, "sugar_mill", 2).building(0, "factory", 1);
    setup.take("craftsman").expect("purse[0]=4");
    setup
        .set("supply[corn]", 0)
        .take("craftsman")
        .expect("purse[0]=3 goods[0][sugar]=2");
}

#[test]
fn pr110_shortage_serves_the_craftsman_first() {
    let setup = Setup::new(3)
        .bare()
        .tiles(0, "corn", 2, 2)
        .tiles(1, "corn", 2, 2);
    let table = setup
        .tiles(2, "corn", 2, 2)
        .set("supply[corn]", 3)
        .take("craftsman");
    // The supply is empty, so there is no extra good and nothing to ask (PR-51).
    table.expect("goods[0][corn]=2 goods[1][corn]=1 goods[2][corn]=0 me=1");
    assert!(table.legal()[0].starts_with("play.take"));
}

#[test]
fn pr111_old_stock_gives_no_extra_good() {
    let table = Setup::new(3).set("goods[0][coffee]", 2).take("craftsman");
    table.expect("me=1");
}

#[test]
fn pr112_prices() {
    let setup = Setup::new(3).with("goods[0][coffee]=1 goods[1][corn]=1 purse[0]=0 purse[1]=0");
    let setup = setup
        .building(0, "small_market", 1)
        .building(0, "large_market", 1);
    let mut table = setup.building(1, "small_market", 1).take("trader");
    table.play("trader.sell(coffee)");
    table.expect("purse[0]=8 house[coffee]=1");
    table.play("trader.sell(corn)");
    table.expect("purse[1]=1");
}

#[test]
fn pr61_house_and_office() {
    let setup = Setup::new(3).with("house[corn]=1 house[coffee]=1 house[sugar]=1");
    let setup = setup.with("goods[0][corn]=1 goods[1][coffee]=1 goods[2][indigo]=1");
    let mut table = setup.take("trader");
    table.expect("me=2");
    table.play("trader.sell(indigo)");
    table.expect("house[indigo]=0 supply[indigo]=11 house[corn]=0 purse[2]=3 me=1"); // PR-62
    let office = Setup::new(3).with("house[corn]=1 house[coffee]=1 goods[0][corn]=1");
    let mut table = office.building(0, "office", 1).take("trader");
    table.play("trader.sell(corn)");
    table.expect("house[corn]=2 purse[0]=3");
    let full = Setup::new(3).with("house[corn]=2 house[coffee]=1 house[sugar]=1 goods[1][corn]=1");
    let table = full.building(1, "office", 1).take("trader");
    table.expect("me=1 house[corn]=0 goods[1][corn]=1");
}

#[test]
fn pr17_no_sale_no_privilege() {
    let mut table = Setup::new(3).with("goods[0][coffee]=1").take("trader");
    table.play("trader.trading.pass");
    table.expect("purse[0]=2 house[coffee]=0");
}
