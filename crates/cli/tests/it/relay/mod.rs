//! The finished program beside vendors that are servers on this machine: connecting, history, events,
//! and what a person sees when a grant ends.

mod connect;
mod doors;
mod events;
mod import;
mod import_apple;
mod over;
mod queue;
mod sign_in;
mod sync_now;
mod weather;

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

use jiff::{Timestamp, ToSpan, civil::Date};
use serde_json::{Value, json};
use vitalog_test_support::vendors::{
    oura::{self, FakeOura, Portal},
    whoop::{self, FakeWhoop},
};

use crate::program::{Ended, Program};

/// The zone of every record here.
const ZONE: &str = "America/Los_Angeles";
/// Where WHOOP sends people back to. Nothing is there: the address is pasted.
const WHOOP_BACK: &str = "https://health.example/connect/whoop/callback";
/// Whose WHOOP it is.
const WEARER: i64 = 1_000_001;
/// How long the program may take for what it does by itself.
const PATIENCE: Duration = Duration::from_mins(1);

#[expect(
    clippy::disallowed_methods,
    reason = "the program under test goes by the machine's clock"
)]
fn now() -> Timestamp {
    Timestamp::now()
}

fn today() -> Date {
    now().in_tz(ZONE).unwrap().date()
}

fn days_ago(days: i64) -> String {
    today().checked_sub(days.days()).unwrap().to_string()
}

/// A WHOOP whose wearer has lived for so many days up to today.
async fn whoop(days: u32) -> FakeWhoop {
    let whoop = FakeWhoop::start(&now().to_string()).await;
    whoop.add_person(WEARER);
    let first = days_ago(i64::from(days) - 1);
    whoop.live(WEARER, &whoop::Life::new(7, &first, days));
    whoop.consent(whoop::Consent {
        person: WEARER,
        ..whoop::Consent::default()
    });
    whoop
}

/// A record whose WHOOP is that one.
fn with_whoop(program: Program, whoop: &FakeWhoop) -> Program {
    program
        .set("VITALOG_WHOOP__API_URL", &whoop.url())
        .set("VITALOG_WHOOP__AUTHORIZE_URL", &whoop.authorize_url())
        .set("VITALOG_WHOOP__TOKEN_URL", &whoop.token_url())
        .set("VITALOG_WHOOP__CLIENT_ID", whoop.client_id())
        .set("VITALOG_WHOOP__CLIENT_SECRET", whoop.client_secret())
        .set("VITALOG_WHOOP__REDIRECT_URI", WHOOP_BACK)
}

/// An Oura whose wearer has lived for so many days up to today.
async fn oura(days: u32) -> FakeOura {
    let oura = FakeOura::start(&now().to_string()).await;
    let consent = oura::Consent::default();
    oura.add_person(&consent.person);
    let first = days_ago(i64::from(days) - 1);
    oura.live(&consent.person, &oura::Life::new(7, ZONE, &first, days));
    oura.consent(consent);
    oura
}

/// A record whose Oura is that one.
fn with_oura(program: Program, oura: &FakeOura) -> Program {
    program
        .set("VITALOG_OURA__API_URL", &oura.url())
        .set(
            "VITALOG_OURA__AUTHORIZE_URL",
            &oura.authorize_url(Portal::Current),
        )
        .set("VITALOG_OURA__TOKEN_URL", &oura.token_url(Portal::Current))
        .set("VITALOG_OURA__CLIENT_ID", oura.client_id())
        .set("VITALOG_OURA__CLIENT_SECRET", oura.client_secret())
        .set("VITALOG_OURA__WEBHOOK_SECRET", "planted-verification")
}

/// A `vitalog connect` that waits for a person.
struct Connecting {
    child: Child,
    url: String,
}

impl Connecting {
    fn begin(program: &Program, arguments: &[&str]) -> Self {
        let mut child = program
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut url = String::new();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        if stdout.read_line(&mut url).unwrap() == 0 {
            let mut said = String::new();
            child
                .stderr
                .take()
                .unwrap()
                .read_to_string(&mut said)
                .unwrap();
            panic!("no address: {said}");
        }
        Self {
            child,
            url: url.trim().to_owned(),
        }
    }

    /// Goes where the address leads, and gives back where that leads in turn.
    fn allow(&self) -> String {
        redirect(&self.url)
    }

    /// Types a line, and waits for the end.
    fn paste(mut self, line: &str) -> Ended {
        let mut stdin = self.child.stdin.take().unwrap();
        stdin.write_all(format!("{line}\n").as_bytes()).unwrap();
        drop(stdin);
        self.end()
    }

    fn end(self) -> Ended {
        self.child.wait_with_output().unwrap().into()
    }
}

/// Where an address redirects to.
fn redirect(url: &str) -> String {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .build()
        .into();
    let response = agent.get(url).call().unwrap();
    let to = response.headers().get("location");
    to.unwrap().to_str().unwrap().to_owned()
}

/// Connects WHOOP by pasting the address that the browser ends at.
fn connect_whoop(program: &Program) -> Ended {
    let connecting = Connecting::begin(program, &["connect", "whoop"]);
    let back = connecting.allow();
    let ended = connecting.paste(&back);
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    ended
}

/// The values of a metric by day, of the last fortnight.
fn series(program: &Program, metric: &str) -> Value {
    let asked = json!({"metric": metric, "days": 14});
    let answer = program.json(&["call", "get_metric_series", &asked.to_string()]);
    answer["points"]
        .as_array()
        .unwrap()
        .iter()
        .map(|point| {
            (
                point["date"].as_str().unwrap().to_owned(),
                point["value"].clone(),
            )
        })
        .collect::<serde_json::Map<_, _>>()
        .into()
}

/// Waits until something is so.
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "{what} does not happen");
        thread::sleep(Duration::from_millis(300));
    }
}

/// The state of a source.
fn state(program: &Program, source: &str) -> Value {
    let status = program.json(&["call", "get_sync_status"]);
    let sources = status["sources"].as_array().unwrap().clone();
    let found = sources.into_iter().find(|one| one["source"] == source);
    found.unwrap_or_default()
}
