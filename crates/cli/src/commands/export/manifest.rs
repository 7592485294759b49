//! What an export says of itself.

use serde_json::{Value, json};
use vitalog_core::{Account, Metric, UnitSystem, zone};
use vitalog_service::{CustomMetric, ExportTable, Exported, switchover_text};

use super::{Args, folder::Written};

/// The version of the form. Columns and members may be added without another.
const FORM: u32 = 1;

pub(super) fn manifest(
    args: &Args,
    account: &Account,
    journal: &[CustomMetric],
    now: jiff::Timestamp,
    exported: &Exported,
    files: &[Written],
) -> Value {
    let file = |written: &Written| {
        json!({
            "name": written.name,
            "table": written.part.table.as_str(),
            "metric": written.part.metric.map(Metric::slug),
            "rows": written.rows,
            "bytes": written.bytes,
            "sha256": written.sha256,
        })
    };
    let custom = |custom: &CustomMetric| {
        json!({
            "name": custom.name,
            "combine": custom.combine.as_str(),
            "unit": custom.unit,
            "is_flag": custom.is_flag,
        })
    };
    json!({
        "form": FORM,
        "program": format!("vitalog {}", env!("CARGO_PKG_VERSION")),
        "exported_at": now.to_string(),
        "account": {
            "name": account.id.as_str(),
            "time_zone": zone::name_of(&account.zone),
            "units": match account.units { UnitSystem::Us => "us", UnitSystem::Metric => "metric" },
            "net_carbs": account.switchover.map(switchover_text),
            "sources": account.sources.named(),
        },
        "from": args.from.map(|day| day.to_string()),
        "to": args.to.map(|day| day.to_string()),
        "changed_meanwhile": exported.changed_meanwhile,
        "journal": journal.iter().map(custom).collect::<Vec<_>>(),
        "rows": rows(exported),
        "files": files.iter().map(file).collect::<Vec<_>>(),
    })
}

/// Rows by table.
pub(super) fn rows(exported: &Exported) -> Value {
    let of = |table: ExportTable| -> u64 {
        let parts = exported.parts.iter();
        let parts = parts.filter(|(part, _)| part.table == table);
        parts.map(|(_, rows)| rows).sum()
    };
    let tables = ExportTable::ALL.map(|table| (table.as_str().to_owned(), json!(of(table))));
    Value::Object(tables.into_iter().collect())
}
