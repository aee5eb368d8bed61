//! The text form: round trips, messages, limits, and texts that are not programs.

mod sample;

use rulewright_ir::{parse_text, print_text, Instr, Op, Opcode, Operand, Program, Reg};
use sample::{Draws, SAMPLE};

fn parsed(text: &str) -> Program {
    parse_text(text).expect("the text should be a program")
}

#[test]
fn printing_and_parsing_are_inverse() {
    let program = parsed(SAMPLE);
    let canonical = print_text(&program);
    assert_eq!(parsed(&canonical), program);
    assert_eq!(print_text(&parsed(&canonical)), canonical);
}

#[test]
fn the_sample_uses_every_instruction() {
    for code in Opcode::ALL {
        assert_eq!(Opcode::from_name(code.name()), Some(*code));
        assert_eq!(Opcode::from_byte(code.byte()), Some(*code));
        let shown = SAMPLE.split_whitespace().any(|word| word == code.name());
        assert!(shown, "`{}` is missing in the sample", code.name());
    }
}

#[test]
fn a_register_before_an_equals_sign_is_no_argument() {
    let mut program = parsed(SAMPLE);
    let reg = Reg(0);
    let bare = |op| Instr { op, span: None };
    // Not a valid function, but a program all the same: the two forms must agree on it.
    program.funcs[0].body = vec![
        bare(Op::Call {
            dst: None,
            func: rulewright_ir::FuncId(1),
            args: vec![Operand::Reg(reg)],
        }),
        bare(Op::Const { dst: reg, value: 1 }),
        bare(Op::Return { value: None }),
        bare(Op::Const {
            dst: reg,
            value: i32::MIN,
        }),
    ];
    assert_eq!(parsed(&print_text(&program)), program);
}

#[test]
fn white_space_and_comments_have_no_meaning() {
    let dense: Vec<&str> = SAMPLE
        .lines()
        .map(|line| line.split(" ;").next().unwrap_or("").trim())
        .filter(|line| !line.starts_with(';'))
        .collect();
    assert_eq!(parsed(&dense.join(" ")), parsed(SAMPLE));
    assert_eq!(parsed(&SAMPLE.replace('\n', "\r\n")), parsed(SAMPLE));
}

/// A text that is no program, and a piece of the message.
const MISTAKES: &[(&str, &str)] = &[
    (
        "",
        "line 1, column 1: expected `rulewright-ir`, found the end of the text",
    ),
    (
        "rulewright-ir 2",
        "line 1, column 15: expected version 1 of the format, found another version",
    ),
    (
        "rulewright-ir 1",
        "line 1, column 16: the text ends without a line `game`",
    ),
    (
        "rulewright-ir 1\n  7",
        "line 2, column 3: expected a declaration",
    ),
    (
        "rulewright-ir 1 hash \"\" hash \"\"",
        "column 25: `hash` stands here for the second time",
    ),
    (
        "rulewright-ir 1\ntoken \"äö\" $",
        "line 2, column 12: the character '$' cannot stand here",
    ),
    (
        "rulewright-ir 1 token \"a",
        "column 23: the string is not closed on its line",
    ),
    (
        "rulewright-ir 1 token \"\\t\"",
        "column 24: a string knows only the escapes",
    ),
    (
        "rulewright-ir 1 table { 2147483648 }",
        "the number does not fit into 32 bits with sign",
    ),
    (
        "rulewright-ir 1 table { 99999999999999999999 }",
        "does not fit into 32 bits",
    ),
    (
        "rulewright-ir 1 table { 1x }",
        "column 26: the character 'x' cannot stand here",
    ),
    (
        "rulewright-ir 1 table { - }",
        "the character '-' cannot stand here",
    ),
    (
        "rulewright-ir 1 table { k0 }",
        "expected a number, found `k0`",
    ),
    (
        "rulewright-ir 1 game \"a\" players 300",
        "does not fit into 8 bits without sign",
    ),
    (
        "rulewright-ir 1 entry s0",
        "expected a segment (`gN`), found `s0`",
    ),
    (
        "rulewright-ir 1 entry g99999999999",
        "expected a segment (`gN`), found `g99999999999`",
    ),
    (
        "rulewright-ir 1 slot \"a\" u9",
        "expected a width (`u8`, `i16` or `i32`), found `u9`",
    ),
    ("rulewright-ir 1 slot \"a\" u8 [x", "expected a dimension"),
    (
        "rulewright-ir 1 slot \"a\" u8 [] 0 1",
        "expected `..`, found the number 1",
    ),
    (
        "rulewright-ir 1 slot \"a\" u8 [] 0..1 pile",
        "expected `place`, `var` or `control`",
    ),
    (
        "rulewright-ir 1 slot \"a\" u8 [] 0..1 place int",
        "expected what the place holds",
    ),
    (
        "rulewright-ir 1 slot \"a\" u8 [] 0..1 var t0",
        "expected what the value is",
    ),
    (
        "rulewright-ir 1 slot \"a\" u8 [] 0..1 var int both",
        "expected who sees it",
    ),
    (
        "rulewright-ir 1 func \"a\" (text",
        "expected a type (`int` or `bool`) or `)`",
    ),
    (
        "rulewright-ir 1 func \"a\" () []",
        "expected a result (`int`, `bool` or `none`)",
    ),
    (
        "rulewright-ir 1 func \"a\" () none [] { r0 }",
        "expected `=`, found `}`",
    ),
    (
        "rulewright-ir 1 func \"a\" () none [] { r0 = 4 }",
        "expected an instruction, found the number 4",
    ),
    (
        "rulewright-ir 1 func \"a\" () none [] { wait }",
        "expected an instruction, found `wait`",
    ),
    (
        "rulewright-ir 1 func \"a\" () none [] { r0 = store s0 0 1 }",
        "`store` gives no result",
    ),
    (
        "rulewright-ir 1 func \"a\" () none [] { add 1 2 }",
        "`add` gives a result",
    ),
    (
        "rulewright-ir 1 func \"a\" () none [] { r0 = add 1 x }",
        "expected a register (`rN`) or a number",
    ),
    (
        "rulewright-ir 1 func \"a\" () none [] {",
        "expected an instruction, found the end of the text",
    ),
    (
        "rulewright-ir 1 chance \"a\" f0",
        "expected weights (`uniform N` or `sN`)",
    ),
    (
        "rulewright-ir 1 decision \"a\" f0 { option \"b\" 0 [g0",
        "expected a parameter",
    ),
];

