//! Random games: they end, replay exactly, and keep every token.

use rulewright_baseline::{action_count, action_text, playout, position_names, Game, Pcg32};

const GOODS: [(&str, i32, i32); 5] = [
    ("corn", 10, 10),
    ("indigo", 11, 12),
    ("sugar", 11, 11),
    ("tobacco", 9, 9),
    ("coffee", 9, 8),
];

/// Groups of cells whose sum never changes, with the sum.
fn totals(players: u8, names: &[String]) -> Vec<(String, Vec<usize>, i32)> {
    let cells = |test: &dyn Fn(&str) -> bool| -> Vec<usize> {
        (0..names.len()).filter(|&i| test(&names[i])).collect()
    };
    let (points, colonists) = match players {
        3 => (75, 58),
        4 => (100, 79),
        _ => (122, 100),
    };
    let of = |name: &str, lists: &[&str]| lists.iter().any(|list| name.starts_with(list));
    let mut found = vec![
        (
            "points".to_owned(),
            cells(&|n| of(n, &["vp_pool", "chips"])),
            points,
        ),
        (
            "colonists".to_owned(),
            cells(&|n| of(n, &["colonist", "fields", "staff", "waiting"])),
            colonists,
        ),
        (
            "quarries".to_owned(),
            cells(&|n| n == "quarries" || n.ends_with("[quarry]") && n.starts_with("island")),
            8,
        ),
    ];
    for (good, goods, tiles) in GOODS {
        let end = format!("[{good}]");
        let lists = ["supply", "house", "cargo", "goods"];
        found.push((
            good.to_owned(),
            cells(&|n| n.ends_with(&end) && of(n, &lists)),
            goods,
        ));
        let lists = ["stack", "discard", "row", "island"];
        found.push((
            format!("{good} tiles"),
            cells(&|n| n.ends_with(&end) && of(n, &lists)),
            tiles,
        ));
    }
    let copies = [
        4, 4, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1,
    ];
    let market: Vec<String> = names
        .iter()
        .filter(|n| n.starts_with("market"))
        .cloned()
        .collect();
    for (name, number) in market.iter().zip(copies) {
        let end = name.trim_start_matches("market");
        let lists = ["market", "city"];
        found.push((
            name.clone(),
            cells(&|n| n.ends_with(end) && of(n, &lists)),
            number,
        ));
    }
    found
}

#[test]
fn every_token_is_kept() {
    for players in 3..=5 {
        let names = position_names(players);
        let totals = totals(players, &names);
        let (mut values, mut legal) = (Vec::new(), Vec::new());
        for seed in 0..150 {
            let mut game = Game::new(players, seed, None);
            let mut rng = Pcg32::new(seed);
            while !game.is_over() {
                game.legal(&mut legal);
                assert!(legal.len() >= 2 && legal.is_sorted());
                game.write_position(&mut values);
                assert_eq!(values.len(), names.len());
                for (what, cells, total) in &totals {
                    let sum: i32 = cells.iter().map(|&cell| values[cell]).sum();
                    assert_eq!(sum, *total, "{what}, {players} players, seed {seed}");
                }
                for (name, &value) in names.iter().zip(&values) {
                    assert!(value >= 0 || name == "vp_pool", "{name} is {value}");
                }
                let choice = rng.below(legal.len() as u32) as usize;
                assert!(game.apply(legal[choice]));
            }
        }
    }
}

#[test]
fn a_role_choice_can_be_set_up_again_from_its_numbers() {
    let (mut values, mut again, mut legal) = (Vec::new(), Vec::new(), Vec::new());
    for seed in 0..30 {
        let players = 3 + (seed % 3) as u8;
        let mut game = Game::new(players, seed, None);
        let mut rng = Pcg32::new(seed);
        while !game.is_over() {
            game.legal(&mut legal);
            if action_text(legal[0]).starts_with("play.take") {
                game.write_position(&mut values);
                let copy = Game::from_position(players, seed, &values).expect("a reached position");
                copy.write_position(&mut again);
                assert_eq!(values, again);
                assert_eq!(game.scores(), copy.scores());
                let mut offered = Vec::new();
                copy.legal(&mut offered);
                assert_eq!(legal, offered);
            }
            game.apply(legal[rng.below(legal.len() as u32) as usize]);
        }
    }
}

#[test]
fn two_thousand_games_of_each_size_end() {
    for players in 3..=5 {
        for seed in 0..2000 {
            let end = playout(players, seed);
            assert!((50..5000).contains(&end.decisions), "seed {seed}: {end:?}");
            assert!(end
                .scores
                .iter()
                .take(usize::from(players))
                .all(|&score| score >= 0));
        }
    }
}

#[test]
fn playout_is_the_documented_random_play() {
    for players in 3..=5 {
        let seed = 99 + u64::from(players);
        let mut game = Game::new(players, seed, None);
        let mut rng = Pcg32::new(seed ^ 0x9E37_79B9_7F4A_7C15);
        let (mut decisions, mut legal) = (0, Vec::new());
        while !game.is_over() {
            game.legal(&mut legal);
            game.apply(legal[rng.below(legal.len() as u32) as usize]);
            decisions += 1;
        }
        let end = playout(players, seed);
        assert_eq!((end.scores, end.decisions), (game.scores(), decisions));
    }
}

#[test]
fn action_texts_are_all_different() {
    let mut texts: Vec<String> = (0..action_count()).map(action_text).collect();
    assert!(texts.iter().all(|text| !text.is_empty()));
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), usize::from(action_count()));
    assert_eq!(action_text(action_count()), "");
}

#[test]
fn the_generator_follows_the_reference() {
    // The state after seeding with 42, and its output, step by step from the definition.
    let (mul, inc) = (6_364_136_223_846_793_005u64, 1_442_695_040_888_963_407u64);
    let state = inc.wrapping_add(42).wrapping_mul(mul).wrapping_add(inc);
    let shifted = (((state >> 18) ^ state) >> 27) as u32;
    assert_eq!(
        Pcg32::new(42).next_u32(),
        shifted.rotate_right((state >> 59) as u32)
    );
    let mut rng = Pcg32::new(1);
    assert!((0..1000).all(|_| rng.below(7) < 7));
    assert_eq!(rng.below(0), 0);
}

#[test]
fn a_given_governor_uses_no_random_number() {
    let (mut one, mut two) = (Vec::new(), Vec::new());
    Game::new(4, 5, Some(2)).write_position(&mut one);
    Game::new(4, 5, Some(6)).write_position(&mut two);
    assert_eq!(one, two);
    assert_eq!(one[0], 2);
    assert_eq!(Game::new(9, 5, None).players(), 5);
}

#[test]
fn an_illegal_action_changes_nothing() {
    let mut game = Game::new(3, 1, None);
    let (mut before, mut after) = (Vec::new(), Vec::new());
    game.write_position(&mut before);
    for action in 8..=u16::MAX {
        assert!(!game.apply(action));
    }
    game.write_position(&mut after);
    assert_eq!(before, after);
}
