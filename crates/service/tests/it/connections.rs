//! What answers say of connections: a scope that was not granted, a grant that is refused, and none.

use vitalog_service::Source;

use crate::{
    fixture::Fixture,
    vendor_rows::{NOW, connect, night, oura, with},
};

const ALL: &str = "email personal daily heartrate spo2";

#[tokio::test]
async fn a_scope_that_was_not_granted_is_said_and_what_is_there_is_answered() {
    let fixture = with(night(oura, "2026-05-06", 7.0)).await;
    connect(&fixture, "oura", "connected", "email daily heartrate").await;
    let answer = fixture.nights(None).await;
    assert_eq!(answer.rows[0].total_sleep_h, Some(7.0));
    assert_eq!(
        (
            answer.rows[0].spo2_avg_pct,
            answer.rows[0].breathing_disturbance_index
        ),
        (None, None)
    );
    assert_eq!(answer.notes.len(), 1, "{:?}", answer.notes);
    assert!(answer.notes[0].contains("scope spo2"), "{:?}", answer.notes);
    assert_eq!(fixture.ready(None).await.notes, Vec::<String>::new());
}

#[tokio::test]
async fn a_refused_grant_is_said_and_the_store_still_answers() {
    let fixture = with(night(oura, "2026-05-06", 7.0)).await;
    connect(&fixture, "oura", "needs_reconnect", ALL).await;
    for source in [None, Some(Source::Oura)] {
        let answer = fixture.nights(source).await;
        assert_eq!(answer.rows.len(), 1);
        assert!(
            answer.notes[0].contains("`vitalog connect oura`"),
            "{:?}",
            answer.notes
        );
    }
    // Nothing of WHOOP's is asked for that is not there.
    let error = fixture.no_nights(Some(Source::Whoop)).await;
    assert_eq!(error.code, "not_connected");
    assert!(error.message.contains("`vitalog connect whoop`"), "{error}");
}

#[tokio::test]
async fn without_data_and_connection_it_fails_with_how_to_connect() {
    let fixture = Fixture::at(NOW);
    let error = fixture.no_nights(None).await;
    assert_eq!(error.code, "not_connected");
    assert!(error.message.contains("`vitalog connect oura`"), "{error}");
    assert!(error.message.contains("`vitalog connect whoop`"), "{error}");

    connect(&fixture, "oura", "needs_reconnect", ALL).await;
    let error = fixture.no_nights(None).await;
    assert!(
        error
            .message
            .contains("reconnect with `vitalog connect oura`"),
        "{error}"
    );
}

#[tokio::test]
async fn days_without_data_are_no_zero_and_say_when_there_was_any() {
    let connected = Fixture::at(NOW);
    connect(&connected, "oura", "connected", ALL).await;
    let answer = connected.nights(None).await;
    assert_eq!(answer.rows, []);
    assert_eq!(answer.days_without_data.len(), 7);
    assert!(answer.notes[0].contains("ever"), "{:?}", answer.notes);

    // Data and no connection: an answer.
    for (day, said) in [("2026-04-11", "last day"), ("2026-05-09", "first day")] {
        let fixture = with(night(oura, day, 7.0)).await;
        let answer = fixture.nights(None).await;
        assert_eq!(answer.notes.len(), 1);
        assert!(
            answer.notes[0].contains(said) && answer.notes[0].contains(day),
            "{answer:?}"
        );
    }
}
