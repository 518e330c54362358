//! What a record binds, and what verifying a log finds.

use domain::audit::{
    Body, Checkpoint, Fault, GENESIS, Head, Outcome, Record, Verifier, canonical, commitment, leaf_hash, seal,
};
use serde_json::{Value, json};

const SALT: [u8; 16] = [5; 16];

fn head(seq: u64, body: &Value, prev: String) -> Head {
    Head {
        seq,
        at: "2026-03-01T08:00:00.123456Z".parse().unwrap(),
        kind: "call.decided".to_owned(),
        company_id: Some("acme".to_owned()),
        actor: "sam".to_owned(),
        subject: "orders/refund".to_owned(),
        run_id: None,
        operation_id: None,
        delegation: vec!["ada".to_owned(), "sam".to_owned()],
        body_commitment: commitment(&SALT, &canonical(body).unwrap()),
        prev,
    }
}

fn log(size: u64) -> Vec<(Record, Value)> {
    let mut records: Vec<(Record, Value)> = Vec::new();
    for seq in 1..=size {
        let prev = records.last().map_or(GENESIS, |(record, _)| record.hash);
        let body = json!({ "reason": format!("because {seq}") });
        records.push((seal(head(seq, &body, hex::encode(prev))).unwrap(), body));
    }
    records
}

fn verify(records: &[(Record, Value)], checkpoints: Vec<Checkpoint>) -> Outcome {
    let mut verifier = Verifier::against(checkpoints);
    for (record, body) in records {
        let body = canonical(body).unwrap();
        if let Err(fault) = verifier.next(record, &Body::Kept { salt: &SALT, body: &body }) {
            return Outcome::Tampered(fault);
        }
    }
    verifier.finish()
}

fn checkpoint(records: &[(Record, Value)]) -> Checkpoint {
    let mut verifier = Verifier::default();
    for (record, _) in records {
        verifier.next(record, &Body::Redacted).unwrap();
    }
    Checkpoint { size: verifier.count(), root: verifier.root() }
}

