//! `vitalog token`: makes, lists and revokes personal tokens.

use jiff::{SignedDuration, Timestamp};
use secrecy::ExposeSecret;
use serde_json::{Value, json};
use vitalog_core::Clock;
use vitalog_mcp::Toolsets;
use vitalog_service::{NewToken, Scope, Token, TokenKind};

use crate::{args::Global, failure::Failure, output, system::SystemClock};

/// What to do with tokens.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Make a token and print it; it is shown this once
    Create {
        /// What you call it: the program that will use it
        #[arg(long, value_name = "TEXT")]
        label: String,
        /// What it may do: read, or "read write"
        #[arg(long, default_value = "read", value_name = "SCOPE")]
        scope: String,
        /// Which groups of tools it sees, as record,insight; the usual ones unless said otherwise
        #[arg(long, value_name = "LIST")]
        toolsets: Option<String>,
        /// How long it works, as 12h, 90d or 52w; until it is revoked unless said otherwise
        #[arg(long, value_name = "TIME")]
        expires: Option<String>,
        /// Whose record it opens; `me` unless said otherwise
        #[arg(long, value_name = "NAME")]
        account: Option<String>,
    },
    /// List tokens, those that no longer work too
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
        /// Whose; `me` unless said otherwise
        #[arg(long, value_name = "NAME")]
        account: Option<String>,
    },
    /// End a token at once
    Revoke {
        /// Its identifier, from the list
        #[arg(value_name = "ID")]
        id: String,
        /// Whose; `me` unless said otherwise
        #[arg(long, value_name = "NAME")]
        account: Option<String>,
    },
}

/// Runs the command.
pub(crate) async fn run(global: &Global, command: Command) -> Result<(), Failure> {
    match command {
        Command::Create {
            label,
            scope,
            toolsets,
            expires,
            account,
        } => {
            let new = NewToken {
                label,
                kind: TokenKind::Personal,
                client: None,
                scope: Scope::parse(&scope)
                    .ok_or_else(|| Failure::usage("--scope must be read or \"read write\""))?,
                toolsets: toolsets.as_deref().map(checked_toolsets).transpose()?,
                expires_at: expires.as_deref().map(end).transpose()?,
            };
            create(global, account.as_deref(), new).await
        }
        Command::List { json, account } => list(global, account.as_deref(), json).await,
        Command::Revoke { id, account } => revoke(global, account.as_deref(), &id).await,
    }
}

async fn create(global: &Global, account: Option<&str>, new: NewToken) -> Result<(), Failure> {
    let deployment = super::open(global).await?;
    let account = deployment.account(account).await?;
    let (token, secret) = deployment.service.create_token(&account.id, new).await?;
    output::print(secret.expose_secret())?;
    let until = token
        .expires_at
        .map_or("until it is revoked".to_owned(), |end| {
            format!("until {end}")
        });
    let flags = format!("{}{}", account.id.as_flag(), global.as_flags());
    output::note(&format!(
        "This is token {}, scope {}, {until}. It is not kept here: put it where its program finds it. \
         `vitalog token revoke {}{flags}` ends it.",
        token.id,
        token.scope.as_str(),
        token.id,
    ));
    Ok(())
}

async fn list(global: &Global, account: Option<&str>, as_json: bool) -> Result<(), Failure> {
    let deployment = super::open(global).await?;
    let account = deployment.account(account).await?;
    let tokens = deployment.service.tokens(&account.id).await?;
    let now = SystemClock.now();
    if as_json {
        let documents: Vec<Value> = tokens.iter().map(document).collect();
        return output::print_json(&documents);
    }
    let head = [
        "id",
        "label",
        "kind",
        "scope",
        "toolsets",
        "last used",
        "state",
    ];
    let rows = tokens.iter().map(|token| {
        vec![
            token.id.clone(),
            token.label.clone(),
            token.kind.as_str().to_owned(),
            token.scope.as_str().to_owned(),
            token.toolsets.clone().unwrap_or_default(),
            text(token.last_used_at).unwrap_or_default(),
            state(token, now),
        ]
    });
    let head: Vec<String> = head.map(str::to_owned).to_vec();
    output::print_table(&std::iter::once(head).chain(rows).collect::<Vec<_>>())
}

async fn revoke(global: &Global, account: Option<&str>, id: &str) -> Result<(), Failure> {
    let deployment = super::open(global).await?;
    let account = deployment.account(account).await?;
    let flags = format!("{}{}", account.id.as_flag(), global.as_flags());
    let revoked = deployment.service.revoke_token(&account.id, id).await?;
    let Some(token) = revoked else {
        return Err(
            Failure::usage("there is no token of this identifier").advise(format!(
                "`vitalog token list{flags}` shows which there are."
            )),
        );
    };
    output::note(&format!(
        "Token {} ({}) no longer works.",
        token.id, token.label
    ));
    Ok(())
}

fn document(token: &Token) -> Value {
    json!({
        "id": token.id,
        "label": token.label,
        "kind": token.kind.as_str(),
        "client": token.client,
        "scope": token.scope.as_str(),
        "toolsets": token.toolsets,
        "created_at": token.created_at.to_string(),
        "last_used_at": text(token.last_used_at),
        "expires_at": text(token.expires_at),
        "revoked_at": text(token.revoked_at),
    })
}

fn text(at: Option<Timestamp>) -> Option<String> {
    at.map(|at| at.to_string())
}

fn state(token: &Token, now: Timestamp) -> String {
    match (token.revoked_at, token.expires_at) {
        (Some(at), _) => format!("revoked {at}"),
        (None, Some(end)) if end <= now => format!("ended {end}"),
        (None, Some(end)) => format!("works until {end}"),
        (None, None) => "works".to_owned(),
    }
}

fn checked_toolsets(list: &str) -> Result<String, Failure> {
    let chosen =
        Toolsets::parse(list).map_err(|error| Failure::usage(format!("--toolsets: {error}")))?;
    Ok(chosen.to_string())
}

/// When a time from now is over: a number and h, d or w.
fn end(text: &str) -> Result<Timestamp, Failure> {
    let wrong = || Failure::usage("--expires must be a number and h, d or w, as in 90d");
    let unit = text.chars().last().ok_or_else(wrong)?;
    let hours = match unit {
        'h' => 1,
        'd' => 24,
        'w' => 7 * 24,
        _ => return Err(wrong()),
    };
    let number: u32 = text.trim_end_matches(unit).parse().map_err(|_| wrong())?;
    if number == 0 {
        return Err(wrong());
    }
    SystemClock
        .now()
        .checked_add(SignedDuration::from_hours(hours * i64::from(number)))
        .map_err(|_| wrong())
}
