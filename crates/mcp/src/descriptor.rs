//! A tool as the catalog shows it to one account, in one revision.

use rmcp::model::{MetaObject, Tool, ToolAnnotations};
use serde_json::{Value, json};
use vitalog_core::{Account, Metric, Switchover, zone};
use vitalog_service::CustomMetric;

use crate::{
    envelope::DEFAULT_CAP,
    registry::{Definition, Effect, Stamp},
    revision::Revision,
};

/// No host takes more than this from a tool that asks for room.
const HOST_CAP: usize = 500_000;

/// Describes a tool.
pub(crate) fn describe(tool: &Definition, stamps: &Stamps, revision: Revision) -> Tool {
    let description = format!("{} {}", tool.description, stamps.of(tool));
    let hints = ToolAnnotations::with_title(tool.title)
        .read_only(tool.effect == Effect::Reads)
        .destructive(tool.effect == Effect::Removes)
        .idempotent(tool.effect != Effect::Adds)
        .open_world(tool.effect == Effect::Syncs);
    let mut described =
        Tool::new(tool.name, description, tool.input.clone()).with_annotations(hints);
    if revision.has_structured_content() {
        described = described
            .with_title(tool.title)
            .with_raw_output_schema(tool.output.clone());
        if tool.cap > DEFAULT_CAP {
            let mut meta = MetaObject::new();
            let room = tool.cap.min(HOST_CAP);
            meta.insert("anthropic/maxResultSizeChars".to_owned(), json!(room));
            described = described.with_meta(meta);
        }
    }
    described
}

/// What is true of this account: its settings, and the names that the person keeps a journal of.
pub(crate) struct Stamps {
    zone: String,
    carbs: String,
    body_units: String,
    names: Option<String>,
}

/// Names of the person's own that a description holds at most.
const MOST_NAMES: usize = 20;

/// What the catalog says of an account.
pub(crate) fn stamp(account: &Account, names: &[CustomMetric]) -> Stamps {
    let carbs = match account.switchover() {
        Switchover::At(instant) => format!(
            "carbohydrates count as totals from {} on and as already net before",
            account.zone.to_datetime(instant).strftime("%Y-%m-%d %H:%M")
        ),
        Switchover::Always => "recorded carbohydrates count as totals".to_owned(),
        Switchover::Never => "recorded carbohydrates count as already net".to_owned(),
    };
    let unit = |metric| account.units.unit_of(metric);
    Stamps {
        zone: format!("days are cut in {}", zone::name_of(&account.zone)),
        carbs,
        body_units: format!(
            "weight and lean mass are in {}, waist in {}",
            unit(Metric::Weight),
            unit(Metric::Waist)
        ),
        names: names_text(names),
    }
}

/// The names that the person keeps. They are the person's own text, so each stands as a JSON
/// string: what it holds stays inside the quotes.
fn names_text(names: &[CustomMetric]) -> Option<String> {
    let shown = names.iter().take(MOST_NAMES);
    let quoted: Vec<String> = shown
        .map(|metric| Value::from(metric.name.as_str()).to_string())
        .collect();
    let more = match names.len() - quoted.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!quoted.is_empty()).then(|| format!("the person's own names are {}{more}", quoted.join(", ")))
}

impl Stamps {
    /// The sentence for a tool, with what concerns it and nothing else.
    fn of(&self, tool: &Definition) -> String {
        let stamped = tool.stamps.iter().filter_map(|stamp| match stamp {
            Stamp::Carbs => Some(self.carbs.as_str()),
            Stamp::BodyUnits => Some(self.body_units.as_str()),
            Stamp::Names => self.names.as_deref(),
        });
        let parts: Vec<&str> = std::iter::once(self.zone.as_str()).chain(stamped).collect();
        format!("This account: {}.", parts.join("; "))
    }
}
