"""A wrong and a right example for each code; see `example`."""

from rulewright.diagnostics.catalogue.example import Example

_HIVE = "hive skep { rent 1  gather.more += 1 }"
_GAIN = "gain f.petals + more pebble"
_MOVE = "move 1 f from meadow to my.vase"
_EMIT = "emit plucked(f)"
_LAP = "set lap += 1"
_END = "set lap = 0"
_VASE = "place vase   holds flower most 8"
_SEEDS = "deck  seeds  holds flower starts 3"
_GAME = 'game sample "Sample" { players 2..3 }'
_TOKEN = "token pebble from brook to pouch"
_CHOICE = "must choose plucking if possible {"

EXAMPLES = {
    # ---- form ----
    "E0101": Example("move 1 f to my.vase", "move 1 f from meadow to my.vase", _MOVE),
    "E0102": Example("if lap > 3 && lap < 9 { set lap = 9 }", "if lap > 3 and lap < 9 { set lap = 9 }", _LAP),
    "E0103": Example('phase gather "Gather {', 'phase gather "Gather" {', 'phase gather "Gather" {'),
    "E0104": Example("if lap > 3 { set lap = 0", "if lap > 3 { set lap = 0 }", _LAP),
    "E0105": Example(
        "place brook  holds pebble starts 99999999",
        "place brook  holds pebble unlimited",
        "place brook  holds pebble unlimited",
    ),
    "E0106": Example(f"value deep = {'(1 + ' * 61}1{')' * 61}", "value part = 1 + 1 + 1\nvalue whole = part + part"),
    "E0107": Example("place vase   holds flower most 8 most 9", _VASE, _VASE),
    # ---- names ----
    "E0201": Example("move 1 f from medow to my.vase", _MOVE, _MOVE),
    "E0202": Example("value starter = 1", "value first_number = 1"),
    "E0203": Example("hive skep { rnet 1  gather.more += 1 }", _HIVE, _HIVE),
    "E0204": Example("hive skep { rent 1 rent 2  gather.more += 1 }", _HIVE, _HIVE),
    "E0205": Example("hive skep { gather.more += 1 }", _HIVE, _HIVE),
    "E0206": Example("var latest: flowre", "var latest: flower"),
    "E0207": Example("hive skep { rent 1  gather.mroe += 1 }", _HIVE, _HIVE),
    "E0208": Example(
        "by players 3 4 { first_pebbles 2 3 }\nplace crock holds pebble starts first_pebbles",
        "by players 2 3 { first_pebbles 2 3 }\nplace crock holds pebble starts first_pebbles",
    ),
    "E0209": Example(
        "value points = my.pouch",
        "value score = my.pouch",
        "value score = my.pouch + my.jar + my.vase.count + my.secret",
    ),
    "E0210": Example('hive skep { rent "one" }', "hive skep { rent 1 }", _HIVE),
    "E0211": Example("hive skep { rent 7 }", "hive skep { rent 5 }", _HIVE),
    "E0212": Example(
        "hive skep { rent 1  on gather.more { gain 1 pebble } }",
        "hive skep { rent 1  on gather.plucked(_) { gain 1 pebble } }",
        _HIVE,
    ),
    "E0213": Example("by players 2 3 { first_pebbles 2 3 4 }", "by players 2 3 { first_pebbles 2 3 }"),
    "E0214": Example(
        "deck  seeds  holds flower starts meadow.count", "deck  seeds  holds flower starts it.petals", _SEEDS
    ),
    "E0215": Example("var turn_number: 20..0", "var turn_number: 0..20"),
    "E0216": Example("place attic", "place attic holds pebble"),
    "E0217": Example(
        "kind weather { sun, rain }\nplace sky holds weather",
        "kind weather is token { sun, rain }\nplace sky holds weather",
    ),
    "E0218": Example("value worth(f) = f.petals", "value worth(f: flower) = f.petals"),
    "E0219": Example(
        "variant other_names of sample { rename tulip to rose }",
        "variant other_names of sample { rename poppy to rose }",
    ),
    "E0220": Example('game sample "Sample" from no_such_game { players 2..3 }', _GAME, _GAME),
    "E0221": Example("var count: 0..20", "var counted: 0..20"),
    "E0222": Example("var turn_number: 1..20", "var turn_number: 0..20"),
    "E0223": Example("kind weather { key wet flag }", "kind weather { key wet flag  sun, rain wet }"),
    "E0224": Example(
        "place attic holds pebble hidden from others", "each player { place attic holds pebble hidden from others }"
    ),
    "E0225": Example(
        "expansion straw for another_game { hive basket { rent 2 } }",
        "expansion straw for sample { hive basket { rent 2 } }",
    ),
    "E0226": Example("value doubled(n: 0..3 optional) = 2", "value doubled(f: flower optional) = 2"),
    "E0227": Example(
        "hive skep { rent 1  on gather.plucked(daisy) { gain 1 pebble } }",
        "hive skep { rent 1  on gather.plucked(f) when f is daisy { gain 1 pebble } }",
        _HIVE,
    ),
    "E0228": Example(
        "hive skep { rent 1  on gather.plucked(f: flower) { gain 1 pebble } }",
        "hive skep { rent 1  on gather.plucked(f) { gain 1 pebble } }",
        _HIVE,
    ),
    "E0229": Example(
        'text gather "Pick a {flower."',
        'text gather "Pick a {flower}."',
    ),
    # ---- types ----
    "E0301": Example("if my.vase.count { set lap = 0 }", "if my.vase.count > 0 { set lap = 0 }", _LAP),
    "E0302": Example("emit plucked", _EMIT, _EMIT),
    "E0303": Example("move 1 f from starter to my.vase", _MOVE, _MOVE),
    "E0304": Example("if my.vase > 3 { set lap = 0 }", "if my.vase.count > 3 { set lap = 0 }", _LAP),
    "E0305": Example("set lap = 25", "set lap = 20", _END),
    "E0306": Example("gain 1 pebble", "as starter { gain 1 pebble }", _END),
    "E0307": Example("gain f.petlas + more pebble", _GAIN, _GAIN),
    "E0308": Example("gain f.petals(2) + more pebble", _GAIN, _GAIN),
    "E0309": Example(
        "value first_number = second_number + 1\nvalue second_number = first_number + 1",
        "value first_number = 1\nvalue second_number = first_number + 1",
    ),
    "E0310": Example("set f.petals = 3", "set lap = 3", _EMIT),
    "E0311": Example("gain [1, 2, 3] pebble", "gain [1, 2, 3][my.jar % 3] pebble", _GAIN),
    "E0312": Example("if pouch > 3 { set lap = 0 }", "if my.pouch > 3 { set lap = 0 }", _LAP),
    "E0313": Example("if brook > 3 { set lap = 0 }", "if my.pouch > 3 { set lap = 0 }", _LAP),
    "E0314": Example("each x in my.pouch { set lap = 0 }", "each x in my.vase { set lap = 0 }", _LAP),
    "E0315": Example("if my.lawn.full { set lap = 0 }", "if my.vase.full { set lap = 0 }", _LAP),
    "E0316": Example("may choose { tip(n: int) { } }", "may choose { tip(n: 0..3) { } }", _LAP),
    "E0317": Example("spread my.pouch over my.jar", "move up to my.jar.room pebble from my.pouch to my.jar", _LAP),
    "E0318": Example("hive skep { rent 1  gather.sunny += 1 }", "hive skep { rent 1  gather.sunny or true }", _HIVE),
    "E0319": Example(
        'kind weather { key smell text  rain smell "wet" }\nvalue wet(w: weather) = w.smell',
        "kind weather { key drops 0..9  rain drops 9 }\nvalue wet(w: weather) = w.drops",
    ),
    "E0320": Example("if me.pouch > 3 { set lap = 0 }", "if my.pouch > 3 { set lap = 0 }", _LAP),
    # ---- rules of a game ----
    "E0401": Example("move 1 pebble from brook to my.vase", "move 1 pebble from brook to my.jar", _LAP),
    "E0402": Example("set my.pouch += 3", "gain 3 pebble", _LAP),
    "E0403": Example(
        "repeat until my.pouch > 9 { gain 1 pebble }",
        "repeat until my.pouch > 9, at most 9 times { gain 1 pebble }",
        _LAP,
    ),
    "E0404": Example("must choose plucking {", _CHOICE, _CHOICE),
    "E0405": Example("if next(me).secret > 0 { set lap = 0 }", "if my.secret > 0 { set lap = 0 }", _LAP),
    "E0406": Example(
        "expansion straw for sample { hive basket { rent 2  gather.more *= 2 } }\n\n"
        "expansion wood for sample { hive box { rent 3  gather.more += 2 } }",
        "expansion straw for sample { hive basket { rent 2  gather.more *= 2 } }\n\n"
        "expansion wood for sample after straw { hive box { rent 3  gather.more += 2 } }",
    ),
    "E0407": Example("may choose early { pluck(f: flower) { } }", "may choose early { smell(f: flower) { } }", _LAP),
    "E0408": Example("draw 1 from meadow to my.vase", "draw 1 from seeds to my.vase", _MOVE),
    "E0409": Example(
        "may choose { swap(a: flower, b: flower) alike a.petals { } }",
        "may choose { show(a: flower) alike a.petals { } }",
        _LAP,
    ),
    "E0410": Example("token pebble from brook to vase", _TOKEN, _TOKEN),
    "E0411": Example("token pebble", _TOKEN, _TOKEN),
    "E0412": Example(
        "hive skep { rent 1  gather.more += 1 after box }\nhive box { rent 2  gather.more += 1 after skep }",
        "hive skep { rent 1  gather.more += 1 after box }\nhive box { rent 2  gather.more += 1 }",
        _HIVE,
    ),
    "E0413": Example(
        "step tidy { do sweep }\nstep sweep { do tidy }", "step tidy { do sweep }\nstep sweep { gain 1 pebble }"
    ),
    "E0414": Example("if lap > 3 { play gather }", _END, _END),
    "E0415": Example(
        "hive skep { rent 1  option in gather.buying never forced { rest { } } }",
        "hive skep { rent 1  option in gather.plucking never forced { rest { } } }",
        _HIVE,
    ),
    "E0416": Example("may choose { bid(a: 0..999, b: 0..999, c: 0..9) { } }", "may choose { bid(a: 0..99) { } }", _LAP),
    "E0417": Example(f"var seen[{', '.join(['flower'] * 17)}]: bool", "var seen[flower, flower]: bool"),
    # ---- warnings ----
    "W0501": Example("value bonus = 2", "value bonus = 2\ngather.more += bonus"),
    "W0502": Example("step tidy { gain 1 pebble }", "step tidy { gain 1 pebble }\non gather.plucked(_) { do tidy }"),
    "W0503": Example("if lap > 20 { set lap = 0 }", "if lap >= 20 { set lap = 0 }", _LAP),
    "W0504": Example(
        "may choose { press(f: flower) where my.jar >= f.petals + 2 { gain 1 pebble } }",
        "may choose { press(f: flower) where my.jar >= f.petals + 1 { gain 1 pebble } }",
        _LAP,
    ),
    "W0505": Example(
        "token acorn\nplace nest holds acorn\nplace den holds acorn\n"
        "on gather.plucked(_) { move 1 acorn from nest to den }",
        "token acorn\nplace nest holds acorn starts 2\nplace den holds acorn\n"
        "on gather.plucked(_) { move up to 1 acorn from nest to den }",
    ),
    "E0418": Example(
        "must choose { rest { } tip { gain 1 pebble } } else { set lap = 0 }",
        "may choose { rest { } tip { gain 1 pebble } } else { set lap = 0 }",
        _LAP,
    ),
}
