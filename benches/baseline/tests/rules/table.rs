//! A table for tests: positions are set up and read by name, actions are played by text.

use rulewright_baseline::{action_text, position_names, Game};

const GOODS: [(&str, i32); 5] = [
    ("corn", 10),
    ("indigo", 11),
    ("sugar", 11),
    ("tobacco", 9),
    ("coffee", 9),
];

/// A position under construction: governor 0 is about to choose a role.
pub(crate) struct Setup {
    players: u8,
    names: Vec<String>,
    values: Vec<i32>,
}

impl Setup {
    /// The start of a game with governor 0.
    pub(crate) fn new(players: u8) -> Self {
        let mut values = Vec::new();
        Game::new(players, 1, Some(0)).write_position(&mut values);
        let names = position_names(players);
        Self {
            players,
            names,
            values,
        }
    }

    /// Sets one number.
    pub(crate) fn set(mut self, name: &str, value: i32) -> Self {
        let at = self.names.iter().position(|n| n == name).expect(name);
        self.values[at] = value;
        self
    }

    /// Sets several numbers, written `name=value name=value`.
    pub(crate) fn with(self, list: &str) -> Self {
        list.split_whitespace().fold(self, |setup, item| {
            let (name, value) = item.split_once('=').expect(item);
            setup.set(name, value.parse().expect(item))
        })
    }

    /// A building of a player with colonists on it.
    pub(crate) fn building(self, seat: u8, name: &str, staff: i32) -> Self {
        self.set(&format!("city[{seat}][{name}]"), 1)
            .set(&format!("staff[{seat}][{name}]"), staff)
    }

    /// Tiles of a player, with colonists on some of them.
    pub(crate) fn tiles(self, seat: u8, kind: &str, tiles: i32, colonists: i32) -> Self {
        self.set(&format!("island[{seat}][{kind}]"), tiles)
            .set(&format!("fields[{seat}][{kind}]"), colonists)
    }

    /// No tile on anybody's island.
    pub(crate) fn bare(mut self) -> Self {
        for (name, value) in self.names.iter().zip(&mut self.values) {
            if name.starts_with("island") {
                *value = 0;
            }
        }
        self
    }

    /// Governor 0 takes a role.
    pub(crate) fn take(&self, role: &str) -> Table {
        let mut table = self.table();
        table.play(&format!("play.take({role})"));
        table
    }

    /// The position as it is, with the goods that lie elsewhere taken out of the supply.
    pub(crate) fn table(&self) -> Table {
        let mut values = self.values.clone();
        for (good, printed) in GOODS {
            let of_kind = |name: &str| name.ends_with(&format!("[{good}]"));
            let (mut supply, mut elsewhere) = (0, 0);
            for (at, name) in self.names.iter().enumerate().filter(|(_, n)| of_kind(n)) {
                if name.starts_with("supply") {
                    supply = at;
                } else if ["house", "cargo", "goods"]
                    .iter()
                    .any(|w| name.starts_with(w))
                {
                    elsewhere += values[at];
                }
            }
            values[supply] = values[supply].min(printed - elsewhere);
        }
        let game = Game::from_position(self.players, 7, &values).expect("a possible position");
        Table {
            game,
            names: self.names.clone(),
        }
    }

    /// Whether the position is refused.
    pub(crate) fn is_refused(&self) -> bool {
        Game::from_position(self.players, 7, &self.values).is_none()
    }
}

/// A game in play.
pub(crate) struct Table {
    pub(crate) game: Game,
    names: Vec<String>,
}

impl Table {
    /// The legal actions as texts.
    pub(crate) fn legal(&self) -> Vec<String> {
        let mut out = Vec::new();
        self.game.legal(&mut out);
        out.into_iter().map(action_text).collect()
    }

    /// Plays actions by their texts, separated by white space.
    pub(crate) fn play(&mut self, texts: &str) {
        for text in texts.split_whitespace() {
            let mut out = Vec::new();
            self.game.legal(&mut out);
            let action = out.iter().find(|&&action| action_text(action) == text);
            let legal = self.legal();
            let action = action.unwrap_or_else(|| panic!("{text} is not among {legal:?}"));
            assert!(self.game.apply(*action));
        }
    }

    /// One number of the position.
    pub(crate) fn get(&self, name: &str) -> i32 {
        let mut values = Vec::new();
        self.game.write_position(&mut values);
        values[self.names.iter().position(|n| n == name).expect(name)]
    }

    /// One number for each of the first seats.
    pub(crate) fn each(&self, what: &str, seats: u8) -> Vec<i32> {
        (0..seats)
            .map(|seat| self.get(&format!("{what}[{seat}]")))
            .collect()
    }

    /// Checks numbers written `name=value name=value`.
    pub(crate) fn expect(&self, list: &str) {
        for item in list.split_whitespace() {
            let (name, value) = item.split_once('=').expect(item);
            assert_eq!(self.get(name).to_string(), value, "{name}");
        }
    }

    /// Checks the legal actions, separated by white space.
    pub(crate) fn expect_legal(&self, texts: &str) {
        assert_eq!(self.legal(), texts.split_whitespace().collect::<Vec<_>>());
    }

    /// Passes, or keeps nothing, until a role is chosen again or the game is over.
    pub(crate) fn finish_role(&mut self) {
        let mut out = Vec::new();
        while !self.game.is_over() && !self.legal()[0].starts_with("play.take") {
            self.game.legal(&mut out);
            let pass = out
                .iter()
                .find(|&&action| action_text(action).ends_with("pass"));
            self.game.apply(*pass.unwrap_or(&out[0]));
        }
    }
}
