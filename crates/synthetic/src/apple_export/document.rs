//! The parts of the document: its head, and blocks of days, each grouped by type as exports are.

use std::io::{self, Write};

use super::{
    Options,
    event::{alert, cycle, symptom},
    rings,
    tag::Tags,
    value::{DIASTOLIC, GROUPS, Record, SYSTOLIC, group},
    workout,
};
use crate::{day::Day, fact::Fact, workout::Workout};

/// Of so many records of the watch one stands twice.
const REPEATED: usize = 400;
/// Of so many workouts one is of the older style.
const OLD: usize = 3;

/// What stands before the first record.
pub(super) fn head(options: &Options, out: &mut impl Write) -> io::Result<()> {
    let mut tags = Tags::new(&options.zone);
    tags.bytes.extend_from_slice(
        b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE HealthData [\n\
        <!-- HealthKit Export Version: 14 -->\n\
        <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary)*)>\n\
        <!ATTLIST HealthData\n  locale CDATA #REQUIRED\n>\n]>\n\
        <HealthData locale=\"en_US\">\n",
    );
    tags.open(1, "ExportDate");
    tags.date("value", options.made_at);
    tags.end_empty();
    tags.open(1, "Me");
    tags.text("HKCharacteristicTypeIdentifierDateOfBirth", "1980-01-01");
    tags.text(
        "HKCharacteristicTypeIdentifierBiologicalSex",
        "HKBiologicalSexNotSet",
    );
    tags.end_empty();
    out.write_all(&tags.bytes)
}

pub(super) fn foot(out: &mut impl Write) -> io::Result<()> {
    out.write_all(b"</HealthData>\n")
}

/// What some days leave behind: records by type, correlations, workouts, rings.
pub(super) fn block(days: &[Day], options: &Options, out: &mut impl Write) -> io::Result<()> {
    let mut groups: Vec<Vec<&Fact>> = vec![Vec::new(); GROUPS];
    for fact in days.iter().flat_map(|day| &day.facts) {
        if let Some(place) = group(fact) {
            groups[place].push(fact);
        }
    }
    let pressures = groups[SYSTOLIC].clone();
    groups[DIASTOLIC] = pressures;
    let home = options.zone.iana_name();
    let mut tags = Tags::new(&options.zone);
    let mut written = 0;
    for (place, facts) in groups.iter().enumerate() {
        for fact in facts {
            let mut record = Record {
                fact,
                group: place,
                address: 0x3000_0000,
                zone: home.filter(|_| options.zone.to_offset(fact.start) == fact.offset),
            };
            record.write(1, options.units, &mut tags);
            written += 1;
            if options.repeats && written % REPEATED == 0 && fact.source.contains("Watch") {
                record.address += 0xabc;
                record.write(1, options.units, &mut tags);
            }
        }
        out.write_all(&tags.bytes)?;
        tags.bytes.clear();
    }
    events(days, &mut tags);
    for fact in &groups[SYSTOLIC] {
        correlation(&[fact, fact], "BloodPressure", options, &mut tags);
    }
    let food: Vec<&Fact> = days.iter().flat_map(|day| &day.facts).collect();
    let of_food = |fact: &&&Fact| fact.source == "Food App" && group(fact).is_some();
    let food: Vec<&Fact> = food.iter().filter(of_food).copied().collect();
    for meal in food.chunk_by(|one, other| one.start == other.start) {
        correlation(meal, "Food", options, &mut tags);
    }
    for (number, one) in days.iter().flat_map(|day| &day.workouts).enumerate() {
        let one: &Workout = one;
        let zone = home.filter(|_| options.zone.to_offset(one.start) == one.offset);
        workout::write(one, number % OLD == OLD - 1, zone, options.units, &mut tags);
    }
    for day in days {
        rings::write(day, options.units, &mut tags);
    }
    out.write_all(&tags.bytes)
}

fn events(days: &[Day], tags: &mut Tags<'_>) {
    for one in days.iter().flat_map(|day| &day.symptoms) {
        symptom(one, tags);
    }
    for one in days.iter().flat_map(|day| &day.cycle) {
        cycle(one, tags);
    }
    for one in days.iter().flat_map(|day| &day.alerts) {
        alert(one, tags);
    }
}

/// Records that belong together, which stand on their own as well.
fn correlation(facts: &[&Fact], kind: &str, options: &Options, tags: &mut Tags<'_>) {
    let Some(first) = facts.first() else { return };
    tags.open(1, "Correlation");
    tags.text("type", &format!("HKCorrelationTypeIdentifier{kind}"));
    tags.text("sourceName", &first.source);
    tags.date("creationDate", first.start);
    tags.date("startDate", first.start);
    tags.date("endDate", first.start);
    tags.end_open();
    if kind == "Food" {
        tags.metadata(2, "HKFoodType", "Example meal & drink");
    }
    for (number, fact) in facts.iter().enumerate() {
        let Some(place) = group(fact) else { continue };
        let record = Record {
            fact,
            group: if place == SYSTOLIC {
                SYSTOLIC + number
            } else {
                place
            },
            address: 0x3000_0000,
            zone: None,
        };
        record.write(2, options.units, tags);
    }
    tags.close(1, "Correlation");
}
