//! What a stranger's text looks like in the log.

use vitalog_core::log_text::fit;

const KEY: &str = "planted-key-of-the-person";

fn check(text: &str, logged: &str) {
    assert_eq!(fit(text, &["", KEY]), logged, "{text:?}");
}

#[test]
fn plain_text_stays_as_it_is() {
    for text in [
        "",
        "Claude MCP Today",
        "Übersicht für Mai",
        "健康 ⌚",
        "a&b<c>\"d\"",
    ] {
        check(text, text);
    }
}

#[test]
fn a_text_that_holds_a_secret_is_left_out_whole() {
    let digits = "0123456789abcdefABCDEF0123456789";
    for text in [
        KEY.to_owned(),
        KEY.to_uppercase(),
        format!("X-Ingest-Key: {KEY}"),
        format!("https://host/ingest/{digits}/"),
        digits.to_owned(),
        format!("{}\u{200B}{}", &digits[..20], &digits[20..]),
        format!("{}\u{85}{}", &KEY[..9], &KEY[9..]),
        format!("{}{KEY}", "a".repeat(75)),
    ] {
        check(&text, "<secret>");
    }
}

#[test]
fn digits_too_few_for_a_secret_stay() {
    check(
        "0123456789abcdef0123456789abcde",
        "0123456789abcdef0123456789abcde",
    );
    check(
        "6F9619FF-8B86-D011-B42D-00CF4FC964FF",
        "6F9619FF-8B86-D011-B42D-00CF4FC964FF",
    );
}

#[test]
fn characters_that_break_or_turn_a_line_are_dropped() {
    for hidden in [
        '\0',
        '\t',
        '\n',
        '\r',
        '\u{1B}',
        '\u{7F}',
        '\u{80}',
        '\u{85}',
        '\u{9B}',
        '\u{9F}',
        '\u{200B}',
        '\u{200E}',
        '\u{2028}',
        '\u{2029}',
        '\u{202A}',
        '\u{202E}',
        '\u{2066}',
        '\u{2069}',
        '\u{FEFF}',
        '\u{E0041}',
    ] {
        check(&format!("a{hidden}b"), "ab");
    }
}

#[test]
fn a_long_text_is_cut_between_characters() {
    check(&"ü".repeat(81), &"ü".repeat(80));
    check(&"ü".repeat(80), &"ü".repeat(80));
}
