//! `vitalog backfill`: brings in history.

use jiff::Timestamp;
use vitalog_core::Account;
use vitalog_sync::vendor::{BackfillReport, Vendor};

use super::source::{Source, explain};
use crate::{args::Global, deployment::Deployment, failure::Failure, output};

/// The arguments.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The source
    source: Source,
    /// How many months before today; without it what the source usually gets, six for Oura and WHOOP
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=240))]
    months: Option<u8>,
    /// Whose record; `me` unless said otherwise
    #[arg(long, value_name = "NAME")]
    account: Option<String>,
}

/// Brings in history until all is there.
pub(crate) async fn run(global: &Global, args: Args) -> Result<(), Failure> {
    let vendor = args.source.vendor();
    let deployment = super::open(global).await?;
    let account = deployment.account(args.account.as_deref()).await?;
    let relay = &deployment.relay;
    relay.begin_backfill(&account, vendor, args.months).await?;
    bring_in(&deployment, &account, vendor).await
}

/// Goes on with the history that is wanted, and tells how it goes.
pub(super) async fn bring_in(
    deployment: &Deployment,
    account: &Account,
    vendor: Vendor,
) -> Result<(), Failure> {
    let mut said = None;
    let say = |report: &BackfillReport| {
        let percent = percent(report.share);
        if said != Some(percent) {
            said = Some(percent);
            output::note(&format!(
                "{}: {percent:>3} % of the history from {} to {}",
                vendor.source(),
                report.window.start,
                report.window.end
            ));
        }
        true
    };
    let relay = &deployment.relay;
    let came = relay.backfill(account, vendor, say).await;
    relay.finish().await;
    let Some(report) = came.map_err(|error| explain(error, vendor, &account.id))? else {
        output::note(&format!("{} has no history to bring in.", vendor.source()));
        return Ok(());
    };
    let rows = report.applied.rows;
    match report.put_off {
        None => output::note(&format!(
            "{}: all is there; {} values written, {} known before.",
            vendor.source(),
            rows.written,
            rows.unchanged
        )),
        Some(again_at) => output::note(&put_off(vendor, account, again_at)),
    }
    Ok(())
}

/// What is said where the vendor's rate budget ended.
pub(super) fn put_off(vendor: Vendor, account: &Account, again_at: Timestamp) -> String {
    format!(
        "{} takes no more requests for now; the rest is put off until {}. A running server goes on by \
         itself.",
        vendor.source(),
        account
            .zone
            .to_datetime(again_at)
            .strftime("%Y-%m-%d %H:%M:%S")
    )
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a share is from 0 to 1"
)]
fn percent(share: f64) -> u8 {
    (share.clamp(0.0, 1.0) * 100.0).floor() as u8
}
