//! A tool as the catalog shows it to one account, in one revision.

use rmcp::model::{MetaObject, Tool, ToolAnnotations};
use serde_json::json;
use vitalog_core::{Account, Switchover};

use crate::{
    envelope::DEFAULT_CAP,
    registry::{Definition, Effect},
    revision::Revision,
};

/// No host takes more than this from a tool that asks for room.
const HOST_CAP: usize = 500_000;

/// Describes a tool.
pub(crate) fn describe(tool: &Definition, stamp: &str, revision: Revision) -> Tool {
    let description = format!("{} {stamp}", tool.description);
    let hints = ToolAnnotations::with_title(tool.title)
        .read_only(tool.effect == Effect::Reads)
        .destructive(tool.effect == Effect::Removes)
        .idempotent(tool.effect != Effect::Adds)
        .open_world(false);
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

/// What is true of this account in every tool. It comes from the account alone: making the
/// catalog reads nothing.
pub(crate) fn stamp(account: &Account) -> String {
    let zone = account.zone.iana_name().unwrap_or("UTC");
    let carbs = match account.switchover() {
        Switchover::At(instant) => format!(
            "carbohydrates count as totals from {} on and as already net before",
            instant
                .to_zoned_datetime(account.zone.clone())
                .strftime("%Y-%m-%d %H:%M")
        ),
        Switchover::Always => "recorded carbohydrates count as totals".to_owned(),
        Switchover::Never => "recorded carbohydrates count as already net".to_owned(),
    };
    format!("This account: days are cut in {zone}; {carbs}.")
}
