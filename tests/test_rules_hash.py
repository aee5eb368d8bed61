"""The rules hash: what keeps it, what changes it, and that it is the same everywhere."""

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.formatting.generated import generate, join

import rulewright as rw
from rulewright.compiler import compile_game
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import SourceFile
from rulewright.formatting import format_source
from rulewright.parse import read_tree
from rulewright.resources import bundled_games, game_folder
from rulewright.rules_hash import pieces_of, rules_hash, words_of

RULES = Path(__file__).parents[1] / "rules_dsl"
BUNDLED = sorted(RULES.rglob("*.rules"))

QUAY = """\
game quay "Quay" { players 2..3 }
const most = 4
token crate "Crate"
kind boat "Boat" { key room int  key note text
  gig "Gig" room 1 note "small" text "It is {room} long.", brig room 2 note "" }
place heap holds crate starts most
each player { place store holds crate }
value score = my.store
setup { }
play { repeat most times { turns from 0, 1 each { may choose { take { move 1 crate from heap to my.store } } } } }
text play.take "take a crate" "and keep it"
text boat.room "Its room."
"""


def hash_of(text: str) -> str:
    return rules_hash([SourceFile("game.rules", text)], (), 2, {})


def changed(old: str, new: str) -> str:
    assert QUAY.count(old) == 1, old
    return QUAY.replace(old, new)


KEEPS = {
    "a comment": changed("const most = 4", "# how many\nconst most = 4  # 5?"),
    "no white space that can be left out": re.sub(r" *([{}=,]) *", r"\1", QUAY),
    "line ends of another system": QUAY.replace("\n", "\r\n"),
    "another title": changed('"Gig"', '"A long gig"'),
    "no title": changed(' "Crate"', ""),
    "a title more": changed("brig room", 'brig "Brig" room'),
    "another text": changed('"take a crate" "and keep it"', '"it is yours"'),
    "no text": changed('text boat.room "Its room."\n', ""),
    "a text more": changed("\ntext play.take", '\ntext heap "All crates."\ntext play.take'),
    "another text of an entry": changed('"It is {room} long."', '"{it}"'),
    "no text of an entry": changed(' text "It is {room} long."', ""),
    "another key for readers": changed('"small"', '"tiny"'),
}

CHANGES = {
    "a number": changed("most = 4", "most = 5"),
    "a name": QUAY.replace("store", "hold"),
    "the order of entries": changed(
        'gig "Gig" room 1 note "small" text "It is {room} long.", brig room 2 note ""',
        'brig room 2 note "", gig "Gig" room 1 note "small" text "It is {room} long."',
    ),
    "the order of declarations": changed("const most = 4\n", "").replace("each player", "const most = 4\neach player"),
    "a word more": changed("holds crate starts", "holds crate unlimited starts"),
    "a word less": changed(" may choose", " choose"),
    "a sign": changed("1 each", "1 + 1 each"),
    "what is behind a text": changed("brig room 2", "brig room 3"),
    "what is behind the type of a key": changed('gig "Gig"', 'sloop "Gig"'),
    "words that are taken for a comment": changed("setup { }", "setup { # }\n"),
}


@pytest.mark.parametrize("what", KEEPS)
def test_what_readers_see_keeps_it(what: str) -> None:
    assert KEEPS[what] != QUAY
    assert hash_of(KEEPS[what]) == hash_of(QUAY)


@pytest.mark.parametrize("what", CHANGES)
def test_what_is_played_changes_it(what: str) -> None:
    assert hash_of(CHANGES[what]) != hash_of(QUAY)


def test_signs_that_touch_are_other_signs() -> None:
    assert words_of("a { b min= 3 }") != words_of("a { b min = 3 }")


def test_every_word_counts_and_no_order_is_that_of_another() -> None:
    words = words_of(QUAY)
    fewer = {hash_of(" ".join(words[:i] + words[i + 1 :])) for i in range(len(words))}
    assert hash_of(" ".join(words)) == hash_of(QUAY)
    assert hash_of(QUAY) not in fewer
    others = {
        hash_of(" ".join([*words[:i], words[i + 1], words[i], *words[i + 2 :]]))
        for i in range(len(words) - 1)
        if words[i] != words[i + 1]
    }
    assert hash_of(QUAY) not in others


@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: str(path.relative_to(RULES)))
def test_a_bundled_file_is_taken_apart_as_the_parser_does(path: Path) -> None:
    assert_same_pieces(path.read_text(encoding="utf-8"))