/// *Source:* RFC 8785, 3.2.2 and 3.2.3, and appendix B.
#[test]
fn ad_1_canonical_bytes_are_those_of_rfc_8785() {
    let texts = [
        (
            r#"{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
                "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}"#,
            "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],\
             \"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}",
        ),
        (
            r#"{"\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh",
                "1": "One", "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control",
                "\u00f6": "Latin Small Letter O With Diaeresis"}"#,
            "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u{80}\":\"Control\",\
             \"ö\":\"Latin Small Letter O With Diaeresis\",\"€\":\"Euro Sign\",\
             \"😀\":\"Emoji: Grinning Face\",\"\u{fb33}\":\"Hebrew Letter Dalet With Dagesh\"}",
        ),
    ];
    for (text, expected) in texts {
        let value: Value = serde_json::from_str(text).unwrap();
        assert_eq!(String::from_utf8(canonical(&value).unwrap()).unwrap(), expected);
    }
    for (bits, expected) in [
        (0x0000_0000_0000_0000, "0"),
        (0x8000_0000_0000_0000, "0"),
        (0x0000_0000_0000_0001, "5e-324"),
        (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
        (0x4340_0000_0000_0000, "9007199254740992"),
        (0x4430_0000_0000_0000, "295147905179352830000"),
        (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
        (0x44b5_2d02_c7e1_4af6, "1e+23"),
        (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
        (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
        (0x41b3_de43_5555_5557, "333333333.33333343"),
        (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
    ] {
        assert_eq!(canonical(&f64::from_bits(bits)).unwrap(), expected.as_bytes());
    }
    assert!(canonical(&f64::from_bits(0x7fff_ffff_ffff_ffff)).is_err());
    assert!(canonical(&f64::from_bits(0x7ff0_0000_0000_0000)).is_err());
}

#[test]
fn ad_1_anybody_can_compute_a_hash_with_ordinary_tools() {
    let (record, body) = log(1).remove(0);
    let written = format!(
        "{{\"actor\":\"sam\",\"at\":\"2026-03-01T08:00:00.123456Z\",\"body_commitment\":\"{}\",\
         \"company_id\":\"acme\",\"delegation\":[\"ada\",\"sam\"],\"kind\":\"call.decided\",\
         \"operation_id\":null,\"prev\":\"{}\",\"run_id\":null,\"seq\":1,\"subject\":\"orders/refund\"}}",
        commitment(&SALT, body.to_string().as_bytes()),
        "0".repeat(64),
    );
    assert_eq!(record.hash, leaf_hash(written.as_bytes()));
}

#[test]
fn ad_1_every_field_of_a_head_is_bound() {
    let records = log(3);
    let changes: [fn(&mut Head); 11] = [
        |head| head.seq = 7,
        |head| head.at = "2026-03-01T08:00:00.123457Z".parse().unwrap(),
        |head| head.kind = "call.closed".to_owned(),
        |head| head.company_id = None,
        |head| head.actor = "ada".to_owned(),
        |head| head.subject = "orders/list".to_owned(),
        |head| head.run_id = Some("r".to_owned()),
        |head| head.operation_id = Some("o".to_owned()),
        |head| head.delegation.clear(),
        |head| head.body_commitment = "00".repeat(32),
        |head| head.prev = "00".repeat(32),
    ];
    for (n, change) in changes.iter().enumerate() {
        let mut bent = records.clone();
        change(&mut bent[1].0.head);
        match verify(&bent, Vec::new()) {
            Outcome::Tampered(fault) => assert_eq!(fault.seq(), 2, "change {n}"),
            other => panic!("change {n}: {other:?}"),
        }
    }
}

#[test]
fn lg_03_lg_04_ad_5_the_changed_record_is_named() {
    let records = log(9);
    for at in 0..9_usize {
        let seq = at as u64 + 1;
        let tampered = |change: fn(&mut (Record, Value))| {
            let mut changed = records.clone();
            change(&mut changed[at]);
            verify(&changed, Vec::new())
        };
        assert_eq!(tampered(|one| one.0.head.prev = "ab".repeat(32)), Outcome::Tampered(Fault::Head(seq)));
        assert_eq!(tampered(|one| one.1 = json!({ "reason": "other" })), Outcome::Tampered(Fault::Body(seq)));
        assert_eq!(tampered(|one| one.0.head.actor = "ada".into()), Outcome::Tampered(Fault::Head(seq)));
        let later = |one: &mut (Record, Value)| one.0.head.at = "2026-03-02T08:00:00Z".parse().unwrap();
        assert_eq!(tampered(later), Outcome::Tampered(Fault::Head(seq)));
        let resealed = tampered(|one| {
            one.0.head.actor = "ada".into();
            one.0 = seal(one.0.head.clone()).unwrap();
        });
        // Whoever can compute the hash anew is found at the next record, or by a checkpoint.
        let expected = if at < 8 { Outcome::Tampered(Fault::Chain(seq + 1)) } else { Outcome::Verified };
        assert_eq!(resealed, expected);
    }
}

#[test]
fn ad_5_a_record_that_is_gone_or_moved_is_named() {
    let records = log(5);
    for at in 0..4_usize {
        let seq = at as u64 + 1;
        let mut gone = records.clone();
        gone.remove(at);
        let fault = Fault::Missing { expected: seq, found: seq + 1 };
        assert_eq!(verify(&gone, Vec::new()), Outcome::Tampered(fault));
        let mut swapped = records.clone();
        swapped.swap(at, at + 1);
        let fault = Fault::Missing { expected: seq, found: seq + 1 };
        assert_eq!(verify(&swapped, Vec::new()), Outcome::Tampered(fault));
    }
}

#[test]
fn lg_11_ad_5_an_untouched_log_is_verified() {
    for size in [0, 1, 2, 3, 7, 8, 9, 33] {
        let records = log(size);
        let promises = (1..=records.len()).map(|size| checkpoint(&records[..size])).collect();
        assert_eq!(verify(&records, promises), Outcome::Verified, "{size} records");
    }
}

#[test]
fn ad_9_a_tail_that_is_cut_off_is_told_from_a_change() {
    let records = log(9);
    let promises = vec![checkpoint(&records[..4]), checkpoint(&records)];
    let cut = verify(&records[..6], promises.clone());
    assert_eq!(cut, Outcome::CutShort { promised: 9, found: 6 });
    assert_eq!(verify(&[], promises), Outcome::CutShort { promised: 9, found: 0 });
}

#[test]
fn ad_9_a_log_that_is_written_anew_whole_is_seen() {
    let records = log(9);
    let promises = vec![checkpoint(&records), checkpoint(&records[..4])];
    let mut forged: Vec<(Record, Value)> = Vec::new();
    for (at, (record, body)) in records.iter().enumerate() {
        let mut head = record.head.clone();
        if at == 6 {
            head.actor = "somebody else".into();
        }
        head.prev = hex::encode(forged.last().map_or(GENESIS, |(record, _)| record.hash));
        forged.push((seal(head).unwrap(), body.clone()));
    }
    assert_eq!(verify(&forged, Vec::new()), Outcome::Verified, "the chain alone cannot tell");
    let outcome = verify(&forged, promises);
    assert_eq!(outcome, Outcome::Tampered(Fault::Rewritten { after: 4, size: 9 }));
}

#[test]
fn ad_7_a_redacted_body_leaves_every_proof() {
    let records = log(4);
    let mut verifier = Verifier::against(vec![checkpoint(&records)]);
    for (record, body) in &records {
        let body = canonical(body).unwrap();
        let kept = Body::Kept { salt: &SALT, body: &body };
        verifier.next(record, if record.head.seq == 2 { &Body::Redacted } else { &kept }).unwrap();
    }
    assert_eq!((verifier.finish(), verifier.redacted()), (Outcome::Verified, 1));
}
