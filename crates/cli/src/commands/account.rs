//! `vitalog account`: makes, lists and changes accounts.

use serde_json::{Value, json};
use vitalog_config::{Origin, Settings, sections::account as forms};
use vitalog_core::{Account, AccountId, Place, SourcePriority, UnitSystem, zone};
use vitalog_service::{AccountChange, PlaceChange, switchover_text};
use vitalog_sync::daily::Progress;

use crate::{args::Global, deployment::account_id, failure::Failure, output};

/// What to do with accounts.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Make an account with secrets of its own
    Add {
        /// Its name: 1 to 40 of a-z, 0-9, - and _
        name: String,
        #[command(flatten)]
        settings: AccountSettings,
    },
    /// List the accounts
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Change an account's settings
    Set {
        /// Whose; `me` unless said otherwise
        #[arg(long, value_name = "NAME")]
        account: Option<String>,
        #[command(flatten)]
        settings: AccountSettings,
    },
    /// Log the next first payload again, redacted
    RearmFirstPayload {
        /// Whose; `me` unless said otherwise
        #[arg(long, value_name = "NAME")]
        account: Option<String>,
    },
}

/// Settings of an account.
#[derive(Debug, clap::Args)]
pub(crate) struct AccountSettings {
    /// The zone that cuts its days, as Europe/Oslo
    #[arg(long, value_name = "ZONE")]
    timezone: Option<String>,
    /// Units of its weight, lean mass and waist: us or metric
    #[arg(long, value_name = "UNITS")]
    units: Option<String>,
    /// Sources that are believed before others, best first: parts of their names, with commas
    /// between them; an empty text for none
    #[arg(long, value_name = "LIST")]
    sources: Option<String>,
    /// From when on carbohydrates are totals: an instant, always or never
    #[arg(long, value_name = "WHEN")]
    net_carbs: Option<String>,
    /// Where the person mostly is, for the weather, as 52.5,13.4; kept to a tenth of a degree, about
    /// 10 km; an empty text forgets it
    #[arg(long, value_name = "LAT,LON", allow_hyphen_values = true)]
    place: Option<String>,
    /// Keep the place as exactly as it is given
    #[arg(long, requires = "place")]
    exact_place: bool,
}

impl AccountSettings {
    fn change(self) -> Result<AccountChange, Failure> {
        let zone = read(
            self.timezone,
            "--timezone",
            "a zone's name, like America/Los_Angeles",
            |text| forms::zone(text)?.iana_name().map(str::to_owned),
        )?;
        let units = read(self.units, "--units", "us or metric", forms::units)?;
        let switchover = read(
            self.net_carbs,
            "--net-carbs",
            "an instant like 2026-09-29T15:44:00-07:00, always, or never",
            forms::switchover,
        )?;
        let exact = self.exact_place;
        let place = read(
            self.place,
            "--place",
            "latitude and longitude in degrees, like 52.5,13.4, or an empty text",
            |text| {
                if text.is_empty() {
                    return Some(PlaceChange::Forget);
                }
                let place: Place = text.parse().ok()?;
                Some(PlaceChange::Set(if exact { place } else { place.coarse() }))
            },
        )?;
        Ok(AccountChange {
            place,
            zone,
            units,
            switchover,
            sources: self
                .sources
                .map(|list| SourcePriority::new(list.split(','))),
        })
    }
}

