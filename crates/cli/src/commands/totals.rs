//! What a copy, a backup or an erasure tells of how many rows there are.

use std::sync::Mutex;

use serde_json::{Value, json};
use vitalog_storage::{
    Owner,
    copy::{Place, Total},
};

use crate::output;

/// Rows after which a person is told how far it is.
const TOLD_EVERY: u64 = 100_000;

/// Tells now and then how far it is.
pub(crate) struct Told {
    done: &'static str,
    rows: Mutex<u64>,
}

impl Told {
    /// `done` says what became of the rows.
    pub(crate) fn new(done: &'static str) -> Self {
        Self {
            done,
            rows: Mutex::new(0),
        }
    }

    /// Says so, if it is time.
    pub(crate) fn tell(&self, place: &Place, rows: u64) {
        if let Ok(mut told) = self.rows.lock()
            && rows >= *told + TOLD_EVERY
        {
            *told = rows;
            let done = self.done;
            output::note(&format!("{rows} rows {done}, up to {}", place.part));
        }
    }
}

/// Whose a place is; nobody's if it is the deployment's.
pub(crate) fn whose(place: &Place) -> Option<&str> {
    match &place.owner {
        Owner::Deployment => None,
        Owner::Account(account) => Some(account.as_str()),
    }
}

/// A total as JSON.
pub(crate) fn as_json(total: &Total) -> Value {
    let mut line = json!({
        "account": whose(&total.place),
        "part": total.place.part.to_string(),
        "rows": total.rows,
    });
    if let Some(sum) = total.sum {
        line["sum"] = json!(sum);
    }
    line
}

/// Totals as a table.
pub(crate) fn table(totals: &[Total]) -> Vec<Vec<String>> {
    let header = ["ACCOUNT", "WHAT", "ROWS", "SUM"]
        .map(str::to_owned)
        .to_vec();
    let line = |total: &Total| {
        vec![
            whose(&total.place).unwrap_or("-").to_owned(),
            total.place.part.to_string(),
            total.rows.to_string(),
            total.sum.map(shown).unwrap_or_default(),
        ]
    };
    let all = vec![
        "-".to_owned(),
        "all".to_owned(),
        totals
            .iter()
            .map(|total| total.rows)
            .sum::<u64>()
            .to_string(),
        String::new(),
    ];
    [header]
        .into_iter()
        .chain(totals.iter().map(line))
        .chain([all])
        .collect()
}

/// A sum with at most three decimals.
fn shown(sum: f64) -> String {
    let text = format!("{sum:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
