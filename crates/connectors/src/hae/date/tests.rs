use jiff::tz;

use super::*;

/// `UTC instant, offset in seconds` or the reason against it.
fn read(json: &str, zone: &str) -> Result<(String, Option<i32>), BadDate> {
    let zone = TimeZone::get(zone).unwrap();
    let json = Json::parse(json).unwrap();
    read_date(json, &zone).map(|sent| (sent.at.to_string(), sent.offset.map(tz::Offset::seconds)))
}

fn check(text: &str, expected: &str, offset_hours: Option<f64>) {
    #[expect(clippy::cast_possible_truncation, reason = "small numbers in a table")]
    let offset = offset_hours.map(|hours| (hours * 3600.0) as i32);
    let quoted = serde_json::to_string(text).unwrap();
    assert_eq!(
        read(&quoted, "Europe/Berlin"),
        Ok((expected.to_owned(), offset)),
        "{text}"
    );
}

/// Texts, their instants, and their offsets in hours.
const FULL_DATES: &[(&str, &str, Option<f64>)] = &[
    (
        "2026-09-21 07:57:00 +1000",
        "2026-09-20T21:57:00Z",
        Some(10.0),
    ),
    (
        "2026-09-21 7:57:00 am +1000",
        "2026-09-20T21:57:00Z",
        Some(10.0),
    ),
    (
        "2026-09-21 7:57:00 AM +1000",
        "2026-09-20T21:57:00Z",
        Some(10.0),
    ),
    (
        "2026-09-21 07:57:00 pm +1000",
        "2026-09-21T09:57:00Z",
        Some(10.0),
    ),
    (
        "2026-09-21 7:57:00 a.m. +1000",
        "2026-09-20T21:57:00Z",
        Some(10.0),
    ),
    (
        "2026-09-21 7:57:00 p. m. +1000",
        "2026-09-21T09:57:00Z",
        Some(10.0),
    ),
    (
        "2026-09-21 7:57:00 P. M. +1000",
        "2026-09-21T09:57:00Z",
        Some(10.0),
    ),
    (
        "2026-09-21 7:57:00PM +1000",
        "2026-09-21T09:57:00Z",
        Some(10.0),
    ),
    (
        "2026-09-21 7:57:00\u{202f}am +1000",
        "2026-09-20T21:57:00Z",
        Some(10.0),
    ),
    (
        "2026-09-21 7:57:00\u{a0}am\u{a0}+1000",
        "2026-09-20T21:57:00Z",
        Some(10.0),
    ),
    (
        "2026-09-21 7:57:00 p.\u{a0}m. +1000",
        "2026-09-21T09:57:00Z",
        Some(10.0),
    ),
    (
        "2026-09-21 12:00:30 AM +0200",
        "2026-09-20T22:00:30Z",
        Some(2.0),
    ),
    (
        "2026-09-21 12:00:30 pm +0200",
        "2026-09-21T10:00:30Z",
        Some(2.0),
    ),
    ("2026-09-21T07:57:00Z", "2026-09-21T07:57:00Z", None),
    ("2026-09-21t07:57:00z", "2026-09-21T07:57:00Z", None),
    (
        "2026-09-21T07:57:00+10:00",
        "2026-09-20T21:57:00Z",
        Some(10.0),
    ),
    ("2026-09-21T07:57:00.999Z", "2026-09-21T07:57:00Z", None),
    (
        "2026-09-21T07:57:00.123456-07:00",
        "2026-09-21T14:57:00Z",
        Some(-7.0),
    ),
    (
        "2026-09-21T07:57:00,5+02:00",
        "2026-09-21T05:57:00Z",
        Some(2.0),
    ),
    ("2026-09-21 07:57:00 Z", "2026-09-21T07:57:00Z", None),
    (
        "2026-09-21 07:57:00 +0000",
        "2026-09-21T07:57:00Z",
        Some(0.0),
    ),
    (
        "2026-09-21 07:57:00 +00:00",
        "2026-09-21T07:57:00Z",
        Some(0.0),
    ),
    ("2026-09-21 07:57:00 GMT", "2026-09-21T07:57:00Z", None),
    ("2026-09-21 07:57:00 UTC", "2026-09-21T07:57:00Z", None),
    (
        "2026-09-21 07:57:00 GMT+1",
        "2026-09-21T06:57:00Z",
        Some(1.0),
    ),
    (
        "2026-09-21 07:57:00 GMT+05:30",
        "2026-09-21T02:27:00Z",
        Some(5.5),
    ),
    (
        "2026-09-21 07:57:00 +0545",
        "2026-09-21T02:12:00Z",
        Some(5.75),
    ),
    (
        "2026-09-21 07:57:00 \u{2212}0330",
        "2026-09-21T11:27:00Z",
        Some(-3.5),
    ),
    (
        "2026-09-21 07:57:00 -07",
        "2026-09-21T14:57:00Z",
        Some(-7.0),
    ),
    ("2026-09-21 07:57 +0200", "2026-09-21T05:57:00Z", Some(2.0)),
    (
        "  2026-09-21   07:57:00   +0200 ",
        "2026-09-21T05:57:00Z",
        Some(2.0),
    ),
    ("2026-9-1 07:57:00 +0200", "2026-09-01T05:57:00Z", Some(2.0)),
    (
        "٢٠٢٦-٠٩-١٤ ١١:٠٠:٠٠ +٠٢٠٠",
        "2026-09-14T09:00:00Z",
        Some(2.0),
    ),
    (
        "2569-09-14 08:00:00 +0200",
        "2026-09-14T06:00:00Z",
        Some(2.0),
    ),
    (
        "2567-02-29 08:00:00 +0700",
        "2024-02-29T01:00:00Z",
        Some(7.0),
    ),
    (
        "1900-01-01 00:00:00 +0000",
        "1900-01-01T00:00:00Z",
        Some(0.0),
    ),
];

