"""The texts that beginnings are made of."""

GAME = """\
# {title}: a small game to begin with. Change it line by line, and check it after each step:
#   rulewright check {name}
#   rulewright play {name}

game {name} "{title}" {{ players 2..4  length 500 }}

# A token is a sort of pieces. `from` and `to` say where it comes from when it is gained, and where it goes.
token pebble from heap to bag

# A kind is a list of things with keys. `is token`: each of them is a sort of pieces too.
kind tool is token {{
  key worth 1..5                                          # in pebbles
  basket worth 2, barrow worth 4
}}

# Where pieces lie.
place heap holds pebble unlimited
place shop holds tool starts 2                              # two of each
each player {{
  place bag  holds pebble
  place yard holds tool
}}

var first: player                                           # who begins

phase gathering "Gathering" {{
  value found = 1 + my.yard.count                           # entries and expansions may change it
  turns from first {{
    gain found pebble
    may choose {{
      buy(t: tool) where shop[t] > 0 and my.bag >= t.worth {{
        pay t.worth pebble
        move 1 t from shop to my.yard
      }}
    }}
  }}
}}

play {{
  repeat 8 times {{
    play gathering
    set first = next(first)
  }}
}}

value score = my.bag + sum(t.worth for t in my.yard)
"""

EXPANSION = """\
# An expansion of {game_title}. It adds to the game; nothing of the game is copied.
#   rulewright check {file}
#   rulewright play {game} --expansion {file}

expansion {name} "{title}" for {game} {{
  # Everything may be declared here that a game may declare: kinds and entries, places, phases.
  # What the game has is refined: a value with a sign, an event with `on`, a step with `instead of`.
{samples}
{targets}
  score += 1                                                # an example: everybody has one point more
}}
"""

VARIANT = """\
# A variant of {game_title}. It changes numbers and single rules of the game.
#   rulewright check {file}
#   rulewright play {game} --variant {file}

variant {name} "{title}" of {game} {{
  # `const NAME = N` or a row of `by players` gives a number of the game another value, `change KIND ENTRY {{ KEY N }}`
  # a key, and rules are refined as in an expansion.
{numbers}
{samples}
{targets}
  {example}
}}
"""

ENTRY = """\
# An expansion of {game_title} with one more {kind_title}.
#   rulewright check {file}
#   rulewright play {game} --expansion {file}

expansion {name} "{title}" for {game} {{
  # The keys of a {kind_title}:
{keys}
  #   text: what readers are told, in quotes; a name in braces, as in {{{name}}}, stands for its title
  #
{active}
{samples}
{targets}
{entries}
}}
"""
