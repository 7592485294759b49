//! `vitalog call`: calls a tool.

use std::io::Read;

use serde_json::Value;
use vitalog_mcp::{Door, Principal, Toolsets};

use crate::{args::Global, failure::Failure, output};

/// The arguments.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The tool; `vitalog tools` lists them
    tool: String,
    /// Its arguments as a JSON object; - reads standard input
    #[arg(default_value = "{}")]
    arguments: String,
    /// Whose record; `me` unless said otherwise
    #[arg(long, value_name = "NAME")]
    account: Option<String>,
}

/// Calls the tool and prints what it answers.
pub(crate) async fn run(global: &Global, args: Args) -> Result<(), Failure> {
    let arguments = arguments(&args.arguments)?;
    let deployment = super::open(global).await?;
    let account = deployment.account(args.account.as_deref()).await?;
    let principal = Principal {
        account,
        write: true,
        toolsets: Toolsets::ALL,
        door: Door::CommandLine,
        token: None,
        version: None,
    };
    let Some(reply) = deployment
        .mcp()
        .call(&principal, &args.tool, arguments)
        .await
    else {
        return Err(Failure::usage("there is no tool of that name")
            .advise("`vitalog tools` lists the tools."));
    };
    if let Err(error) = deployment.service.write_access().await {
        tracing::warn!(
            error.code = error.code,
            "the call is not in the access log: {error}"
        );
    }
    output::print(&reply.text)?;
    if reply.is_error {
        return Err(Failure::failed("the tool refused; its answer says why"));
    }
    Ok(())
}

fn arguments(text: &str) -> Result<Value, Failure> {
    let mut input = String::new();
    let text = if text == "-" {
        std::io::stdin()
            .lock()
            .read_to_string(&mut input)
            .map_err(|error| Failure::failed(format!("cannot read standard input: {error}")))?;
        &input
    } else {
        text
    };
    let arguments: Option<Value> = serde_json::from_str(text).ok();
    arguments.filter(Value::is_object).ok_or_else(|| {
        Failure::usage("the arguments are not a JSON object")
            .advise(r#"Like '{"start_date": "2026-09-01"}'."#)
    })
}