#[test]
fn every_form_of_a_full_date_is_read() {
    for (text, expected, offset) in FULL_DATES {
        check(text, expected, *offset);
    }
}

#[test]
fn wall_clock_without_offset_is_one_of_the_accounts_zone() {
    for (text, expected) in [
        ("2026-09-21", "2026-09-20T22:00:00Z"),
        ("2026-12-21", "2026-12-20T23:00:00Z"),
        ("2026-09-21 07:57:00", "2026-09-21T05:57:00Z"),
        ("2026-09-21T07:57:00", "2026-09-21T05:57:00Z"),
        ("2026-09-21 7:57:00 pm", "2026-09-21T17:57:00Z"),
        // The hour that clocks skip in spring, and the one they repeat in autumn.
        ("2026-03-29 02:30:00", "2026-03-29T01:30:00Z"),
        ("2026-10-25 02:30:00", "2026-10-25T00:30:00Z"),
    ] {
        check(text, expected, None);
    }
    // A zone whose clocks skip midnight.
    let skipped = read("\"2018-11-04\"", "America/Sao_Paulo");
    assert_eq!(skipped, Ok(("2018-11-04T03:00:00Z".to_owned(), None)));
}

#[test]
fn number_counts_from_1970_or_from_2001() {
    for (json, expected) in [
        ("1788745353.994098", "2026-09-07T01:42:33Z"),
        ("1788745353", "2026-09-07T01:42:33Z"),
        ("1.788745353e9", "2026-09-07T01:42:33Z"),
        ("\"1788745353.99\"", "2026-09-07T01:42:33Z"),
        ("1788745353994", "2026-09-07T01:42:33Z"),
        ("810438153.994098", "2026-09-07T01:42:33Z"),
    ] {
        assert_eq!(read(json, "UTC"), Ok((expected.to_owned(), None)), "{json}");
    }
    for json in [
        "0",
        "5",
        "20260921",
        "-1788745353",
        "1e30",
        "1e999",
        "\"20260921\"",
    ] {
        assert_eq!(read(json, "UTC"), Err(BadDate::Implausible), "{json}");
    }
}

#[test]
fn year_of_another_calendar_is_never_stored_silently() {
    for text in [
        "0008-09-14 08:00:00 +0900",
        "8-09-14 08:00:00 +0900",
        "1448-03-02 08:00:00 +0300",
        "1405-06-23",
        "1899-12-31 23:59:59 +0000",
        "2101-01-01 00:00:00 +0000",
        "2499-01-01",
        "2701-01-01",
        "99999-01-01 00:00:00 +0000",
    ] {
        let json = serde_json::to_string(text).unwrap();
        assert_eq!(read(&json, "UTC"), Err(BadDate::Implausible), "{text}");
    }
}

#[test]
fn what_is_no_date_is_refused() {
    for json in [
        "null",
        "true",
        "[]",
        "{}",
        "\"\"",
        "\"not a date\"",
        "\"2026-02-29 08:00:00 +0000\"",
        "\"2026-13-01\"",
        "\"2026-09-21 24:00:00 +0000\"",
        "\"2026-09-21 07:60:00 +0000\"",
        "\"2026-09-21 13:00:00 pm +0000\"",
        "\"2026-09-21 07:57:00 xm +0000\"",
        "\"2026-09-21 07:57:00 a +0000\"",
        "\"2026-09-21 07:57:00 +1900\"",
        "\"2026-09-21 07:57:00 +0260\"",
        "\"2026-09-21 07:57:00 +02000\"",
        "\"2026-09-21 07:57:00 CEST\"",
        "\"2026-09-21 07:57:00 +0200 extra\"",
        "\"2026-09-21 +0200\"",
        "\"2026-09-21T\"",
        "\"2026-09-21 07\"",
        "\"21.09.2026 07:57:00 +0200\"",
        "\"09-21-2026 07:57:00 +0200\"",
        "\"-2026-09-21\"",
        "\"1.2.3\"",
    ] {
        assert_eq!(read(json, "UTC"), Err(BadDate::Unreadable), "{json}");
    }
    let endless = format!("\"2026-09-21T07:57:00.{}Z\"", "0".repeat(1000));
    assert_eq!(read(&endless, "UTC"), Err(BadDate::Unreadable));
}

#[test]
fn text_as_sent_is_kept() {
    let json = Json::parse("\"2026-09-21 7:57:00\\u202fam +1000\"").unwrap();
    let sent = read_date(json, &TimeZone::UTC).unwrap();
    assert_eq!(sent.text, "2026-09-21 7:57:00\u{202f}am +1000");
}
