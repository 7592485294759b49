//! `vitalog ingest`: takes in saved pushes.

use std::io::{self, Read};

use flate2::read::MultiGzDecoder;
use vitalog_core::Account;
use vitalog_sync::{Ingest, IngestError, PushHeaders};

use crate::{
    args::Global,
    deployment::{self, Deployment},
    failure::Failure,
    logging::{self, Chatter},
    output,
};

/// What gzip begins with.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The most that one file may unpack to: it is held in memory whole.
const MOST: u64 = 1024 * 1024 * 1024;

/// The arguments.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Files that hold a push each, plain or packed with gzip; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// A header the phone would send, as automation-period=Today
    #[arg(long = "header", value_name = "NAME=VALUE")]
    headers: Vec<String>,
    /// Whose record; `me` unless said otherwise
    #[arg(long, value_name = "NAME")]
    account: Option<String>,
}

/// Takes the files in, in order, and prints the reply to each.
pub(crate) async fn run(global: &Global, args: Args) -> Result<(), Failure> {
    let headers = push_headers(&args.headers)?;
    let settings = deployment::settings(global, Vec::new(), false)?;
    logging::start(&settings, Chatter::Full);
    let deployment = Deployment::open(settings).await?;
    let account = deployment.account(args.account.as_deref()).await?;
    let ingest = deployment.ingest();
    for file in &args.files {
        take_in(&ingest, &account, &headers, file).await?;
    }
    Ok(())
}

async fn take_in(
    ingest: &Ingest,
    account: &Account,
    headers: &PushHeaders,
    file: &str,
) -> Result<(), Failure> {
    let body =
        read(file).map_err(|error| Failure::failed(format!("cannot read {file}: {error}")))?;
    let reply = ingest
        .ingest(account, headers, &body)
        .await
        .map_err(|error| {
            let what = match error {
                IngestError::NotJson => "it is not JSON".to_owned(),
                IngestError::WrongShape { what } => format!("it is not a push: {what}"),
                IngestError::TooMany { most } => {
                    format!("it holds more than {most} samples, which is more than the app writes")
                }
                IngestError::Busy => "the record is busy; try again".to_owned(),
                IngestError::Storage(error) => return Failure::from(error),
            };
            Failure::failed(format!("{file} was not taken in: {what}"))
        })?;
    output::print_json(&reply)
}

fn read(file: &str) -> io::Result<Vec<u8>> {
    let mut body = Vec::new();
    if file == "-" {
        io::stdin().lock().read_to_end(&mut body)?;
    } else {
        body = std::fs::read(file)?;
    }
    if !body.starts_with(&GZIP) {
        return Ok(body);
    }
    let mut whole = Vec::new();
    MultiGzDecoder::new(body.as_slice())
        .take(MOST)
        .read_to_end(&mut whole)?;
    Ok(whole)
}

fn push_headers(given: &[String]) -> Result<PushHeaders, Failure> {
    let mut headers = PushHeaders::default();
    for header in given {
        let (name, value) = header.split_once('=').ok_or_else(|| {
            Failure::usage("--header takes NAME=VALUE").advise("Like automation-period=Today.")
        })?;
        let field = match name.trim().to_ascii_lowercase().as_str() {
            "automation-name" => &mut headers.automation_name,
            "automation-id" => &mut headers.automation_id,
            "automation-aggregation" => &mut headers.automation_aggregation,
            "automation-period" => &mut headers.automation_period,
            "session-id" => &mut headers.session_id,
            "content-type" => &mut headers.content_type,
            "user-agent" => &mut headers.user_agent,
            _ => {
                return Err(
                    Failure::usage("that header means nothing to a push").advise(
                        "Known are automation-name, automation-id, automation-aggregation, \
                     automation-period, session-id, content-type and user-agent.",
                    ),
                );
            }
        };
        *field = Some(value.trim().to_owned());
    }
    Ok(headers)
}