def test_generated_files_are_taken_apart_as_the_parser_does() -> None:
    for seed in range(200):
        rng = random.Random(seed)
        assert_same_pieces(join(rng, generate(rng)))


def assert_same_pieces(text: str) -> None:
    read = read_tree(SourceFile("x.rules", text), Sink())
    assert read is not None
    assert [str(token) for token in read[1]] == list(pieces_of(text))


@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: str(path.relative_to(RULES)))
def test_formatting_and_comments_keep_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    crowded = "".join(f"# {number}\n  {piece}\n" for number, piece in enumerate(pieces_of(text)))
    assert crowded != text
    assert words_of(crowded) == words_of(text) == words_of(format_source(crowded))


def test_names_of_additions_and_settings_count_but_names_of_files_do_not() -> None:
    one, other = SourceFile("a.rules", "value a = 1"), SourceFile("b.rules", "value a = 1")
    assert rules_hash([one], [], 2, {}) == rules_hash([other], [], 2, {})
    different = [
        rules_hash([one], [], 2, {}),
        rules_hash([one], [], 3, {}),
        rules_hash([one], [], 2, {"size": 1}),
        rules_hash([one], [], 2, {"size": 2}),
        rules_hash([one], [], 2, {"size": ("1",)}),
        rules_hash([], [], 2, {}),
        rules_hash([one, one], [], 2, {}),
        rules_hash([one], [("more", [])], 2, {}),
        rules_hash([one], [("more", [other])], 2, {}),
        rules_hash([one], [("other", [other])], 2, {}),
        rules_hash([one], [("more", []), ("other", [other])], 2, {}),
    ]
    assert len({*different}) == len(different)


def test_it_never_changes() -> None:
    """Records name it: whoever changes how it is made makes them those of other rules."""
    assert hash_of(QUAY) == "e77f8c3284c7dc6097bc8c39b2744f2a59673048f6de7c64a078fd7bb21ba466"


def played(game: rw.Game) -> rw.State:
    state, rng = game.new_initial_state(seed=4), random.Random(1)
    for _ in range(100):
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def copy_of(name: str, folder: Path) -> Path:
    """The files of a bundled game itself."""
    folder.mkdir(parents=True)
    for file in game_folder(name).glob("*.rules"):
        (folder / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", bundled_games())
def test_a_formatted_and_retold_copy_has_the_hash_of_the_game(name: str, tmp_path: Path) -> None:
    copy_of("puerto_rico", tmp_path / "puerto_rico")
    game = tmp_path / name if (tmp_path / name).exists() else copy_of(name, tmp_path / name)
    for number, file in enumerate(sorted(game.glob("*.rules"))):
        told = re.sub(r'"[^"\n{}]+"', f'"other words {number}"', file.read_text(encoding="utf-8"))
        file.write_text(format_source(told + "\n# the end\n"), encoding="utf-8")
    players = rw.load(name).num_players
    assert compile_game(game, players=players).hash == compile_game(name, players=players).hash


def test_a_record_made_before_formatting_replays_after_it(tmp_path: Path) -> None:
    game = copy_of("puerto_rico", tmp_path / "puerto_rico")
    file = game / "trader.rules"
    spread = re.sub(r"\n *", "\n\n    ", file.read_text(encoding="utf-8"))
    file.write_text(spread, encoding="utf-8")
    state = played(rw.load(game, players=3))
    record, line = state.to_record(), state.serialize()
    subprocess.run([sys.executable, "-m", "rulewright", "fmt", str(game)], check=True, capture_output=True)
    assert file.read_text(encoding="utf-8") != spread
    again = rw.load(game, players=3)
    assert again.rules_hash == record.rules_hash
    back = rw.replay(record, again)
    assert back.history() == state.history()
    assert back.to_dict() == state.to_dict() == again.deserialize(line).to_dict()


def test_a_record_of_other_rules_says_so_where_it_no_longer_fits(tmp_path: Path) -> None:
    game = copy_of("puerto_rico", tmp_path / "puerto_rico")
    record = played(rw.load(game, players=3)).to_record()
    file = game / "game.rules"
    text = file.read_text(encoding="utf-8")
    [line] = re.findall(r"\n *start_money [ 0-9]+", text)
    file.write_text(text.replace(line, re.sub(r"[0-9]", "0", line)), encoding="utf-8")
    again = rw.load(game, players=3)
    assert again.rules_hash != record.rules_hash
    with pytest.raises(rw.InvalidRecord, match=r"move \d+: .*the rules have changed since it was recorded"):
        rw.replay(record, again)
