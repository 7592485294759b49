//! Reconciliation of one group, push after push.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};
use vitalog_core::{
    Marks, Superseded, SupersededBy,
    reconcile::{GroupPlan, StoredRow, plan_group},
};

/// The rows of one group, by a letter each. A push writes its rows, which clears their marks, and
/// applies the plan, as the write path does.
#[derive(Default)]
struct Group(BTreeMap<char, Marks>);

impl Group {
    fn push(&mut self, minutes: i64, rows: &str) -> GroupPlan<char> {
        let now = after(minutes);
        let pushed: BTreeSet<char> = rows.chars().collect();
        for key in &pushed {
            self.0.insert(*key, Marks::default());
        }
        let stored: Vec<_> = self
            .0
            .iter()
            .map(|(key, marks)| StoredRow {
                key: *key,
                marks: *marks,
            })
            .collect();
        let plan = plan_group(&stored, &pushed, now);
        if let GroupPlan::Mark {
            missing,
            superseded,
        } = &plan
        {
            for key in missing {
                self.marks(*key).missing_since = Some(now);
            }
            for key in superseded {
                self.marks(*key).superseded = Some(Superseded {
                    at: now,
                    by: SupersededBy::Reconcile,
                });
            }
        }
        plan
    }

    fn marks(&mut self, key: char) -> &mut Marks {
        self.0.entry(key).or_default()
    }

    /// The rows that count.
    fn counting(&self) -> String {
        let counting = self.0.iter().filter(|(_, marks)| marks.counts());
        counting.map(|(key, _)| *key).collect()
    }
}

fn after(minutes: i64) -> Timestamp {
    Timestamp::UNIX_EPOCH + SignedDuration::from_mins(minutes)
}

fn mark(missing: &str, superseded: &str) -> GroupPlan<char> {
    GroupPlan::Mark {
        missing: missing.chars().collect(),
        superseded: superseded.chars().collect(),
    }
}

fn skip(missing: usize, total: usize) -> GroupPlan<char> {
    GroupPlan::Skip { missing, total }
}

/// Plays pushes (minutes, rows, expected plan) against a group, and tells what counts at the end.
fn check(case: &str, pushes: &[(i64, &str, GroupPlan<char>)], counting: &str) -> Group {
    let mut group = Group::default();
    for (minutes, rows, expected) in pushes {
        let plan = group.push(*minutes, rows);
        assert_eq!(plan, *expected, "{case}: push at {minutes} min");
    }
    assert_eq!(group.counting(), counting, "{case}");
    group
}

#[test]
fn an_edited_sample_is_marked_then_superseded() {
    let edited = check(
        "edit",
        &[
            (0, "AB", mark("", "")),
            (5, "Ab", mark("B", "")),
            (15, "Ab", mark("", "")),
            (21, "Ab", mark("", "B")),
            (40, "Ab", mark("", "")),
        ],
        "Ab",
    );
    assert_eq!(edited.0.len(), 3);
    assert_eq!(edited.0[&'B'].missing_since, Some(after(5)));
    check(
        "exactly fifteen minutes",
        &[
            (0, "AB", mark("", "")),
            (5, "Ab", mark("B", "")),
            (20, "Ab", mark("", "B")),
        ],
        "Ab",
    );
}

#[test]
fn a_sample_that_returns_counts_again_and_starts_over() {
    check(
        "returned before it was confirmed",
        &[
            (0, "AB", mark("", "")),
            (5, "A", mark("B", "")),
            (10, "AB", mark("", "")),
            (21, "A", mark("B", "")),
            (30, "A", mark("", "")),
        ],
        "AB",
    );
    check(
        "returned after it was superseded",
        &[
            (0, "AB", mark("", "")),
            (5, "A", mark("B", "")),
            (21, "A", mark("", "B")),
            (30, "AB", mark("", "")),
        ],
        "AB",
    );
}

#[test]
fn up_to_half_of_a_group_may_go_missing_at_once() {
    check(
        "the only row replaced",
        &[
            (0, "A", mark("", "")),
            (5, "a", mark("A", "")),
            (20, "a", mark("", "A")),
        ],
        "a",
    );
    check(
        "two of two replaced",
        &[(0, "AB", mark("", "")), (5, "ab", mark("AB", ""))],
        "ABab",
    );
    check(
        "of four, one edited and one deleted",
        &[(0, "ABCD", mark("", "")), (5, "ABc", mark("CD", ""))],
        "ABCDc",
    );
}

#[test]
fn a_group_that_lost_more_than_half_is_left_alone() {
    check(
        "a locked phone, three times over",
        &[
            (0, "ABC", mark("", "")),
            (5, "A", skip(2, 3)),
            (25, "A", skip(2, 3)),
            (45, "A", skip(2, 3)),
        ],
        "ABC",
    );
    check(
        "one of four",
        &[(0, "ABCD", mark("", "")), (5, "A", skip(3, 4))],
        "ABCD",
    );
    check(
        "the only row deleted, for ever",
        &[
            (0, "A", mark("", "")),
            (5, "", skip(1, 1)),
            (60, "", skip(1, 1)),
        ],
        "A",
    );
    check(
        "a skipped group confirms nothing either",
        &[
            (0, "ABCD", mark("", "")),
            (5, "ABC", mark("D", "")),
            (30, "A", skip(2, 3)),
            (35, "ABC", mark("", "D")),
        ],
        "ABC",
    );
}

#[test]
fn rows_marked_already_do_not_weigh_in_the_guard() {
    check(
        "edited again eight minutes later",
        &[
            (0, "AB", mark("", "")),
            (1, "ab", mark("AB", "")),
            (9, "xy", mark("ab", "")),
            (17, "xy", mark("", "AB")),
            (24, "xy", mark("", "ab")),
        ],
        "xy",
    );
}

#[test]
fn a_removal_in_a_conversation_is_no_missing_row() {
    let mut group = Group::default();
    group.push(0, "AB");
    group.marks('B').superseded = Some(Superseded {
        at: after(3),
        by: SupersededBy::Chat,
    });
    assert_eq!(group.push(5, "A"), mark("", ""));
    assert_eq!(group.push(30, "AB"), mark("", ""));
    assert_eq!(group.counting(), "AB");
}

#[test]
fn a_clock_that_was_set_back_confirms_nothing_and_the_wait_begins_anew() {
    check(
        "clock set back",
        &[
            (60, "AB", mark("", "")),
            (65, "A", mark("B", "")),
            (20, "A", mark("B", "")),
            (34, "A", mark("", "")),
            (35, "A", mark("", "B")),
        ],
        "A",
    );
    // They had their turn in the guard when they were marked.
    check(
        "clock set back, two of three missing",
        &[
            (60, "ABC", mark("", "")),
            (65, "AB", mark("C", "")),
            (66, "A", mark("B", "")),
            (20, "A", mark("BC", "")),
            (35, "A", mark("", "BC")),
        ],
        "A",
    );
}

#[test]
fn an_empty_group_has_nothing_to_mark() {
    check("nothing", &[(0, "", mark("", ""))], "");
}
