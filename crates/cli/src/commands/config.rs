//! `vitalog config`: shows the settings in force.

use serde_json::{Value, json};

use crate::{args::Global, deployment, failure::Failure, output};

/// The arguments.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Prints each setting, its value with secrets masked, and where it comes from.
pub(crate) fn run(global: &Global, args: Args) -> Result<(), Failure> {
    let settings = deployment::settings(global, Vec::new(), true)?;
    for warning in &settings.warnings {
        output::note(&format!("Warning: {warning}."));
    }
    if args.json {
        let rows: Vec<Value> = settings
            .in_force
            .iter()
            .map(|row| {
                json!({
                    "setting": row.setting,
                    "variable": row.variable,
                    "value": row.value,
                    "source": row.origin.to_string(),
                })
            })
            .collect();
        return output::print_json(&rows);
    }
    let head = ["setting", "value", "source", "variable"]
        .map(str::to_owned)
        .to_vec();
    let rows = settings.in_force.iter().map(|row| {
        vec![
            row.setting.to_owned(),
            row.value.clone(),
            row.origin.to_string(),
            row.variable.to_owned(),
        ]
    });
    output::print_table(&std::iter::once(head).chain(rows).collect::<Vec<_>>())
}
