//! Scoring, ties and the end of a game against the rules page.

use crate::table::Setup;

fn score(setup: &Setup) -> i32 {
    setup.table().game.scores()[0]
}

#[test]
fn pr92_guild_hall() {
    let owned = [
        "small_sugar_mill",
        "sugar_mill",
        "small_indigo_plant",
        "coffee_roaster",
    ];
    let setup = owned
        .into_iter()
        .fold(Setup::new(3), |s, b| s.building(0, b, 0));
    // 1 + 2 + 1 + 3 of the buildings, 4 of the hall, 6 extra.
    assert_eq!(score(&setup.building(0, "guild_hall", 1)), 17);
}

#[test]
fn pr93_residence() {
    for (tiles, extra) in [(1, 4), (9, 4), (10, 5), (11, 6), (12, 7)] {
        let setup = Setup::new(3)
            .tiles(0, "indigo", tiles, 0)
            .building(0, "residence", 1);
        assert_eq!(score(&setup), 4 + extra);
    }
    assert_eq!(score(&Setup::new(3).building(0, "residence", 0)), 4); // PR-14
}

#[test]
fn pr94_and_pr120_fortress() {
    for (colonists, extra) in [(20, 6), (8, 2), (9, 3), (10, 3)] {
        let setup = Setup::new(3)
            .tiles(0, "indigo", 1, 1)
            .set("waiting[0]", colonists - 2);
        assert_eq!(score(&setup.building(0, "fortress", 1)), 4 + extra);
    }
}

#[test]
fn pr95_customs_house() {
    let setup = Setup::new(3)
        .set("chips[0]", 23)
        .building(0, "customs_house", 1);
    assert_eq!(score(&setup), 23 + 4 + 5);
}

#[test]
fn pr96_city_hall() {
    let owned = [
        "hacienda",
        "construction_hut",
        "office",
        "large_warehouse",
        "harbor",
        "residence",
    ];
    let setup = owned
        .into_iter()
        .fold(Setup::new(3), |s, b| s.building(0, b, 0));
    assert_eq!(
        score(&setup.building(0, "city_hall", 1)),
        1 + 1 + 2 + 2 + 3 + 4 + 4 + 7
    );
}

#[test]
fn pr97_ties() {
    let setup = Setup::new(3).with("chips[0]=5 chips[1]=5 purse[0]=2 purse[1]=1 goods[1][corn]=1");
    let game = setup.table().game;
    assert_eq!(game.tiebreaks()[..3], [2, 2, 2]);
    assert_eq!(rulewright_baseline::winners(&game), 0b011);
    let game = setup.set("goods[1][corn]", 2).table().game;
    assert_eq!(rulewright_baseline::winners(&game), 0b010);
}

#[test]
fn pr90_the_round_is_played_to_its_end() {
    let mut table = Setup::new(3).set("ending", 1).take("trader");
    assert!(!table.game.is_over());
    table.play("play.take(captain) play.take(craftsman)");
    assert!(table.game.is_over() && table.legal().is_empty());
    table.expect("coins[settler]=0 governor=0");
    assert!(!table.game.apply(0));
}
