//! `sync_now`: brings the copy of sources up to date.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use vitalog_service::{IfBusy as Busy, SourceSync, SyncAnswer, Vendor};

use crate::{
    ToolError, Toolset,
    asking::Answer,
    registry::{Call, Effect, Published},
};

pub(crate) struct Tool;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Input {
    /// The source; without it all that are connected.
    source: Option<Source>,
    /// What to do where the source takes no more requests for now: ask (the usual) the person,
    /// wait a little and else have it done later, or `use_cached`: go on with what is stored.
    if_busy: Option<IfBusy>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Source {
    Oura,
    Whoop,
    Weather,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum IfBusy {
    Ask,
    Wait,
    UseCached,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    sources: Vec<Synced>,
    /// What to know about the answer; pass it on to the person.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// The last day that any of these sources has told of.
    #[serde(rename = "dataThrough", skip_serializing_if = "Option::is_none")]
    data_through: Option<String>,
}

/// One source.
#[derive(Serialize, JsonSchema)]
struct Synced {
    /// oura, whoop or weather.
    source: &'static str,
    /// synced: up to date; busy: it takes no more requests, and the person has to choose; cached:
    /// it takes none, and what is stored was used; queued: it takes none, and the sync is planned;
    /// `needs_reconnect`; `not_connected`; or failed.
    state: &'static str,
    /// Documents that are new, changed or gone.
    changed: usize,
    /// When it takes requests again, RFC 3339.
    #[serde(skip_serializing_if = "Option::is_none")]
    again_at: Option<String>,
    /// When all of it was last brought up to date, RFC 3339.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_ok_at: Option<String>,
    /// The last day of any document.
    #[serde(skip_serializing_if = "Option::is_none")]
    data_through: Option<String>,
}

impl Published for Tool {
    const NAME: &'static str = "sync_now";
    const TITLE: &'static str = "Sync now";
    const DESCRIPTION: &'static str = "Asks Oura, WHOOP and the weather service for the recent days \
        now, and brings the stored copy up to date. They are asked by themselves several times a \
        day, so call it only when the person expects something that is not there yet, like the \
        night that has just ended. Apple Health is pushed by the phone and cannot be asked. If a \
        source takes no more requests for now, the person is asked whether to wait.";
    const TOOLSETS: &'static [Toolset] = &[Toolset::Relay];
    const EFFECT: Effect = Effect::Syncs;
    const HINT: &'static str = "Name one source.";
    type Input = Input;
    type Output = Output;

    async fn run(call: Call, input: Input) -> Result<Output, ToolError> {
        let answered = call.answer().await?;
        let if_busy = match input.if_busy {
            Some(IfBusy::Wait) => Busy::Wait,
            Some(IfBusy::UseCached) => Busy::UseCached,
            Some(IfBusy::Ask) | None => match answered {
                Some(Answer::Chosen(choice)) if choice == "wait" => Busy::Wait,
                Some(Answer::Chosen(choice)) if choice == "use_cached" => Busy::UseCached,
                Some(Answer::Declined) => Busy::UseCached,
                Some(Answer::Chosen(_)) | None => Busy::Ask,
            },
        };
        let source = input.source.map(|source| match source {
            Source::Oura => Vendor::Oura,
            Source::Whoop => Vendor::Whoop,
            Source::Weather => Vendor::Weather,
        });
        let synced = call
            .service
            .sync_now(call.account(), source, if_busy)
            .await?;
        if call.asking.can_ask && synced.busy().next().is_some() {
            return Err(ask(&call, &synced).await);
        }
        Ok(synced.into())
    }
}

/// The question to the person.
async fn ask(call: &Call, synced: &SyncAnswer) -> ToolError {
    let names: Vec<&str> = synced.busy().map(|one| one.source.source()).collect();
    let zone = &call.account().zone;
    let until = synced.busy().filter_map(|one| one.again_at).max();
    let until = until.map(|at| {
        let at = zone.to_datetime(at);
        format!(" It does again at {}.", at.strftime("%H:%M:%S"))
    });
    let message = format!(
        "{} takes no more requests of this server for now.{} What should be done?",
        names.join(" and "),
        until.unwrap_or_default()
    );
    let choices = vec![
        ("wait", "Wait, and sync as soon as it can be"),
        ("use_cached", "Go on with what is stored"),
    ];
    call.ask(message, choices).await
}

impl From<SyncAnswer> for Output {
    fn from(answer: SyncAnswer) -> Self {
        Self {
            sources: answer.sources.into_iter().map(Synced::from).collect(),
            notes: answer.notes,
            data_through: answer.data_through.map(|day| day.to_string()),
        }
    }
}

impl From<SourceSync> for Synced {
    fn from(one: SourceSync) -> Self {
        Self {
            source: one.source.as_str(),
            state: one.outcome.as_str(),
            changed: one.news,
            again_at: one.again_at.map(|at| at.to_string()),
            last_ok_at: one.last_ok_at.map(|at| at.to_string()),
            data_through: one.data_through.map(|day| day.to_string()),
        }
    }
}