fn read<T>(
    text: Option<String>,
    flag: &str,
    form: &str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<Option<T>, Failure> {
    text.map(|text| {
        read(text.trim()).ok_or_else(|| Failure::usage(format!("{flag} must be {form}")))
    })
    .transpose()
}

/// Runs the command.
pub(crate) async fn run(global: &Global, command: Command) -> Result<(), Failure> {
    match command {
        Command::Add { name, settings } => add(global, &name, settings).await,
        Command::List { json } => list(global, json).await,
        Command::Set { account, settings } => set(global, account.as_deref(), settings).await,
        Command::RearmFirstPayload { account } => rearm(global, account.as_deref()).await,
    }
}

async fn add(global: &Global, name: &str, settings: AccountSettings) -> Result<(), Failure> {
    let id = account_id(name)?;
    let change = settings.change()?;
    let deployment = super::open(global).await?;
    let account = deployment.service.add_account(&id, change).await?;
    let flags = format!("{}{}", id.as_flag(), global.as_flags());
    output::note(&format!(
        "Account `{id}` was made, time zone {}. `vitalog url{flags}` and `vitalog \
         ingest-url{flags}` print its addresses.",
        zone_of(&account)
    ));
    Ok(())
}

async fn list(global: &Global, as_json: bool) -> Result<(), Failure> {
    let deployment = super::open(global).await?;
    let accounts = deployment.service.list_accounts().await?;
    if as_json {
        return output::print_json(&accounts.iter().map(document).collect::<Vec<_>>());
    }
    let head = ["account", "time zone", "units", "net carbs from", "place"]
        .map(str::to_owned)
        .to_vec();
    let rows = accounts.iter().map(|account| {
        let switchover = account
            .switchover
            .map_or("not set".to_owned(), switchover_text);
        vec![
            account.id.to_string(),
            format!(
                "{}{}",
                zone_of(account),
                if account.zone_is_set {
                    ""
                } else {
                    " (not set)"
                }
            ),
            units_of(account).to_owned(),
            switchover,
            account
                .place
                .map_or("not set".to_owned(), |place| place.to_string()),
        ]
    });
    output::print_table(&std::iter::once(head).chain(rows).collect::<Vec<_>>())
}

async fn set(
    global: &Global,
    account: Option<&str>,
    settings: AccountSettings,
) -> Result<(), Failure> {
    let change = settings.change()?;
    if change == AccountChange::default() {
        return Err(Failure::usage("there is nothing to set")
            .advise("Give --timezone, --units, --sources, --net-carbs or --place."));
    }
    let deployment = super::open(global).await?;
    let account = deployment.account(account).await?;
    let service = &deployment.service;
    let account = service.change_account(&account.id, change.clone()).await?;
    output::note(&format!("Account `{}` was changed.", account.id));
    let say = |done: Progress| {
        output::note(&format!(
            "worked out anew: {} from {}",
            done.metric.slug(),
            done.days.start
        ));
    };
    if service.rebuild_daily_values(&account, say).await? {
        output::note("Its daily values are those of the new settings.");
    }
    if account.id == AccountId::first() {
        for origin in stronger(&change, &deployment.settings) {
            output::note(&format!(
                "But {origin} says something else, and wins for this account while it is set. Take \
                 it away, or change it there."
            ));
        }
    }
    Ok(())
}

/// Where settings stand that undo a change of the first account.
fn stronger(change: &AccountChange, settings: &Settings) -> Vec<Origin> {
    let set = &settings.account;
    let zone = set.timezone.as_ref().and_then(|zone| zone.iana_name());
    let differs = [
        ("account.timezone", is_other(change.zone.as_deref(), zone)),
        ("account.units", is_other(change.units, Some(set.units))),
        (
            "account.net_carbs_switchover",
            is_other(change.switchover, set.net_carbs_switchover),
        ),
    ];
    differs
        .into_iter()
        .filter(|(_, differs)| *differs)
        .map(|(setting, _)| settings.origin(setting))
        .filter(|origin| *origin != Origin::Default)
        .collect()
}

fn is_other<T: PartialEq>(wanted: Option<T>, set: Option<T>) -> bool {
    matches!((wanted, set), (Some(wanted), Some(set)) if wanted != set)
}

async fn rearm(global: &Global, account: Option<&str>) -> Result<(), Failure> {
    let deployment = super::open(global).await?;
    let account = deployment.account(account).await?;
    deployment.ingest().rearm_first_payload(&account.id).await?;
    output::note("The next push of each kind is logged once, redacted.");
    Ok(())
}

fn document(account: &Account) -> Value {
    json!({
        "account": account.id.as_str(),
        "timezone": zone_of(account),
        "timezone_is_set": account.zone_is_set,
        "units": units_of(account),
        "sources": account.sources.named(),
        "net_carbs": account.switchover.map(switchover_text),
        "place": account.place.map(|place| place.to_string()),
    })
}

fn zone_of(account: &Account) -> &str {
    zone::name_of(&account.zone)
}

fn units_of(account: &Account) -> &'static str {
    match account.units {
        UnitSystem::Us => "us",
        UnitSystem::Metric => "metric",
    }
}
