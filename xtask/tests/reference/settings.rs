//! `settings.md`, from the list of variables.

use vitalog_config::env_vars::{Fallback, VARIABLES, Variable};

use crate::check_page;

const HEAD: &str = "\
# Settings

A flag of a command wins over the environment, that over the settings file, and that over the default. The settings file is
`vitalog.toml` in the data folder; a setting `section.key` is `key` in the table `[section]`. `vitalog config` shows what is in
force and where it came from, with secrets masked.
";

#[test]
fn settings_page_is_current() {
    let sections: Vec<String> = VARIABLES.iter().map(describe).collect();
    check_page(
        "settings.md",
        "crates/config/src/env_vars.rs",
        &format!("{HEAD}{}", sections.concat()),
    );
}

fn describe(variable: &Variable) -> String {
    let Variable {
        name,
        setting,
        help,
        form,
        ..
    } = variable;
    let mut facts = vec![format!("- Value: {form}")];
    facts.push(match variable.default {
        Fallback::Text(text) => format!("- Default: `{text}`"),
        Fallback::Derived(how) => format!("- Default: {how}"),
        Fallback::Unset => "- Default: none".to_owned(),
    });
    if variable.in_file {
        facts.push(format!("- In the settings file: `{setting}`"));
    }
    facts.extend(
        variable
            .also
            .iter()
            .map(|other| format!("- Also read: `{other}`")),
    );
    if let Some(twin) = variable.file_twin() {
        facts.push(format!("- Read from a file: `{twin}` names it"));
    }
    format!("\n## `{name}`\n\n{help}\n\n{}\n", facts.join("\n"))
}
