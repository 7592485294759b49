//! The list, checked as a whole.

use std::collections::BTreeSet;

use super::*;

#[test]
fn every_row_is_complete_and_no_name_is_used_twice() {
    let mut names = BTreeSet::new();
    let mut settings = BTreeSet::new();
    for row in VARIABLES {
        for name in row.also.iter().copied().chain([row.name]) {
            assert!(names.insert(name), "{name} is used twice");
        }
        assert!(settings.insert(row.setting), "{} is set twice", row.setting);
        assert!(
            !row.form.is_empty() && !row.form.ends_with('.'),
            "{}: form",
            row.name
        );
        assert!(row.help.ends_with('.'), "{}: help", row.name);
        assert!(!row.help.contains("  "), "{}: help has a gap", row.name);
    }
}

#[test]
fn a_setting_in_the_file_has_a_section_and_a_name_derived_from_it() {
    // The names that seeds and the design fix; all others follow the rule.
    let fixed = ["VITALOG_TIMEZONE", "VITALOG_NET_CARBS_SWITCHOVER"];
    for row in VARIABLES.iter().filter(|row| row.in_file) {
        let (section, key) = row.setting.split_once('.').unwrap();
        let derived = format!("VITALOG_{}__{}", section.to_uppercase(), key.to_uppercase());
        assert!(
            row.name == derived || fixed.contains(&row.name),
            "{}",
            row.name
        );
    }
}
