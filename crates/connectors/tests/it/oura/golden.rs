//! Each fixture, read and mapped, against what it was last agreed to hold.

use std::fmt::Write;

use vitalog_connectors::{Connector, Page, oura::Oura};

use super::{autumn, collection, fixture, value};

fn render(kind: &str, page: Page) -> String {
    let mut text = String::new();
    if page.unreadable > 0 {
        writeln!(text, "{} unreadable", page.unreadable).unwrap();
    }
    if let Some(next) = &page.next {
        writeln!(text, "next {next:?}").unwrap();
    }
    let documents = Oura.join(collection(kind), page.documents);
    for document in &documents {
        write!(
            text,
            "{} {} of {} at {}",
            document.kind, document.id, document.day, document.at
        )
        .unwrap();
        if document.first_day != document.day || document.last_day != document.day {
            write!(
                text,
                ", reaching {} to {}",
                document.first_day, document.last_day
            )
            .unwrap();
        }
        if let Some(updated_at) = document.updated_at {
            write!(text, ", updated {updated_at}").unwrap();
        }
        text.push_str(if document.gone { ", gone\n" } else { "\n" });
    }
    let mapped = Oura.map(&documents);
    if mapped.unreadable > 0 {
        writeln!(text, "{} unreadable to the mapping", mapped.unreadable).unwrap();
    }
    for sample in &mapped.samples {
        write!(
            text,
            "  {} = {} {:?} from {}",
            sample.metric.slug(),
            value(sample),
            sample.unit,
            sample.start
        )
        .unwrap();
        if let Some(until) = sample.until {
            write!(text, " to {until}").unwrap();
        }
        if let Some(day) = sample.day {
            write!(text, " of {day}").unwrap();
        }
        let grain = sample.grain.map(vitalog_core::Grain::as_str);
        writeln!(
            text,
            " {:?} (sent {:?})",
            grain.unwrap_or("-"),
            sample.recorded_at
        )
        .unwrap();
    }
    for workout in &mapped.workouts {
        writeln!(text, "  {workout:?}").unwrap();
    }
    text
}

#[test]
fn fixtures_hold_what_was_agreed() {
    for (kind, name) in [
        ("daily_activity", "daily-activity"),
        ("daily_cardiovascular_age", "daily-cardiovascular-age"),
        ("daily_readiness", "daily-readiness"),
        ("daily_resilience", "daily-resilience"),
        ("daily_resilience", "daily-resilience-odd"),
        ("daily_sleep", "daily-sleep"),
        ("daily_spo2", "daily-spo2"),
        ("daily_spo2", "daily-spo2-odd"),
        ("daily_stress", "daily-stress"),
        ("enhanced_tag", "enhanced-tag"),
        ("heartrate", "heartrate-odd"),
        ("heartrate", "heartrate-page-1"),
        ("heartrate", "heartrate-page-2"),
        ("interbeat_interval", "interbeat-interval"),
        ("personal_info", "personal-info"),
        ("rest_mode_period", "rest-mode-period"),
        ("rest_mode_period", "rest-mode-period-odd"),
        ("ring_configuration", "ring-configuration"),
        ("session", "session"),
        ("session", "session-odd"),
        ("sleep", "sleep"),
        ("sleep", "sleep-odd"),
        ("sleep_time", "sleep-time"),
        ("tag", "tag"),
        ("vo2_max", "vo2-max"),
        ("workout", "workout"),
        ("workout", "workout-odd"),
    ] {
        let page = Oura
            .read_page(collection(kind), autumn(), &fixture(name))
            .unwrap();
        insta::assert_snapshot!(name, render(kind, page));
    }
}

#[test]
fn every_document_kept_is_read_again_as_it_was() {
    for (kind, name) in [
        ("sleep", "sleep"),
        ("heartrate", "heartrate-odd"),
        ("rest_mode_period", "rest-mode-period"),
        ("personal_info", "personal-info"),
        ("ring_configuration", "ring-configuration"),
        ("daily_cardiovascular_age", "daily-cardiovascular-age"),
    ] {
        let collection = collection(kind);
        let page = Oura
            .read_page(collection, autumn(), &fixture(name))
            .unwrap();
        for document in Oura.join(collection, page.documents) {
            assert_eq!(
                Oura.read_kept(collection, &document.body),
                Ok(document),
                "{name}"
            );
        }
    }
}