#[test]
fn messages_say_where_and_what() {
    for (text, message) in MISTAKES {
        let error = parse_text(text).expect_err(text).to_string();
        assert!(error.contains(message), "{text}\n{error}");
    }
}

fn nested(blocks: usize) -> String {
    let body = format!(
        "{} fault \"x\" {}",
        "if 1 {".repeat(blocks - 1),
        "}".repeat(blocks - 1)
    );
    SAMPLE.replace("; funcs", &format!("func \"deep\" () none [] {{ {body} }}"))
}

#[test]
fn nesting_is_limited() {
    assert!(parse_text(&nested(64)).is_ok());
    for blocks in [65, 100_000] {
        let error = parse_text(&nested(blocks))
            .expect_err("too deep")
            .to_string();
        assert!(
            error.ends_with("blocks are nested deeper than 64"),
            "{error}"
        );
    }
}

#[test]
fn lists_are_limited() {
    let tokens = "token \"x\" ".repeat(65_536);
    let error = parse_text(&SAMPLE.replace("; slots", &tokens)).expect_err("too many");
    assert!(
        error
            .to_string()
            .ends_with("too many tokens: at most 65535 are allowed"),
        "{error}"
    );
    let code = format!(
        "func \"long\" () none [] {{ {} }}",
        "break ".repeat((1 << 20) + 1)
    );
    let error = parse_text(&SAMPLE.replace("; funcs", &code)).expect_err("too many");
    assert!(
        error.to_string().contains("too many instructions"),
        "{error}"
    );
}

#[test]
fn a_text_beyond_the_limit_is_refused_at_once() {
    let text = " ".repeat((64 << 20) + 1);
    let error = parse_text(&text).expect_err("too long").to_string();
    assert!(error.contains("the text is longer than"), "{error}");
}

#[test]
fn a_cut_text_never_panics() {
    for end in 0..SAMPLE.len() {
        if let Some(text) = SAMPLE.get(..end) {
            let _ = parse_text(text);
        }
    }
}

#[test]
fn token_soup_never_panics() {
    let words: Vec<&str> = SAMPLE
        .split_whitespace()
        .chain([
            "r0", "=", "{", "}", "[", "]", "..", ".", "@", "-", "-1", "\"", ";", "\n", "ß", "\0",
        ])
        .collect();
    let mut draws = Draws(7);
    for _ in 0..3_000 {
        let mut text = String::from("rulewright-ir 1 func \"a\" () none [] { ");
        for _ in 0..draws.below(60) {
            text.push_str(words[draws.below(words.len())]);
            text.push(' ');
        }
        let _ = parse_text(&text);
    }
}

#[test]
fn a_program_with_one_word_changed_still_agrees_in_both_forms() {
    let words: Vec<&str> = SAMPLE.split_inclusive(' ').collect();
    let mut draws = Draws(11);
    let mut read = 0;
    for _ in 0..2_000 {
        let mut changed = words.clone();
        let (at, from) = (draws.below(words.len()), draws.below(words.len()));
        changed[at] = words[from];
        if let Ok(program) = parse_text(&changed.concat()) {
            read += 1;
            assert_eq!(parsed(&print_text(&program)), program);
            let _ = rulewright_ir::verify(program);
        }
    }
    assert!(read > 20, "only {read} of the changed texts could be read");
}

/// Two megabytes of code; the bound is wide because debug builds and shared machines are slow.
#[test]
fn long_texts_are_read_quickly() {
    let line = "  r2 = add r2 1 @1\n  store s8 1 r2\n  r3 = lt r2 3\n";
    let code = format!(
        "func \"long\" () none [int int int bool] {{\n{} }}",
        line.repeat(44_000)
    );
    let text = SAMPLE.replace("; funcs", &code);
    assert!(text.len() > 2_000_000);
    let start = std::time::Instant::now();
    let program = parsed(&text);
    let bound = if cfg!(debug_assertions) { 3_000 } else { 150 };
    let spent = start.elapsed().as_millis();
    assert!(spent < bound, "took {spent} ms");
    assert_eq!(program.funcs.len(), 7);
}
