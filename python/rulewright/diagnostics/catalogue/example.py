"""Examples for the codes: a small game, and for each code what is wrong and what is right in it.

The tests put every example into the game: the wrong one gives its code and no other, the right one
compiles.
"""

from dataclasses import dataclass

GAME = "sample"

SAMPLE = """\
game sample "Sample" { players 2..3 }

token pebble from brook to pouch
kind flower is token { key petals 0..5  daisy petals 1, poppy petals 2 }
kind hive is token { key rent 0..5  active when my.lawn[it] > 0 }

place brook  holds pebble unlimited
place meadow holds flower starts 6
deck  seeds  holds flower starts 3
place stall  holds hive starts 1
each player {
  place pouch  holds pebble
  place jar    holds pebble most 3
  place vase   holds flower most 8
  place lawn   holds hive
  place secret holds pebble hidden from others
}
var starter: player
var lap: 0..20

hive skep { rent 1  gather.more += 1 }

setup { each p: player { move 2 pebble from brook to p.pouch } }
play { repeat until meadow.count == 0, at most 20 times { play gather } }

phase gather "Gather" {
  event plucked(f: flower)
  value more = 0
  test  sunny = true
  turns from starter {
    must choose plucking if possible {
      pluck(f: flower) where meadow[f] > 0 and my.vase.room > 0 {
        move 1 f from meadow to my.vase
        if sunny { gain f.petals + more pebble }
        emit plucked(f)
      }
    }
    set lap += 1
    may choose buying { buy(h: hive) where stall[h] > 0 { move 1 h from stall to my.lawn } }
    if my.pouch > 5 { move 1 pebble from my.pouch to my.secret }
  }
  set lap = 0
}
value score = my.pouch + my.jar + my.vase.count + my.secret
"""


@dataclass(frozen=True, slots=True)
class Example:
    """What to write and what not. `at` is the text of the sample that both stand for.

    Without `at` they are added: as additions to the game if they begin with `expansion`, or else
    at the end of the file.
    """

    wrong: str
    right: str
    at: str = ""

    def texts(self, part: str) -> list[str]:
        """The game and its additions with the wrong or the right text in it."""
        if part.startswith(("expansion", "variant")):
            return [SAMPLE, *(text for text in part.split("\n\n") if text)]
        if not self.at:
            return [f"{SAMPLE}{part}\n"]
        assert SAMPLE.count(self.at) == 1, self.at
        return [SAMPLE.replace(self.at, part)]
