//! Action numbers and their texts.

use rulewright_engine::ActionInfo;
use rulewright_ir::DecisionId;

use crate::programs::{engine, frame, BAG, BEADS};

#[test]
fn a_number_has_a_meaning_and_a_text() {
    let beads = engine(BEADS);
    let info = beads.describe(2).expect("an action");
    assert_eq!(
        info,
        ActionInfo {
            decision: DecisionId(0),
            option: 0,
            params: vec![3]
        }
    );
    assert_eq!(beads.action_text(2).as_deref(), Some("turn.take(3)"));
    assert_eq!(beads.describe(3), None);
    assert_eq!(beads.action_text(u32::MAX), None);
    let bag = engine(BAG);
    assert_eq!(bag.action_text(3).as_deref(), Some("show.open(1,5)"));
    assert_eq!(bag.action_text(4).as_deref(), Some("show.keep"));
}

#[test]
fn every_text_is_unique_and_leads_back() {
    let more = "segment \"two\" (int int) [] { over }
        segment \"one\" (int) [] { over }
        decision \"again\" f4 { option \"test.take\" 6 [] g1 }
        func \"more.legal\" () none [] { offer 6 }";
    let more = format!("{more}\n");
    for engine in [engine(BEADS), engine(BAG), frame("over", "offer 0", &more)] {
        let mut texts = Vec::new();
        for action in 0..engine.program().actions {
            let Some(text) = engine.action_text(action) else {
                continue;
            };
            assert_eq!(engine.action_from_text(&text), Some(action), "{text}");
            texts.push(text);
        }
        let count = texts.len();
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), count);
    }
    let engine = frame("over", "offer 0", &more);
    assert_eq!(engine.action_text(6).as_deref(), Some("again/test.take"));
    assert_eq!(engine.action_text(1).as_deref(), Some("test.pass"));
}

#[test]
fn entries_stand_by_name() {
    let more = "segment \"two\" (int int) [] { over }
        func \"more.legal\" () none [] { offer 6 }
        decision \"again\" f4 { option \"put\" 6 [k0 -1..-1] g3 }";
    let engine = frame("over", "offer 0", more);
    assert_eq!(engine.action_text(7).as_deref(), Some("put(blue,-1)"));
    assert_eq!(engine.action_from_text(" put ( green , -1 ) "), Some(8));
}

#[test]
fn any_text_may_be_asked_for() {
    let engine = engine(BEADS);
    let texts = [
        "",
        "(",
        ")",
        "turn.take",
        "turn.take()",
        "turn.take(4)",
        "turn.take(0)",
        "turn.take(1,1)",
        "turn.take(1",
    ];
    let more = [
        "turn.take(99999999999)",
        "turn.take(-1)",
        "turn.take(x)",
        "turn",
        "ü(1)",
        "turn.take(1))",
    ];
    for text in texts.into_iter().chain(more) {
        assert_eq!(engine.action_from_text(text), None, "{text}");
    }
    assert_eq!(engine.action_from_text("turn.take(1)"), Some(0));
}
