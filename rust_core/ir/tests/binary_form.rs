//! The binary form: round trips, and bytes that are damaged or were never a program.

mod sample;

use rulewright_ir::codec::checksum;
use rulewright_ir::{decode, encode, parse_text, verify, CodecError, Program};
use sample::{Draws, SAMPLE};

fn program() -> Program {
    parse_text(SAMPLE).expect("the sample is a program")
}

/// Gives changed content a checksum that agrees, so that the reader behind it is reached.
fn sealed(content: &[u8]) -> Vec<u8> {
    let mut bytes = content.to_vec();
    bytes.extend(checksum(content).to_le_bytes());
    bytes
}

fn content() -> Vec<u8> {
    let mut bytes = encode(&program());
    bytes.truncate(bytes.len() - 8);
    bytes
}

#[test]
fn encoding_and_decoding_are_inverse() {
    let bytes = encode(&program());
    assert_eq!(decode(&bytes), Ok(program()));
    assert_eq!(sealed(&content()), bytes);
}

#[test]
fn the_checksum_is_fnv_1a() {
    assert_eq!(checksum(b""), 0xcbf2_9ce4_8422_2325);
    assert_eq!(checksum(b"a"), 0xaf63_dc4c_8601_ec8c);
}

#[test]
fn every_flipped_bit_is_noticed() {
    let bytes = encode(&program());
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << bit;
            assert!(decode(&changed).is_err(), "byte {at}, bit {bit}");
        }
    }
}

#[test]
fn every_truncation_is_noticed() {
    let bytes = encode(&program());
    for end in 0..bytes.len() {
        assert!(decode(&bytes[..end]).is_err(), "cut at {end}");
    }
    let content = content();
    for end in 6..content.len() {
        assert!(
            decode(&sealed(&content[..end])).is_err(),
            "cut and sealed at {end}"
        );
    }
}

#[test]
fn what_is_read_is_written_back_the_same() {
    let content = content();
    let mut read = 0;
    for at in 6..content.len() {
        for change in [1, 2, 0x7f, 0x80, 0xff] {
            let mut changed = content.clone();
            changed[at] ^= change;
            let bytes = sealed(&changed);
            if let Ok(program) = decode(&bytes) {
                read += 1;
                assert_eq!(encode(&program), bytes, "byte {at} changed by {change}");
                let _ = verify(program);
            }
        }
    }
    assert!(read > 100, "only {read} of the changed forms could be read");
}

#[test]
fn spliced_forms_never_panic() {
    let content = content();
    let mut draws = Draws(3);
    for _ in 0..5_000 {
        let (start, end) = (draws.below(content.len()), draws.below(content.len()));
        let at = 6 + draws.below(content.len() - 6);
        let piece = content.get(start..end).unwrap_or(&[]);
        let rest = at + draws.below(content.len() - at);
        let bytes = [&content[..at], piece, &content[rest..]].concat();
        if let Ok(program) = decode(&sealed(&bytes)) {
            let _ = verify(program);
        }
    }
}

#[test]
fn random_bytes_never_panic() {
    let mut draws = Draws(5);
    for _ in 0..5_000 {
        let mut bytes = b"RWIR\x01\x00".to_vec();
        for _ in 0..draws.below(200) {
            // Small numbers reach further into the form than large ones.
            let most = [4, 32, 256][draws.below(3)];
            bytes.push(draws.below(most) as u8);
        }
        let _ = decode(&bytes);
        let _ = decode(&sealed(&bytes));
    }
}

#[test]
fn lengths_are_not_believed() {
    // An empty name, one player, no actions, no hash, and then four thousand million files.
    let bytes = b"RWIR\x01\x00\x00\x01\x00\x00\x00\xff\xff\xff\xff\x0f";
    assert_eq!(decode(&sealed(bytes)), Err(CodecError::Ends(bytes.len())));
}

#[test]
fn numbers_have_one_spelling() {
    let bytes = b"RWIR\x01\x00\x80\x00";
    assert!(matches!(
        decode(&sealed(bytes)),
        Err(CodecError::Bad { .. })
    ));
}

#[test]
fn deep_nesting_is_refused() {
    let text = |blocks: usize| {
        let body = format!(
            "{}break{}",
            "if 1 {".repeat(blocks - 1),
            "}".repeat(blocks - 1)
        );
        SAMPLE.replace("; funcs", &format!("func \"deep\" () none [] {{ {body} }}"))
    };
    let deep = parse_text(&text(64)).expect("just within the limit");
    assert_eq!(decode(&encode(&deep)).as_ref(), Ok(&deep));
    // One block more than the text form can say.
    let mut deeper = deep;
    let last = deeper.funcs.len() - 1;
    let body = std::mem::take(&mut deeper.funcs[last].body);
    deeper.funcs[last].body = body
        .into_iter()
        .map(|instr| {
            let cond = rulewright_ir::Operand::Imm(1);
            let op = rulewright_ir::Op::If {
                cond,
                then: vec![instr],
                otherwise: Vec::new(),
            };
            rulewright_ir::Instr { op, span: None }
        })
        .collect();
    assert!(matches!(
        decode(&encode(&deeper)),
        Err(CodecError::TooDeep(_))
    ));
    let error = verify(deeper).expect_err("too deep").to_string();
    assert!(error.contains("nested deeper than 64"), "{error}");
}

#[test]
fn other_files_and_versions_are_named() {
    assert_eq!(decode(b"PK"), Err(CodecError::NotAProgram));
    assert_eq!(decode(b"RWIR"), Err(CodecError::Ends(4)));
    assert_eq!(decode(b"RWIR\x02\x00"), Err(CodecError::Version(2)));
    assert_eq!(decode(b"RWIR\x01\x00\x00"), Err(CodecError::Ends(7)));
    let mut longer = content();
    longer.push(0);
    assert!(matches!(
        decode(&sealed(&longer)),
        Err(CodecError::GoesOn(_))
    ));
    assert_eq!(decode(&vec![0; (64 << 20) + 1]), Err(CodecError::TooLong));
}
