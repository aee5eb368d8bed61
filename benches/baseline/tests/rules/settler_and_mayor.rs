//! Settler and mayor phases, and roles, against the rules page.

use crate::table::Setup;

#[test]
fn pr4_start_of_a_game() {
    let table = Setup::new(3).table();
    table.expect("island[0][indigo]=1 island[1][indigo]=1 island[2][corn]=1 vp_pool=75");
    table.expect("colonists=55 colonist_ship=3 purse[2]=2 quarries=8");
    let table = Setup::new(5).table();
    table.expect("island[2][indigo]=1 island[3][corn]=1 island[4][corn]=1 vp_pool=122");
    table.expect("colonists=95 colonist_ship=5 purse[4]=4");
}

#[test]
fn pr13_coins_on_roles_left_and_governor_moves() {
    let mut table = Setup::new(4).set("coins[trader]", 3).take("prospector");
    table.expect("purse[0]=4 taken[prospector]=1");
    table.play("play.take(trader)");
    table.expect("purse[1]=6 coins[trader]=0"); // PR-100
    table.play("play.take(captain) play.take(craftsman)");
    table.expect("governor=1 me=1 chooser=3 coins[settler]=1 coins[mayor]=1 coins[builder]=1");
    table.expect("coins[prospector]=0 taken[trader]=0");
}

#[test]
fn pr101_equal_prospectors_are_one_choice() {
    let mut table = Setup::new(5).table();
    assert_eq!(table.legal().len(), 7);
    table.play("play.take(prospector)");
    table.play("play.take(second_prospector)");
    table.expect("purse[0]=5 purse[1]=5");
    let table = Setup::new(5).set("coins[prospector]", 1).table();
    assert_eq!(table.legal().len(), 8);
}

fn settled(seat_0_tiles: i32) -> Setup {
    Setup::new(3)
        .with("row[corn]=1 row[indigo]=1 row[sugar]=2 row[tobacco]=0 row[coffee]=0")
        .tiles(0, "indigo", seat_0_tiles, 0)
}

#[test]
fn pr20_only_settler_and_hut_take_a_quarry() {
    let mut table = settled(1)
        .building(2, "construction_hut", 1)
        .take("settler");
    let open = "settler.plantation(corn) settler.plantation(indigo) settler.plantation(sugar)";
    table.expect_legal(&format!("{open} settler.quarry settler.pass"));
    table.play("settler.quarry");
    table.expect_legal(&format!("{open} settler.pass"));
    table.play("settler.plantation(corn)");
    table.play("settler.quarry");
    table.expect("quarries=6 island[0][quarry]=1 island[1][corn]=1 island[2][quarry]=1");
    table.expect("discard[indigo]=1 discard[sugar]=2 me=1");
}

#[test]
fn pr22_no_quarry_left() {
    let table = settled(1).set("quarries", 0).take("settler");
    assert!(!table.legal().contains(&"settler.quarry".to_owned()));
}

#[test]
fn pr26_a_full_island_takes_nothing() {
    let table = settled(12).building(0, "hacienda", 1).take("settler");
    table.expect("me=1");
    let mut table = settled(11).building(0, "hacienda", 1).take("settler");
    table.play("hacienda.explore");
    table.expect("me=1");
}

#[test]
fn pr25_hospice_serves_the_normal_tile_from_supply_or_ship() {
    let setup = settled(1)
        .building(0, "hospice", 1)
        .building(0, "hacienda", 1);
    let mut table = setup.take("settler");
    table.play("hacienda.pass settler.quarry hospice.settle");
    table.expect("fields[0][quarry]=1 colonists=54 colonist_ship=3");
    let mut table = setup.with("colonists=0").take("settler");
    table.play("hacienda.explore settler.plantation(corn) hospice.settle");
    table.expect("fields[0][corn]=1 colonist_ship=2 ending=0"); // PR-35
    let mut table = settled(1)
        .building(0, "hospice", 1)
        .with("colonists=0 colonist_ship=0")
        .take("settler");
    table.play("settler.plantation(corn)");
    table.expect("me=1");
}

#[test]
fn pr23_hacienda_rebuilds_an_empty_stack_or_draws_nothing() {
    let none = "stack[corn]=0 stack[indigo]=0 stack[sugar]=0 stack[tobacco]=0 stack[coffee]=0";
    let setup = settled(1).with(none).building(0, "hacienda", 1);
    setup.take("settler").expect("me=0 stack[corn]=0");
    assert_eq!(setup.take("settler").legal()[0], "settler.plantation(corn)");
    let mut table = setup.with("discard[coffee]=3").take("settler");
    table.play("hacienda.explore");
    table.expect("island[0][coffee]=1 stack[coffee]=2 discard[coffee]=0");
}

#[test]
fn pr27_the_refill_uses_the_old_stack_first() {
    let stack = "stack[corn]=0 stack[indigo]=0 stack[sugar]=0 stack[tobacco]=2 stack[coffee]=0";
    let mut table = settled(1).with(stack).take("settler");
    table.play("settler.pass settler.pass settler.pass");
    table.expect("row[tobacco]=2 discard[corn]=0 discard[sugar]=0");
    let left = ["corn", "indigo", "sugar"].map(|t| table.get(&format!("stack[{t}]")));
    assert_eq!(left.iter().sum::<i32>(), 2);
    // Too few of all: fewer lie open, and nobody is asked where nothing is left.
    let bare = "stack[tobacco]=0 row[corn]=0 row[indigo]=0 row[sugar]=1 quarries=0";
    let mut table = settled(1).with(stack).with(bare).take("settler");
    table.play("settler.plantation(sugar)");
    table.expect("row[sugar]=0 me=1 chooser=0");
}

