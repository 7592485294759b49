//! The relay against the fake Oura.

use std::{sync::Arc, time::Instant};

use jiff::SignedDuration;
use vitalog_connectors::{Vendor, oauth2::ClientApp, oura::Oura};
use vitalog_core::Metric;
use vitalog_service::{DailyRowsRequest, RangeRequest, Teller};
use vitalog_sync::vendor::{
    ConnectorOf, Ended, Endpoints, Fault, Relay, SignIn, VendorSettings, budget::Lane,
};
use vitalog_test_support::vendors::oura::{Consent, FakeOura, Life, Portal};

use crate::relay::{Place, browse, url};

const ROBIN: &str = "robin";
const NOW: &str = "2026-10-05T12:00:00Z";

struct World {
    oura: FakeOura,
    place: Place,
    relay: Relay,
}

impl World {
    /// Connected by an app of a portal, with a life of so many days before now.
    async fn connected(portal: Portal, life: &Life, consent: Consent) -> Self {
        let oura = FakeOura::start(NOW).await;
        oura.add_person(ROBIN);
        oura.live(ROBIN, life);
        oura.consent(Consent {
            person: ROBIN.to_owned(),
            app_of: portal,
            ..consent
        });
        let place = Place::new(NOW);
        let endpoints = |portal| Endpoints {
            authorize_url: url(&oura.authorize_url(portal)),
            token_url: url(&oura.token_url(portal)),
        };
        let settings = VendorSettings {
            connector: ConnectorOf::All(Arc::new(Oura)),
            api_url: url(&oura.url()),
            sign_in: Some(SignIn {
                client: ClientApp {
                    id: oura.client_id().to_owned(),
                    secret: oura.client_secret().into(),
                    redirect_uri: "http://localhost:8787/callback".to_owned(),
                },
                endpoints: endpoints(Portal::Current),
                legacy: Some(endpoints(Portal::Legacy)),
                refresh_scope: None,
            }),
        };
        let relay = place.relay(settings);
        let legacy = portal == Portal::Legacy;
        let start = relay
            .connect_url(&place.account.id, Vendor::Oura, legacy)
            .await;
        let back = browse(&start.unwrap().url).await;
        relay.finish_connect(&back).await.unwrap();
        relay.welcome(&place.account, Vendor::Oura).await.unwrap();
        Self { oura, place, relay }
    }

    async fn backfill(&self) {
        let done = self
            .relay
            .backfill(&self.place.account, Vendor::Oura, |_| true)
            .await;
        assert!(done.unwrap().unwrap().put_off.is_none());
    }

    fn pass(&self, time: SignedDuration) {
        self.place.clock.advance(time);
        self.oura.wait(time);
    }

    /// The scores of a collection as the vendor has them, by day.
    fn scores(&self, kind: &str) -> Vec<(String, f64)> {
        let documents = self.oura.documents(ROBIN, kind);
        let mut scores: Vec<_> = documents
            .iter()
            .filter_map(|document| {
                let day = document["day"].as_str()?.to_owned();
                Some((day, document["score"].as_f64()?))
            })
            .collect();
        scores.sort_by(|a, b| a.0.cmp(&b.0));
        scores
    }

    async fn copied(&self, metric: Metric) -> Vec<(String, f64)> {
        let rows = self.place.rows(metric).await;
        let mut copied: Vec<_> = rows
            .iter()
            .map(|row| (row.day.unwrap().to_string(), row.quantity.first()))
            .collect();
        copied.sort_by(|a, b| a.0.cmp(&b.0));
        copied
    }
}

#[tokio::test]
async fn history_is_the_vendors_and_copying_it_again_writes_nothing() {
    let life = Life::new(5, "Europe/Berlin", "2026-08-06", 61).with_workouts();
    let world = World::connected(Portal::Current, &life, Consent::default()).await;
    world.backfill().await;
    for (kind, metric) in [
        ("daily_sleep", Metric::OuraSleepScore),
        ("daily_readiness", Metric::OuraReadinessScore),
        ("daily_activity", Metric::OuraActivityScore),
    ] {
        let scores = world.scores(kind);
        assert!(scores.len() > 50, "{kind}: {}", scores.len());
        assert_eq!(world.copied(metric).await, scores, "{kind}");
    }
    assert!(world.place.rows(Metric::HeartRate).await.len() > 1_000);
    let before = world.place.revision().await;
    for _ in 0..3 {
        world.pass(SignedDuration::from_mins(16));
        let account = &world.place.account;
        let recent = world
            .relay
            .sync(account, Vendor::Oura, Lane::Interactive)
            .await
            .unwrap();
        assert_eq!(
            (recent.applied.news, recent.put_off),
            (0, None),
            "{recent:?}"
        );
        let wide = world
            .relay
            .sync_widely(account, Vendor::Oura)
            .await
            .unwrap();
        assert_eq!(wide.applied.news, 0, "{wide:?}");
    }
    assert_eq!(world.place.revision().await, before);
    let nothing = world
        .relay
        .remap(&world.place.account, Vendor::Oura)
        .await
        .unwrap();
    assert_eq!(nothing.rows.written + nothing.rows.superseded, 0);
    assert_eq!(world.place.revision().await, before);
}

