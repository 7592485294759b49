//! `vitalog doctor`: checks the set-up.

mod checks;
mod listen;
mod sources;

use serde_json::{Value, json};

use crate::{
    args::Global,
    deployment,
    failure::Failure,
    logging::{self, Chatter},
    output,
};

/// The arguments.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// How a check ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Ok,
    Warn,
    Fail,
}

impl State {
    fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warn => "warn",
            Self::Fail => "fail",
        }
    }
}

/// What a check found.
#[derive(Debug)]
struct Finding {
    state: State,
    check: &'static str,
    text: String,
    advice: Option<String>,
}

impl Finding {
    fn new(state: State, check: &'static str, text: impl Into<String>) -> Self {
        Self {
            state,
            check,
            text: text.into(),
            advice: None,
        }
    }

    /// The finding that a step of a start fails, in that step's own words.
    fn failed(check: &'static str, failure: Failure) -> Self {
        let (text, advice) = failure.into_words();
        Self {
            advice,
            ..Self::new(State::Fail, check, text)
        }
    }

    fn advise(mut self, advice: impl Into<String>) -> Self {
        self.advice = Some(advice.into());
        self
    }
}

/// Runs every check. It makes neither a data folder, nor a key, nor a record.
pub(crate) async fn run(global: &Global, args: Args) -> Result<(), Failure> {
    let settings = deployment::settings(global, Vec::new(), false)?;
    logging::start(&settings, Chatter::Quiet);
    let findings = checks::all(settings).await;
    if args.json {
        output::print_json(&findings.iter().map(document).collect::<Vec<_>>())?;
    } else {
        for finding in &findings {
            output::print(&line(finding))?;
        }
    }
    if findings.iter().any(|finding| finding.state == State::Fail) {
        return Err(Failure::failed(
            "something must be mended; see the lines that say fail",
        ));
    }
    Ok(())
}

fn line(finding: &Finding) -> String {
    let advice = finding
        .advice
        .as_ref()
        .map(|advice| format!("\n      {advice}"));
    format!(
        "{:<4}  {}: {}{}",
        finding.state.as_str(),
        finding.check,
        finding.text,
        advice.unwrap_or_default()
    )
}

fn document(finding: &Finding) -> Value {
    json!({
        "check": finding.check,
        "state": finding.state.as_str(),
        "text": finding.text,
        "advice": finding.advice,
    })
}
