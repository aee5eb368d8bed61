//! Captain phase and storage against the rules page.

use crate::table::Setup;

#[test]
fn pr79_worked_example() {
    let setup = Setup::new(4).with("cargo[middle_ship][corn]=3 goods[0][corn]=2 goods[0][sugar]=6");
    let setup = setup.with("goods[1][sugar]=2 goods[1][tobacco]=3 goods[2][corn]=2");
    let setup = setup.with("goods[2][tobacco]=1 goods[3][corn]=1 goods[3][indigo]=5");
    let mut table = setup.take("captain");
    table.expect_legal("captain.load(corn,middle_ship) captain.load(sugar,large_ship)");
    table.play("captain.load(sugar,large_ship)");
    table.expect("chips[0]=7 me=1");
    table.play("captain.load(sugar,large_ship)");
    table.expect("chips[1]=1");
    table.play("captain.load(tobacco,small_ship)");
    table.expect("chips[2]=1");
    // Donni's corn, Anna's corn and Benno's tobacco are the only loads left to them.
    table.expect("chips[3]=1 chips[0]=9 chips[1]=4 goods[2][corn]=2 goods[3][indigo]=5");
    table.finish_role();
    table.expect("cargo[middle_ship][corn]=0 cargo[large_ship][sugar]=0");
    table.expect("cargo[small_ship][tobacco]=4 vp_pool=85 me=1");
}

#[test]
fn pr80_harbor_and_wharf() {
    let setup = Setup::new(3).with("goods[1][tobacco]=5 goods[1][sugar]=2");
    let setup = setup.with("cargo[large_ship][tobacco]=3 cargo[middle_ship][corn]=1");
    let setup = setup.building(1, "harbor", 1).building(1, "wharf", 1);
    let mut table = setup.take("captain");
    table.play("captain.load(tobacco,large_ship)");
    table.expect("chips[1]=4 me=1");
    table.play("captain.load(sugar,small_ship)");
    table.expect("chips[1]=7");
    table.expect_legal("wharf.ship_away(tobacco) captain.loading.pass");
    table.play("wharf.ship_away(tobacco)");
    table.expect("chips[1]=10 goods[1][tobacco]=0");
    table.expect("supply[tobacco]=9"); // 1 + 2 of the wharf + 6 of the full ship
}

#[test]
fn pr72_and_pr114_empty_ships() {
    let loads = |players, goods| {
        let setup = Setup::new(players)
            .with("goods[0][corn]=1")
            .set("goods[0][sugar]", goods);
        let texts = setup.take("captain").legal();
        texts
            .into_iter()
            .filter(|t| t.contains("sugar"))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let (small, middle, large) = (
        "captain.load(sugar,small_ship)",
        "captain.load(sugar,middle_ship)",
        "captain.load(sugar,large_ship)",
    );
    assert_eq!(loads(4, 6), format!("{middle} {large}"));
    assert_eq!(loads(4, 3), format!("{small} {middle} {large}"));
    assert_eq!(loads(4, 9), large);
    let setup = Setup::new(4).with("cargo[middle_ship][corn]=1 goods[0][sugar]=6");
    setup
        .take("captain")
        .expect("cargo[large_ship][sugar]=6 cargo[small_ship][sugar]=0");
}

#[test]
fn pr115_a_kind_on_a_full_ship() {
    let setup = Setup::new(3).with("cargo[small_ship][corn]=4 goods[0][corn]=3 goods[1][corn]=2");
    let table = setup.take("captain");
    table.expect("chips[0]=0 chips[1]=0");
    table.expect_legal("captain.keep(corn,0) captain.keep(corn,1)");
}

#[test]
fn pr73_captains_point_once() {
    let setup = Setup::new(3).with("cargo[small_ship][corn]=1 cargo[middle_ship][sugar]=1");
    let mut table = setup
        .with("goods[0][corn]=1 goods[0][sugar]=2")
        .take("captain");
    table.play("captain.load(corn,small_ship)");
    table.expect("chips[0]=4 chips[1]=0");
}

#[test]
fn pr116_wharf_owner() {
    // Who can load a ship may not decline.
    let setup = Setup::new(3).with("cargo[small_ship][corn]=1 goods[0][corn]=2");
    let table = setup.building(0, "wharf", 1).take("captain");
    table.expect_legal("captain.load(corn,small_ship) wharf.ship_away(corn)");
    // Who can't may, and is asked again after another load.
    let full = "cargo[small_ship][corn]=4 cargo[middle_ship][sugar]=1 cargo[large_ship][coffee]=6";
    let setup = Setup::new(3)
        .with(full)
        .with("goods[0][corn]=2 goods[1][sugar]=1");
    let mut table = setup.building(0, "wharf", 1).take("captain");
    table.play("captain.loading.pass");
    table.expect("me=0 chips[1]=1");
    table.expect_legal("wharf.ship_away(corn) captain.loading.pass");
    table.play("wharf.ship_away(corn)");
    table.expect("chips[0]=3 supply[corn]=10 me=1"); // 4 + 2 of the wharf + 4 of the full ship
}

#[test]
fn pr83_declining_does_not_ask_for_ever() {
    let full = "cargo[small_ship][corn]=4 cargo[middle_ship][sugar]=5 cargo[large_ship][coffee]=6";
    let setup = Setup::new(3)
        .with(full)
        .with("goods[0][corn]=2 goods[2][sugar]=1");
    let mut table = setup
        .building(0, "wharf", 1)
        .building(2, "wharf", 1)
        .take("captain");
    table.play("captain.loading.pass captain.loading.pass");
    table.expect_legal("captain.keep(corn,0) captain.keep(corn,1)");
}

#[test]
fn pr78_last_chip() {
    let setup = Setup::new(3).with("cargo[small_ship][corn]=1 goods[1][corn]=2");
    setup
        .set("vp_pool", 3)
        .take("captain")
        .expect("vp_pool=1 ending=0");
    let setup = Setup::new(3).with("cargo[small_ship][corn]=1 goods[1][corn]=2");
    setup
        .set("vp_pool", 2)
        .take("captain")
        .expect("vp_pool=0 ending=1");
    let setup = Setup::new(3).with("cargo[small_ship][corn]=1 goods[1][corn]=2");
    setup
        .set("vp_pool", 1)
        .take("captain")
        .expect("vp_pool=-1 ending=1 chips[1]=2"); // PR-119
}

/// Everything that seat 0 may keep, as lists of five numbers.
fn stores(goods: &str, buildings: &[&str]) -> Vec<[i32; 5]> {
    let ships = "cargo[small_ship][corn]=4 cargo[middle_ship][sugar]=5 cargo[large_ship][coffee]=6";
    let mut setup = Setup::new(3).with(ships).with(goods);
    for building in buildings {
        setup = setup.building(0, building, 1);
    }
    let start = setup.take("captain");
    let mut open = vec![start.game];
    let mut found = Vec::new();
    let mut out = Vec::new();
    while let Some(game) = open.pop() {
        game.legal(&mut out);
        for &action in &out {
            let mut next = game;
            next.apply(action);
            if next.current_player() == 0 {
                open.push(next);
            } else {
                let mut values = Vec::new();
                next.write_position(&mut values);
                let names = rulewright_baseline::position_names(3);
                let at = names
                    .iter()
                    .position(|name| name == "goods[0][corn]")
                    .expect("goods");
                found.push([0, 1, 2, 3, 4].map(|kind| values[at + kind]));
            }
        }
    }
    found.sort_unstable();
    found
}

#[test]
fn pr118_small_warehouse() {
    let found = stores(
        "goods[0][corn]=3 goods[0][sugar]=2 goods[0][coffee]=1",
        &["small_warehouse"],
    );
    let expected = [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 1],
        [0, 0, 1, 0, 0],
        [0, 0, 1, 0, 1],
        [0, 0, 2, 0, 0],
        [0, 0, 2, 0, 1],
        [1, 0, 0, 0, 0],
        [1, 0, 0, 0, 1],
        [1, 0, 1, 0, 0],
        [1, 0, 2, 0, 0],
        [2, 0, 0, 0, 0],
        [2, 0, 0, 0, 1],
        [2, 0, 1, 0, 0],
        [3, 0, 0, 0, 0],
        [3, 0, 0, 0, 1],
        [3, 0, 1, 0, 0],
    ];
    assert_eq!(found, expected);
}

