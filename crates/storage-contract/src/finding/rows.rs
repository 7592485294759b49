//! The rows of a run come back by section and key.

use std::sync::Arc;

use vitalog_storage::{
    Finding, Retry, Storage,
    limits::{MOST_BODY_BYTES, MOST_NAME_BYTES},
};

use super::{finding, put, rows, runs};
use crate::sample::{IDS, account, me, noise};

pub(crate) async fn run_never_put_has_no_rows(storage: Arc<dyn Storage>) {
    assert_eq!(rows(&*storage, "run", "edges").await, []);
    put(&*storage, "another", vec![finding("edges", "a", "1")]).await;
    assert_eq!(rows(&*storage, "run", "edges").await, []);
    assert_eq!(rows(&*storage, "another", "alerts").await, []);
}

pub(crate) async fn findings_are_listed_by_key_page_after_page(storage: Arc<dyn Storage>) {
    let stride = 5;
    for place in 0..IDS.len() {
        let key = IDS[(place * stride + 2) % IDS.len()];
        let others = finding("another", &format!("between {place}"), "");
        put(&*storage, "run", vec![finding("edges", key, key), others]).await;
    }
    let page = async |after: Option<&str>, limit: usize| -> Vec<String> {
        let found = storage
            .list_findings(&me(), "run", "edges", after, limit)
            .await
            .unwrap();
        assert!(
            found
                .iter()
                .all(|row| row.section == "edges" && row.key == row.body)
        );
        found.into_iter().map(|row| row.key).collect()
    };
    for limit in [1, 2, 5, IDS.len(), usize::MAX] {
        let mut found: Vec<String> = Vec::new();
        loop {
            let next = page(found.last().map(String::as_str), limit).await;
            assert!(next.len() <= limit);
            if next.is_empty() {
                break;
            }
            found.extend(next);
        }
        assert_eq!(found, IDS, "pages of {limit}");
    }
    assert_eq!(page(None, 0).await, [""; 0]);
    assert_eq!(page(Some("a0"), 2).await, ["aa", "b"]);
}

pub(crate) async fn findings_of_several_megabytes_come_back(storage: Arc<dyn Storage>) {
    let large = |number: u64| {
        let body = noise(number, MOST_BODY_BYTES);
        finding("edges", &format!("{number:02}"), &body)
    };
    let findings: Vec<Finding> = (0..12).map(large).collect();
    put(&*storage, "run", findings.clone()).await;
    assert!(rows(&*storage, "run", "edges").await == findings);
    let page = storage
        .list_findings(&me(), "run", "edges", Some("02"), 7)
        .await
        .unwrap();
    assert!(page == findings[3..10]);
}

pub(crate) async fn thousands_of_findings_are_stored_in_one_call(storage: Arc<dyn Storage>) {
    let small = |number: u32| finding("edges", &format!("{number:04}"), &number.to_string());
    let mut findings: Vec<Finding> = (0..2_000).map(small).collect();
    findings.reverse();
    put(&*storage, "run", findings.clone()).await;
    findings.reverse();
    assert_eq!(rows(&*storage, "run", "edges").await, findings);
}

pub(crate) async fn finding_put_again_is_replaced_and_the_later_stands(storage: Arc<dyn Storage>) {
    put(
        &*storage,
        "run",
        vec![finding("s", "a", "1"), finding("s", "b", "1")],
    )
    .await;
    let again = [
        finding("s", "a", "2"),
        finding("s", "c", "1"),
        finding("s", "a", "3"),
    ];
    for _ in 0..2 {
        put(&*storage, "run", again.to_vec()).await;
        let expected = [
            finding("s", "a", "3"),
            finding("s", "b", "1"),
            finding("s", "c", "1"),
        ];
        assert_eq!(rows(&*storage, "run", "s").await, expected);
    }
}

pub(crate) async fn accounts_runs_and_sections_are_kept_apart(storage: Arc<dyn Storage>) {
    let mut places = Vec::new();
    for name in ["m", "me", "me-2"] {
        for run in ["", "r", "run", "run/s"] {
            for section in ["", "s", "section", "Section"] {
                places.push((account(name), run, section));
            }
        }
    }
    for (place, (name, run, section)) in places.iter().enumerate() {
        let row = finding(section, "same", &place.to_string());
        storage.put_findings(name, run, vec![row]).await.unwrap();
    }
    for (place, (name, run, section)) in places.iter().enumerate() {
        let found = storage.list_findings(name, run, section, None, 9).await;
        let expected = finding(section, "same", &place.to_string());
        assert_eq!(found.unwrap(), [expected]);
    }
}

pub(crate) async fn finding_that_is_too_long_is_refused_with_its_call(storage: Arc<dyn Storage>) {
    let longest = finding(
        &"s".repeat(MOST_NAME_BYTES),
        &"ü".repeat(MOST_NAME_BYTES / 2),
        &noise(1, MOST_BODY_BYTES),
    );
    let mut too_long = [longest.clone(), longest.clone(), longest.clone()];
    too_long[0].section.push('s');
    too_long[1].key.push('k');
    too_long[2].body.push('b');
    let run = "r".repeat(MOST_NAME_BYTES);
    let long_run = format!("{run}r");
    let mut cases: Vec<(&str, &Finding)> = too_long.iter().map(|row| (&*run, row)).collect();
    cases.push((&long_run, &longest));
    for (run, row) in cases {
        let findings = vec![finding("s", "k", "fits"), row.clone()];
        let refused = storage.put_findings(&me(), run, findings).await;
        assert_eq!(refused.unwrap_err().retry, Retry::Never);
        assert_eq!(rows(&*storage, run, "s").await, []);
        assert_eq!(runs(&*storage).await, [""; 0]);
    }
    put(&*storage, &run, vec![longest.clone()]).await;
    assert!(rows(&*storage, &run, &longest.section).await == [longest]);
}
