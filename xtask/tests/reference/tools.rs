//! `tools.md`, from the catalog that a chat app gets.

use serde_json::Value;
use vitalog_mcp::{Door, Mcp, McpOptions, Principal, Toolset, Toolsets};
use vitalog_test_support::TestApp;

use crate::{check_page, row};

const HEAD: &str = "\
# Tools

What a chat app can call, and on the command line `vitalog call`. The catalog that a chat app gets also holds the schema of each
answer, and says which time zone, which net-carbs switchover and which units the account has. Tools that write are left out of a
connection that may only read.
";

/// Where the catalog goes on with what is the account's own.
const OF_THE_ACCOUNT: &str = " This account:";

#[tokio::test]
async fn tools_page_is_current() {
    let app = TestApp::start().await;
    let mcp = Mcp::new(app.service.clone(), McpOptions::new(app.clock.clone()));
    let catalog = |toolsets| {
        mcp.catalog(&Principal {
            account: app.account.clone(),
            write: true,
            toolsets,
            door: Door::CommandLine,
            token: None,
            version: None,
        })
    };
    let of_toolsets: Vec<(&str, Vec<Value>)> = Toolset::ALL
        .into_iter()
        .map(Toolset::as_str)
        .map(|name| (name, catalog(Toolsets::parse(name).unwrap())))
        .collect();
    let sections: Vec<String> = catalog(Toolsets::ALL)
        .iter()
        .map(|tool| {
            let toolsets: Vec<&str> = of_toolsets
                .iter()
                .filter(|(_, tools)| tools.iter().any(|other| other["name"] == tool["name"]))
                .map(|(name, _)| *name)
                .collect();
            describe(tool, &toolsets)
        })
        .collect();
    let chosen = choosing(&of_toolsets);
    check_page(
        "tools.md",
        "crates/mcp/src/tools",
        &format!("{HEAD}{chosen}{}", sections.concat()),
    );
}

/// The toolsets, what is in them, and how they are chosen.
fn choosing(of_toolsets: &[(&str, Vec<Value>)]) -> String {
    let mut section = format!(
        "\n## Toolsets\n\nA connection sees the tools of its toolsets: those that `?toolsets=record,insight` \
         on its address names, or `--toolsets` of a\ncommand, else those of the setting `VITALOG_MCP__TOOLSETS`, \
         else {} over HTTP and all of them over stdio. An unknown\none is \
         refused.\n\n",
        Toolsets::HTTP_DEFAULT.to_string().replace(',', ", "),
    );
    section += &row(&["toolset", "tools"].map(str::to_owned));
    section += &row(&["---", "---"].map(str::to_owned));
    for (name, tools) in of_toolsets {
        let names: Vec<String> = tools
            .iter()
            .map(|tool| format!("`{}`", text(&tool["name"])))
            .collect();
        section += &row(&[format!("`{name}`"), names.join(", ")]);
    }
    section
}

fn describe(tool: &Value, toolsets: &[&str]) -> String {
    let description = text(&tool["description"]);
    let description = description
        .split_once(OF_THE_ACCOUNT)
        .map_or(description.as_str(), |(general, _)| general);
    let effect = match (
        tool["annotations"]["readOnlyHint"] == true,
        tool["annotations"]["destructiveHint"] == true,
    ) {
        (true, _) => "reads",
        (false, false) => "writes",
        (false, true) => "writes, and can take away",
    };
    let mut section = format!(
        "\n## `{}`\n\n{}. {description}\n\n- It {effect}.\n- Toolsets: {}\n\n",
        text(&tool["name"]),
        text(&tool["title"]),
        toolsets.join(", "),
    );
    let head = ["argument", "needed", "what it is"].map(str::to_owned);
    section += &row(&head);
    section += &row(&vec!["---".to_owned(); head.len()]);
    let schema = &tool["inputSchema"];
    for (name, argument) in schema["properties"].as_object().into_iter().flatten() {
        let needed = schema["required"]
            .as_array()
            .is_some_and(|names| names.iter().any(|needed| needed == name));
        section += &row(&[
            format!("`{name}`"),
            if needed { "yes" } else { "" }.to_owned(),
            text(&argument["description"]),
        ]);
    }
    section
}

/// A text on one line.
fn text(value: &Value) -> String {
    let words: Vec<&str> = value
        .as_str()
        .unwrap_or_default()
        .split_whitespace()
        .collect();
    words.join(" ")
}