#[test]
fn pr102_dealing_the_ship() {
    let setup = Setup::new(4).bare().set("colonist_ship", 6);
    let mut table = setup.take("mayor");
    table.expect_legal("mayor.recruit mayor.extra.pass");
    table.play("mayor.recruit");
    assert_eq!(table.each("waiting", 4), [3, 2, 1, 1]);
    let mut table = Setup::new(3).bare().set("colonist_ship", 8).take("mayor");
    table.play("mayor.recruit");
    assert_eq!(table.each("waiting", 3), [4, 3, 2]);
    table.expect("colonist_ship=3 colonists=51 ending=0 me=1");
}

#[test]
fn pr103_the_ship_when_the_supply_runs_short() {
    let setup = Setup::new(3).bare().with("colonist_ship=0");
    let setup = setup
        .building(0, "indigo_plant", 0)
        .building(1, "sugar_mill", 0);
    let setup = setup.building(2, "small_market", 0);
    let mut table = setup.set("colonists", 7).take("mayor");
    table.play("mayor.extra.pass");
    table.expect("colonist_ship=7 colonists=0 ending=0");
    let setup = Setup::new(3).bare().with("colonist_ship=0 colonists=5");
    let setup = setup
        .building(0, "indigo_plant", 0)
        .building(1, "sugar_mill", 0);
    let mut table = setup.building(2, "small_market", 0).take("mayor");
    table.play("mayor.extra.pass");
    table.expect("colonist_ship=5 colonists=0 ending=1");
}

#[test]
fn pr32_plantations_do_not_count_and_one_for_each_player() {
    let mut table = Setup::new(4).with("colonist_ship=0").take("mayor");
    table.play("mayor.extra.pass");
    table.expect("colonist_ship=4 colonists=71");
}

#[test]
fn pr31_spread_has_bounds_and_leaves_none_waiting() {
    let setup = Setup::new(3).with("colonists=0 colonist_ship=0").bare();
    let setup = setup.tiles(0, "corn", 2, 2).tiles(0, "quarry", 1, 0);
    let mut table = setup.building(0, "indigo_plant", 1).take("mayor"); // PR-104
    table.expect("waiting[0]=3 fields[0][corn]=0 staff[0][indigo_plant]=0");
    table.expect_legal("mayor.fields(corn,0) mayor.fields(corn,1) mayor.fields(corn,2)");
    table.play("mayor.fields(corn,0)");
    table.expect_legal("mayor.fields(quarry,0) mayor.fields(quarry,1)");
    table.play("mayor.fields(quarry,0)");
    table.expect("staff[0][indigo_plant]=3 waiting[0]=0 me=1 ending=1");
    let setup = Setup::new(3).with("colonists=0 colonist_ship=1").bare();
    let setup = setup.tiles(0, "corn", 2, 2).tiles(0, "quarry", 1, 1);
    let table = setup.building(0, "indigo_plant", 1).take("mayor");
    table.expect_legal("mayor.fields(corn,1) mayor.fields(corn,2)");
}

#[test]
fn pr34_every_spread_has_one_sequence() {
    let setup = Setup::new(3).with("colonists=0 colonist_ship=0").bare();
    let setup = setup.tiles(0, "corn", 2, 2).tiles(0, "sugar", 2, 1);
    let start = setup
        .building(0, "sugar_mill", 1)
        .building(0, "office", 0)
        .take("mayor");
    let mut open = vec![start.game];
    let mut seen = Vec::new();
    let mut out = Vec::new();
    while let Some(game) = open.pop() {
        if game.current_player() != 0 {
            let mut position = Vec::new();
            game.write_position(&mut position);
            seen.push(position);
            continue;
        }
        game.legal(&mut out);
        for &action in &out {
            let mut next = game;
            next.apply(action);
            open.push(next);
        }
    }
    // Ways to write 4 as a + b + c + d with a, b <= 2, c <= 3, d <= 1.
    let sums = (0..36).filter(|i| i % 3 + i / 3 % 3 + i / 9 <= 4 && i % 3 + i / 3 % 3 + i / 9 >= 3);
    assert_eq!(seen.len(), sums.count());
    seen.sort();
    seen.dedup();
    let sums = (0..36).filter(|i| i % 3 + i / 3 % 3 + i / 9 <= 4 && i % 3 + i / 3 % 3 + i / 9 >= 3);
    assert_eq!(seen.len(), sums.count());
}

#[test]
fn pr105_a_waiting_colonist_stays_until_the_next_mayor() {
    let mut table = Setup::new(3)
        .with("waiting[0]=2 purse[0]=5")
        .take("builder");
    table.play("builder.build(small_market)");
    table.expect("waiting[0]=2 staff[0][small_market]=0");
}

#[test]
fn impossible_positions_are_refused() {
    assert!(Setup::new(3).set("me", 1).is_refused());
    assert!(Setup::new(3).set("goods[0][corn]", 1).is_refused());
    assert!(Setup::new(3)
        .with("waiting[0]=99 waiting[1]=99")
        .is_refused());
    assert!(Setup::new(3).set("fields[0][coffee]", 1).is_refused());
    assert!(Setup::new(3).set("staff[0][office]", 1).is_refused());
    assert!(Setup::new(3).tiles(0, "corn", 12, 0).is_refused());
    assert!(Setup::new(3)
        .with("cargo[small_ship][corn]=1 cargo[large_ship][corn]=1")
        .is_refused());
    assert!(Setup::new(3)
        .with("cargo[small_ship][corn]=1 cargo[small_ship][sugar]=1")
        .is_refused());
}
