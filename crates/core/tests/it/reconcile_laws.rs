//! Laws of reconciliation, over any group.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;
use vitalog_core::{
    Marks, Superseded, SupersededBy,
    reconcile::{GroupPlan, StoredRow, plan_group},
};

const NOW_MINUTES: i64 = 100;

fn minute(minutes: i64) -> Timestamp {
    Timestamp::UNIX_EPOCH + SignedDuration::from_mins(minutes)
}

/// Rows in any order, some missing for up to half an hour, some superseded.
fn rows() -> impl Strategy<Value = Vec<StoredRow<u8>>> {
    let marks = (
        prop::option::of(NOW_MINUTES - 30..=NOW_MINUTES),
        prop::bool::weighted(0.2),
    );
    prop::collection::btree_map(0_u8..24, marks, 0..16)
        .prop_map(|rows| {
            let row = |(key, (missing, superseded)): (u8, (Option<i64>, bool))| StoredRow {
                key,
                marks: Marks {
                    missing_since: missing.map(minute),
                    superseded: superseded.then(|| Superseded {
                        at: minute(NOW_MINUTES - 50),
                        by: SupersededBy::Reconcile,
                    }),
                },
            };
            rows.into_iter().map(row).collect::<Vec<_>>()
        })
        .prop_shuffle()
}

fn pushed() -> impl Strategy<Value = BTreeSet<u8>> {
    prop::collection::btree_set(0_u8..24, 0..16)
}

/// The rule in the words of sets.
fn plan_by_sets(stored: &[StoredRow<u8>], pushed: &BTreeSet<u8>) -> GroupPlan<u8> {
    let keys = |keep: &dyn Fn(&StoredRow<u8>) -> bool| -> BTreeSet<u8> {
        let kept = stored.iter().filter(|row| keep(row));
        kept.map(|row| row.key).collect()
    };
    let active = keys(&|row| row.marks.superseded.is_none());
    let unmarked = keys(&|row| row.marks.missing_since.is_none());
    let ripe = keys(&|row| {
        row.marks
            .missing_since
            .is_some_and(|since| since <= minute(NOW_MINUTES - 15))
    });
    let missing = &active - pushed;
    let fresh = &missing & &unmarked;
    let weighed = &(&active & &(pushed | &unmarked)) | pushed;
    if fresh.len() * 2 > weighed.len() {
        return GroupPlan::Skip {
            missing: fresh.len(),
            total: weighed.len(),
        };
    }
    GroupPlan::Mark {
        missing: fresh.into_iter().collect(),
        superseded: (&missing & &ripe).into_iter().collect(),
    }
}

proptest! {
    #[test]
    fn a_plan_is_what_the_sets_say(stored in rows(), pushed in pushed()) {
        let plan = plan_group(&stored, &pushed, minute(NOW_MINUTES));
        prop_assert_eq!(plan, plan_by_sets(&stored, &pushed));
    }

    #[test]
    fn a_push_that_holds_all_rows_marks_nothing(stored in rows(), more in pushed()) {
        let mut pushed = more;
        pushed.extend(stored.iter().map(|row| row.key));
        let plan = plan_group(&stored, &pushed, minute(NOW_MINUTES));
        prop_assert_eq!(plan, GroupPlan::Mark { missing: vec![], superseded: vec![] });
    }

    #[test]
    fn only_rows_missing_for_fifteen_minutes_are_superseded(
        stored in rows(),
        pushed in pushed(),
    ) {
        let plan = plan_group(&stored, &pushed, minute(NOW_MINUTES));
        if let GroupPlan::Mark { missing, superseded } = plan {
            for key in superseded {
                let row = stored.iter().find(|row| row.key == key).expect("a stored row");
                let since = row.marks.missing_since.expect("marked before");
                prop_assert!(since <= minute(NOW_MINUTES - 15));
                prop_assert!(row.marks.superseded.is_none() && !pushed.contains(&key));
                prop_assert!(!missing.contains(&key));
            }
        }
    }

    #[test]
    fn what_is_marked_never_outweighs_what_was_pushed(stored in rows(), pushed in pushed()) {
        match plan_group(&stored, &pushed, minute(NOW_MINUTES)) {
            GroupPlan::Mark { missing, .. } => prop_assert!(missing.len() <= pushed.len()),
            GroupPlan::Skip { missing, total } => prop_assert!(missing * 2 > total),
        }
    }
}