#[test]
fn pr76_storage_agrees_with_the_plain_definition() {
    let small = "small_warehouse";
    let large = "large_warehouse";
    let shops: [(&[&str], u32); 4] = [(&[], 0), (&[small], 1), (&[large], 2), (&[small, large], 3)];
    for held in [
        [3, 0, 2, 0, 1],
        [1, 0, 1, 0, 1],
        [2, 0, 4, 0, 2],
        [5, 0, 1, 0, 0],
    ] {
        let goods = format!(
            "goods[0][corn]={} goods[0][sugar]={} goods[0][coffee]={}",
            held[0], held[2], held[4]
        );
        for (buildings, kinds) in shops {
            assert_eq!(
                stores(&goods, buildings),
                definition(held, kinds),
                "{held:?} {kinds}"
            );
        }
    }
}

/// Any choice of kinds for the warehouses, any one good besides, and anything less than that.
fn definition(held: [i32; 5], kinds: u32) -> Vec<[i32; 5]> {
    let mut most = Vec::new();
    for choice in 0u32..32 {
        if choice.count_ones() > kinds {
            continue;
        }
        let stored: [i32; 5] =
            std::array::from_fn(|kind| held[kind] * ((choice >> kind) & 1) as i32);
        most.push(stored);
        for kind in 0..5 {
            let mut more = stored;
            more[kind] += 1;
            if more[kind] <= held[kind] {
                most.push(more);
            }
        }
    }
    let mut found: Vec<[i32; 5]> = most.into_iter().flat_map(all_below).collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn all_below(most: [i32; 5]) -> Vec<[i32; 5]> {
    let mut found = vec![[0; 5]];
    for kind in 0..5 {
        let with = |base: [i32; 5], number: i32| {
            let mut next = base;
            next[kind] = number;
            next
        };
        found = found
            .into_iter()
            .flat_map(|base| (0..=most[kind]).map(move |number| with(base, number)))
            .collect();
    }
    found
}

#[test]
fn goods_leave_only_after_all_kinds_are_decided() {
    let ships = "cargo[small_ship][corn]=4 cargo[middle_ship][sugar]=5 cargo[large_ship][coffee]=6";
    let setup = Setup::new(3)
        .with(ships)
        .with("goods[0][corn]=3 goods[0][sugar]=2");
    let mut table = setup.take("captain");
    table.play("captain.keep(corn,0)");
    table.expect("goods[0][corn]=3 me=0");
    table.play("captain.keep(sugar,1)");
    table.expect("goods[0][corn]=0 goods[0][sugar]=1 me=1 cargo[small_ship][corn]=0");
    table.expect("supply[corn]=10 supply[sugar]=10");
}
