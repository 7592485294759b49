//! What all files together came to.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use vitalog_sync::{
    CalendarReport,
    import::{ImportCounts, ImportReport, Tally},
};

use crate::{failure::Failure, output};

/// What events of a calendar are called.
const EVENT: &str = "VEVENT";

#[derive(Default)]
pub(super) struct Summary {
    files: usize,
    tally: Tally,
}

impl Summary {
    pub(super) fn add_apple(&mut self, report: &ImportReport) {
        self.files += 1;
        self.tally.add(&report.tally);
    }

    pub(super) fn add_calendar(&mut self, report: &CalendarReport) {
        self.files += 1;
        let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        let mut tally = Tally::default();
        let others = report.others.iter();
        let others: BTreeMap<String, u64> = others
            .map(|(reason, number)| ((*reason).to_owned(), count(*number)))
            .collect();
        // A meeting has a part in the values of its days and is none itself.
        let events = ImportCounts {
            read: count(report.events),
            skipped: others.values().sum(),
            why: others,
            ..ImportCounts::default()
        };
        tally.by_element.insert(EVENT.to_owned(), events);
        for (metric, counts) in &report.metrics {
            let counts = ImportCounts {
                read: count(counts.read),
                new: count(counts.new),
                changed: count(counts.changed),
                unchanged: count(counts.unchanged),
                ..ImportCounts::default()
            };
            tally.by_metric.insert(metric.slug().to_owned(), counts);
        }
        self.tally.add(&tally);
    }

    pub(super) fn document(&self, seconds: f64) -> Value {
        json!({
            "files": self.files,
            "seconds": (seconds * 1000.0).round() / 1000.0,
            "by_element": object(&self.tally.by_element),
            "by_metric": object(&self.tally.by_metric),
        })
    }

    /// One table of elements, one of metrics, and why what was skipped was.
    pub(super) fn print(&self) -> Result<(), Failure> {
        let mut is_first = true;
        for (head, all) in [
            ("element", &self.tally.by_element),
            ("metric", &self.tally.by_metric),
        ] {
            if all.is_empty() {
                continue;
            }
            if !is_first {
                output::print("")?;
            }
            is_first = false;
            let names = [head, "read", "new", "changed", "unchanged", "skipped"];
            let mut rows = vec![names.map(str::to_owned).to_vec()];
            rows.extend(all.iter().map(|(name, counts)| row(name, counts)));
            output::print_table(&rows)?;
        }
        let skipped: Vec<Vec<String>> = self
            .tally
            .by_element
            .iter()
            .flat_map(|(name, counts)| {
                let why = counts.why.iter();
                why.map(move |(why, count)| vec![name.clone(), why.clone(), count.to_string()])
            })
            .collect();
        if !skipped.is_empty() {
            output::print("")?;
            let head = ["skipped", "why", "number"];
            let rows = std::iter::once(head.map(str::to_owned).to_vec());
            output::print_table(&rows.chain(skipped).collect::<Vec<_>>())?;
        }
        Ok(())
    }
}

fn row(name: &str, counts: &ImportCounts) -> Vec<String> {
    let numbers = [
        counts.read,
        counts.new,
        counts.changed,
        counts.unchanged,
        counts.skipped,
    ];
    let numbers = numbers.into_iter().map(|number| number.to_string());
    std::iter::once(name.to_owned()).chain(numbers).collect()
}

fn object(all: &BTreeMap<String, ImportCounts>) -> Value {
    let counts = all.iter().map(|(name, counts)| {
        let mut document = json!({
            "read": counts.read,
            "new": counts.new,
            "changed": counts.changed,
            "unchanged": counts.unchanged,
            "skipped": counts.skipped,
        });
        if !counts.why.is_empty() {
            document["why"] = json!(counts.why);
        }
        (name.clone(), document)
    });
    Value::Object(counts.collect::<Map<_, _>>())
}
