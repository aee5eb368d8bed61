"""Tests and Makefile build Rust in the same way; otherwise the compiler of machine code is built twice, unnoticed."""

import tomllib

from tests.rust_programs import CHECKED, ROOT, SAME_FEATURES


def test_the_makefile_asks_for_the_same() -> None:
    lines = (ROOT / "Makefile").read_text(encoding="utf-8").splitlines()
    assert f"SAME_FEATURES := --package {SAME_FEATURES}" in lines
    assert f"CHECKED := {' '.join(CHECKED)}" in lines


def test_checks_of_our_own_crates_change_no_other() -> None:
    release = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["profile"]["release"]
    asked = {word.removeprefix("profile.release.").removesuffix("=true") for word in CHECKED[1::2]}
    assert asked == {"debug-assertions", "overflow-checks"}
    assert {name: release["package"]["*"].get(name) for name in asked} == dict.fromkeys(asked, False)
