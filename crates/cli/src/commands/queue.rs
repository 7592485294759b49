//! `vitalog queue`: what waits to be done, and what was given up.

use serde_json::{Value, json};
use vitalog_core::Clock;
use vitalog_storage::{JobState, Storage};
use vitalog_sync::vendor::{Vendor, WORK_QUEUE, queue};

use crate::{args::Global, failure::Failure, output, system::SystemClock};

/// More jobs than this are not shown.
const MOST_JOBS: usize = 1_000;

/// What to do with the queues.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// List what waits and what was given up
    List {
        /// Only what was given up
        #[arg(long)]
        dead: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Try again what was given up
    Retry {
        /// Their identifiers, from the list
        #[arg(required_unless_present = "all", value_name = "ID")]
        ids: Vec<String>,
        /// Everything that was given up
        #[arg(long, conflicts_with = "ids")]
        all: bool,
    },
    /// Forget what waits or was given up
    Drop {
        /// Their identifiers, from the list
        #[arg(required_unless_present = "all_dead", value_name = "ID")]
        ids: Vec<String>,
        /// Everything that was given up
        #[arg(long, conflicts_with = "ids")]
        all_dead: bool,
    },
}

/// Runs the command.
pub(crate) async fn run(global: &Global, command: Command) -> Result<(), Failure> {
    let deployment = super::open(global).await?;
    let storage = deployment.storage().as_ref();
    let jobs = jobs(storage).await?;
    match command {
        Command::List { dead, json } => {
            let wanted = jobs.iter().filter(|job| !dead || job.dead.is_some());
            list(&wanted.collect::<Vec<_>>(), json)
        }
        Command::Retry { ids, all } => {
            let now = SystemClock.now();
            let mut revived = 0;
            for job in chosen(&jobs, &ids, all)? {
                if storage.revive_job(&job.queue, &job.id, now).await? {
                    revived += 1;
                } else {
                    output::note(&format!("{} was not given up; it waits already.", job.id));
                }
            }
            output::note(&format!(
                "{revived} will be tried again, by the running server or the next `vitalog sync`."
            ));
            Ok(())
        }
        Command::Drop { ids, all_dead } => {
            let mut dropped = 0;
            for job in chosen(&jobs, &ids, all_dead)? {
                dropped += usize::from(storage.drop_job(&job.queue, &job.id).await?);
            }
            output::note(&format!("{dropped} dropped."));
            Ok(())
        }
    }
}

async fn jobs(storage: &dyn Storage) -> Result<Vec<JobState>, Failure> {
    let mut all = Vec::new();
    for name in [queue(Vendor::Oura), queue(Vendor::Whoop), WORK_QUEUE] {
        all.extend(storage.list_jobs(name, None, MOST_JOBS).await?);
    }
    Ok(all)
}

/// The jobs of these identifiers, or all that were given up.
fn chosen<'j>(
    jobs: &'j [JobState],
    ids: &[String],
    all_dead: bool,
) -> Result<Vec<&'j JobState>, Failure> {
    if all_dead {
        return Ok(jobs.iter().filter(|job| job.dead.is_some()).collect());
    }
    let mut found = Vec::new();
    for id in ids {
        let of_id: Vec<&JobState> = jobs.iter().filter(|job| job.id == *id).collect();
        if of_id.is_empty() {
            return Err(
                Failure::usage(format!("nothing in the queues is called {id}"))
                    .advise("`vitalog queue list` shows what is."),
            );
        }
        found.extend(of_id);
    }
    Ok(found)
}

fn list(jobs: &[&JobState], as_json: bool) -> Result<(), Failure> {
    let rows: Vec<Value> = jobs.iter().map(|job| document(job)).collect();
    if as_json {
        return output::print_json(&rows);
    }
    let head = [
        "id", "queue", "state", "due", "attempts", "account", "about", "reason",
    ];
    let text = |row: &Value, column: &str| match row.get(column) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Null) | None => String::new(),
        Some(other) => other.to_string(),
    };
    let rows = rows
        .iter()
        .map(|row| head.iter().map(|column| text(row, column)).collect());
    let head: Vec<String> = head.map(str::to_owned).to_vec();
    output::print_table(&std::iter::once(head).chain(rows).collect::<Vec<_>>())
}

fn document(job: &JobState) -> Value {
    let body: Value = serde_json::from_str(&job.body).unwrap_or_default();
    let word = |name: &str| body.get(name).and_then(Value::as_str);
    let about = match (word("kind"), word("task")) {
        (Some(kind), _) => Some(kind.to_owned()),
        (None, Some(task)) => Some(format!("{} {task}", word("vendor").unwrap_or_default())),
        (None, None) => None,
    };
    let state = if job.dead.is_some() {
        "dead"
    } else if job
        .leased_until
        .is_some_and(|until| until > SystemClock.now())
    {
        "running"
    } else {
        "waiting"
    };
    json!({
        "id": job.id,
        "queue": job.queue,
        "state": state,
        "due": job.run_at.to_string(),
        "attempts": job.attempts,
        "account": word("account"),
        "about": about,
        "reason": job.dead,
    })
}