#[tokio::test]
async fn edited_and_deleted_nights_are_followed() {
    let life = Life::new(6, "Europe/Berlin", "2026-09-25", 11).without_heart_rate();
    let world = World::connected(Portal::Current, &life, Consent::default()).await;
    world.backfill().await;
    let scores = world.oura.documents(ROBIN, "daily_sleep");
    let last = scores.last().unwrap()["id"].as_str().unwrap().to_owned();
    let before = &scores[scores.len() - 2]["id"];
    world.oura.edit(ROBIN, "daily_sleep", &last, |document| {
        document["score"] = 99.into();
    });
    world
        .oura
        .delete(ROBIN, "daily_sleep", before.as_str().unwrap());
    for _ in 0..2 {
        world.pass(SignedDuration::from_mins(16));
        let account = &world.place.account;
        world
            .relay
            .sync(account, Vendor::Oura, Lane::Interactive)
            .await
            .unwrap();
    }
    let copied = world.copied(Metric::OuraSleepScore).await;
    assert_eq!(copied, world.scores("daily_sleep"));
    assert!((copied.last().unwrap().1 - 99.0).abs() < 1e-9);
}

#[tokio::test]
async fn answers_round_what_the_documents_say_once() {
    let life = Life::new(6, "Europe/Berlin", "2026-09-29", 7).without_heart_rate();
    let world = World::connected(Portal::Current, &life, Consent::default()).await;
    // As they are shown to one decimal, and would not be if two came first.
    let cases = [
        ("2026-10-03", 13.249, 98.748, 13.2, 98.7),
        ("2026-10-04", 14.149, 97.248, 14.1, 97.2),
        ("2026-10-05", 15.25, 96.95, 15.3, 97.0),
    ];
    for (day, breath, oxygen, ..) in cases {
        let edit = |kind: &str, change: &dyn Fn(&mut serde_json::Value)| {
            for document in world.oura.documents(ROBIN, kind) {
                if document["day"] == day {
                    let id = document["id"].as_str().unwrap();
                    world
                        .oura
                        .edit(ROBIN, kind, id, |document| change(document));
                }
            }
        };
        edit("sleep", &|document| {
            document["average_breath"] = breath.into();
        });
        edit("daily_spo2", &|document| {
            document["spo2_percentage"] = serde_json::json!({"average": oxygen});
        });
    }
    world.backfill().await;
    let request = DailyRowsRequest {
        range: RangeRequest {
            start: Some("2026-10-03".parse().unwrap()),
            end: Some("2026-10-05".parse().unwrap()),
            max_days: 92,
        },
        source: None,
    };
    let answer = world
        .place
        .service()
        .sleep(&world.place.account, request)
        .await;
    let rows = answer.unwrap().rows;
    let told = rows
        .iter()
        .map(|row| (row.date.to_string(), row.avg_breath_rpm, row.spo2_avg_pct));
    let expected =
        cases.map(|(day, .., breath, oxygen)| (day.to_owned(), Some(breath), Some(oxygen)));
    assert_eq!(told.collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn day_whose_documents_have_no_value_has_a_row_without_one() {
    let life = Life::new(6, "Europe/Berlin", "2026-09-29", 7).without_heart_rate();
    let world = World::connected(Portal::Current, &life, Consent::default()).await;
    let put = |kind: &str, day: &str, more: serde_json::Value| {
        let mut document = serde_json::json!({
            "id": format!("{kind}-{day}"), "day": day, "timestamp": format!("{day}T00:00:00+02:00"),
        });
        let members = more.as_object().unwrap().clone();
        document.as_object_mut().unwrap().extend(members);
        world.oura.put(ROBIN, kind, document);
    };
    put(
        "daily_spo2",
        "2026-09-20",
        serde_json::json!({"spo2_percentage": null}),
    );
    put(
        "daily_sleep",
        "2026-09-21",
        serde_json::json!({"score": null}),
    );
    put(
        "daily_readiness",
        "2026-09-22",
        serde_json::json!({"score": null, "temperature_deviation": null}),
    );
    world.backfill().await;
    let (service, account) = (world.place.service(), &world.place.account);
    let request = |source| DailyRowsRequest {
        range: RangeRequest {
            start: Some("2026-09-19".parse().unwrap()),
            end: Some("2026-09-23".parse().unwrap()),
            max_days: 92,
        },
        source,
    };
    for source in [None, Some(Teller::Oura)] {
        let nights = service.sleep(account, request(source)).await.unwrap();
        let days: Vec<_> = nights.rows.iter().map(|row| row.date.to_string()).collect();
        assert_eq!(days, ["2026-09-20", "2026-09-21"]);
        assert_eq!(nights.rows[0].sleep_score, None);
        assert_eq!(nights.rows[0].spo2_avg_pct, None);
        assert_eq!(nights.days_without_data.len(), 3);
        let ready = service.readiness(account, request(source)).await.unwrap();
        let days: Vec<_> = ready.rows.iter().map(|row| row.date.to_string()).collect();
        assert_eq!(days, ["2026-09-22"]);
        assert_eq!(ready.rows[0].readiness_score, None);
    }
    let apple = service.sleep(account, request(Some(Teller::Apple))).await;
    assert_eq!(apple.unwrap().rows, []);
}

#[tokio::test]
async fn steps_that_grow_are_followed_where_the_day_begins_before_that_of_utc() {
    let life = Life::new(5, "Europe/Berlin", "2026-09-25", 10).without_heart_rate();
    let world = World::connected(Portal::Current, &life, Consent::default()).await;
    world.backfill().await;
    let activity = world.oura.documents(ROBIN, "daily_activity").pop().unwrap();
    let (id, steps) = (activity["id"].as_str().unwrap(), 23_456.0);
    world.pass(SignedDuration::from_hours(1));
    world.oura.edit(ROBIN, "daily_activity", id, |activity| {
        activity["steps"] = steps.into();
    });
    let lane = Lane::Interactive;
    let synced = world.relay.sync(&world.place.account, Vendor::Oura, lane);
    assert_eq!(synced.await.unwrap().applied.rows.written, 1);
    let rows = world.place.rows(Metric::StepCount).await;
    let last = rows.last().unwrap();
    assert_eq!(last.at.to_string(), "2026-10-03T22:00:00Z");
    assert!((last.quantity.first() - steps).abs() < 1e-9);
}

#[tokio::test]
async fn grant_of_the_old_portal_is_renewed_where_it_came_from() {
    let life = Life::new(7, "Europe/Berlin", "2026-10-01", 5).without_heart_rate();
    let world = World::connected(Portal::Legacy, &life, Consent::default()).await;
    world.backfill().await;
    world.oura.expire_access(ROBIN);
    let account = &world.place.account;
    world
        .relay
        .sync(account, Vendor::Oura, Lane::Interactive)
        .await
        .unwrap();
    assert_eq!(
        (world.oura.refreshed(), world.oura.reused_refresh_tokens()),
        (1, 0)
    );
}

#[tokio::test]
async fn disconnecting_ends_a_grant_of_the_old_portal_and_leaves_the_other_to_the_person() {
    let life = Life::new(7, "Europe/Berlin", "2026-10-01", 5).without_heart_rate();
    for (portal, expected) in [
        (Portal::Legacy, Ended::ByVendor),
        (Portal::Current, Ended::NotByUs),
    ] {
        let world = World::connected(portal, &life, Consent::default()).await;
        let account = &world.place.account;
        world.oura.forget_requests();
        let ended = world.relay.disconnect(&account.id, Vendor::Oura).await;
        assert_eq!(ended.unwrap(), expected);
        let asked = usize::from(portal == Portal::Legacy);
        assert_eq!(world.oura.count("/oauth/revoke"), asked);
        assert_eq!(
            world.oura.pair_of(ROBIN).is_none(),
            portal == Portal::Legacy
        );
    }
}

#[tokio::test]
async fn scope_that_was_unticked_is_named_and_the_rest_is_copied() {
    let consent = || Consent {
        unticked: vec!["heartrate".to_owned()],
        ..Consent::default()
    };
    let life = Life::new(8, "Europe/Berlin", "2026-10-01", 5);
    for tells_scopes in [true, false] {
        let consent = Consent {
            tells_scopes,
            ..consent()
        };
        let world = World::connected(Portal::Current, &life, consent).await;
        world.backfill().await;
        let account = &world.place.account;
        let report = world
            .relay
            .sync(account, Vendor::Oura, Lane::Interactive)
            .await
            .unwrap();
        assert_eq!(report.faults.get("heartrate"), Some(&Fault::NotGranted));
        assert_eq!(report.faults.len(), 1, "{:?}", report.faults);
        let copied = world.copied(Metric::OuraSleepScore).await;
        assert_eq!(copied, world.scores("daily_sleep"));
    }
}

#[tokio::test]
async fn year_comes_in_within_a_minute_of_an_unoptimized_program() {
    let life = Life::new(9, "Europe/Berlin", "2025-10-06", 365).with_workouts();
    let world = World::connected(Portal::Current, &life, Consent::default()).await;
    let account = &world.place.account;
    let begun = world
        .relay
        .begin_backfill(account, Vendor::Oura, Some(12))
        .await;
    begun.unwrap();
    let started = Instant::now();
    world.backfill().await;
    let took = started.elapsed();
    assert_eq!(
        world.copied(Metric::OuraSleepScore).await,
        world.scores("daily_sleep")
    );
    // A release build is some ten times as fast, and has five seconds.
    assert!(took.as_secs() < 60, "{took:?}");
}
