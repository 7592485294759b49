//! The relay against the fake WHOOP.

use std::{collections::BTreeMap, sync::Arc};

use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use vitalog_connectors::{
    Vendor,
    oauth2::ClientApp,
    whoop::{Whoop, oauth},
};
use vitalog_core::Metric;
use vitalog_service::RangeRequest;
use vitalog_storage::JobStore;
use vitalog_sync::vendor::{
    ConnectorOf, Ended, Endpoints, Relay, SignIn, VendorSettings, WORK_QUEUE,
};
use vitalog_test_support::vendors::{
    Fault,
    whoop::{FakeWhoop, Life},
};

use crate::relay::{Place, browse, url};

const ROBIN: i64 = 1_000_001;
const START: &str = "2026-10-05T12:00:00Z";

/// A person with a strap, and what copies it.
struct World {
    whoop: FakeWhoop,
    place: Place,
    relay: Relay,
}

impl World {
    /// Connected, with a life of so many days before now.
    async fn connected(seed: u64, first: &str, days: u32) -> Self {
        let whoop = FakeWhoop::start(START).await;
        whoop.add_person(ROBIN);
        whoop.live(ROBIN, &Life::new(seed, first, days));
        let place = Place::new(START);
        let relay = place.relay(settings(&whoop));
        let world = Self {
            whoop,
            place,
            relay,
        };
        world.connect().await;
        world
    }

    async fn connect(&self) {
        let (relay, account) = (&self.relay, &self.place.account);
        let start = relay.connect_url(&account.id, Vendor::Whoop, false).await;
        let back = browse(&start.unwrap().url).await;
        relay.finish_connect(&back).await.unwrap();
        relay.welcome(account, Vendor::Whoop).await.unwrap();
    }

    fn pass(&self, time: SignedDuration) {
        self.place.clock.advance(time);
        self.whoop.wait(time);
    }

    /// The values that count of a metric that names its days, by day.
    async fn values(&self, metric: Metric) -> BTreeMap<String, f64> {
        let rows = self.place.rows(metric).await;
        rows.iter()
            .map(|row| (row.day.unwrap().to_string(), row.quantity.first()))
            .collect()
    }

    /// What the vendor has, by the day of waking of each night: the score of a member of the records
    /// of a kind, worked out from its records alone.
    fn truth(&self, kind: &str, member: &str) -> BTreeMap<String, f64> {
        let sleeps = self.whoop.records(ROBIN, "sleep");
        let day_of = |cycle: &Value| {
            let night = sleeps
                .iter()
                .find(|sleep| sleep["cycle_id"] == *cycle && sleep["nap"] == false)?;
            let end: Timestamp = night["end"].as_str()?.parse().ok()?;
            let offset = night["timezone_offset"].as_str()?.replace('Z', "+00:00");
            let (sign, clock) = offset.split_at(1);
            let (hours, minutes) = clock.split_once(':')?;
            let minutes: i64 = hours.parse::<i64>().ok()? * 60 + minutes.parse::<i64>().ok()?;
            let minutes = if sign == "-" { -minutes } else { minutes };
            let local = end + SignedDuration::from_mins(minutes);
            Some(local.to_string()[..10].to_owned())
        };
        let records = self.whoop.records(ROBIN, kind);
        records
            .iter()
            .filter(|record| record["score_state"] == "SCORED")
            .filter_map(|record| {
                let value = record["score"][member].as_f64()?;
                Some((day_of(&record["cycle_id"])?, value))
            })
            .collect()
    }
}

fn settings(whoop: &FakeWhoop) -> VendorSettings {
    VendorSettings {
        connector: ConnectorOf::All(Arc::new(Whoop)),
        api_url: url(&whoop.url()),
        sign_in: Some(SignIn {
            client: ClientApp {
                id: whoop.client_id().to_owned(),
                secret: whoop.client_secret().into(),
                redirect_uri: "https://vitalog.example/connect/whoop/callback".to_owned(),
            },
            endpoints: Endpoints {
                authorize_url: url(&whoop.authorize_url()),
                token_url: url(&whoop.token_url()),
            },
            legacy: None,
            refresh_scope: Some(oauth::REFRESH_SCOPE),
        }),
    }
}

#[tokio::test]
async fn history_is_the_vendors_and_copying_it_again_writes_nothing() {
    let world = World::connected(7, "2026-07-01", 96).await;
    let done = world
        .relay
        .backfill(&world.place.account, Vendor::Whoop, |_| true)
        .await;
    assert!(done.unwrap().unwrap().put_off.is_none());
    let recovery = world.truth("recovery", "recovery_score");
    assert!(recovery.len() > 80);
    assert_eq!(world.values(Metric::WhoopRecoveryScore).await, recovery);
    let before = world.place.revision().await;
    world.pass(SignedDuration::from_mins(20));
    for _ in 0..2 {
        world
            .relay
            .sync_widely(&world.place.account, Vendor::Whoop)
            .await
            .unwrap();
        world.pass(SignedDuration::from_mins(20));
    }
    assert_eq!(world.place.revision().await, before);
    assert_eq!(world.whoop.reused_refresh_tokens(), 0);
}

#[tokio::test]
async fn answers_round_what_the_records_say_once() {
    let world = World::connected(3, "2026-10-01", 5).await;
    for record in world.whoop.records(ROBIN, "recovery") {
        let id = record["cycle_id"].to_string();
        world.whoop.edit(ROBIN, "recovery", &id, |recovery| {
            if recovery["score_state"] == "SCORED" {
                recovery["score"]["spo2_percentage"] = 96.9456.into();
                recovery["score"]["skin_temp_celsius"] = 33.749.into();
            }
        });
    }
    let done = world
        .relay
        .backfill(&world.place.account, Vendor::Whoop, |_| true);
    done.await.unwrap().unwrap();
    let range = RangeRequest {
        start: Some("2026-10-01".parse().unwrap()),
        end: Some("2026-10-05".parse().unwrap()),
        max_days: 92,
    };
    let service = world.place.service();
    let answer = service.recovery(&world.place.account, range).await;
    let rows = answer.unwrap().rows;
    assert!(rows.len() >= 3, "{rows:?}");
    for row in rows.iter().filter(|row| row.recovery_score.is_some()) {
        assert_eq!((row.spo2_pct, row.skin_temp_c), (Some(96.9), Some(33.7)));
    }
}

#[tokio::test]
async fn day_whose_records_were_not_scored_has_a_row_without_a_value() {
    let world = World::connected(3, "2026-10-01", 5).await;
    for (kind, id, state) in [
        ("recovery", "cycle_id", "UNSCORABLE"),
        ("cycle", "id", "PENDING_SCORE"),
    ] {
        for record in world.whoop.records(ROBIN, kind) {
            let id = record[id].to_string();
            world.whoop.edit(ROBIN, kind, &id, |record| {
                record["score_state"] = state.into();
                record.as_object_mut().unwrap().remove("score");
            });
        }
    }
    let done = world
        .relay
        .backfill(&world.place.account, Vendor::Whoop, |_| true);
    done.await.unwrap().unwrap();
    let range = RangeRequest {
        start: Some("2026-10-01".parse().unwrap()),
        end: Some("2026-10-05".parse().unwrap()),
        max_days: 92,
    };
    let (service, account) = (world.place.service(), &world.place.account);
    let recovery = service.recovery(account, range).await.unwrap();
    assert!(recovery.rows.len() >= 3, "{recovery:?}");
    assert!(
        recovery
            .rows
            .iter()
            .all(|row| row.recovery_score.is_none() && row.band.is_none())
    );
    let strain = service.strain(account, range).await.unwrap();
    assert!(strain.rows.len() >= 3, "{strain:?}");
    assert!(strain.rows.iter().all(|row| row.strain.is_none()));
}

#[tokio::test]
async fn access_that_ends_in_the_middle_of_history_is_renewed_once() {
    let world = World::connected(3, "2026-09-01", 34).await;
    let mut windows = 0;
    let expire = |_: &_| {
        windows += 1;
        world.whoop.expire_access(ROBIN);
        true
    };
    world
        .relay
        .backfill(&world.place.account, Vendor::Whoop, expire)
        .await
        .unwrap();
    assert!(world.whoop.refreshed() >= 2);
    assert_eq!(world.whoop.reused_refresh_tokens(), 0);
    let truth = world.truth("recovery", "recovery_score");
    assert_eq!(world.values(Metric::WhoopRecoveryScore).await, truth);
}

#[tokio::test]
async fn record_that_slips_between_two_pages_while_they_are_listed_is_not_lost() {
    let world = World::connected(4, "2026-08-20", 46).await;
    let account = &world.place.account;
    world
        .relay
        .backfill(account, Vendor::Whoop, |_| true)
        .await
        .unwrap();
    let before = world.values(Metric::WhoopRecoveryScore).await;
    // Of nights on the first page one goes, so that the first of the second page moves up and is on
    // neither.
    for _ in 0..3 {
        let sleeps = world.whoop.records(ROBIN, "sleep");
        let mut ids: Vec<_> = sleeps
            .iter()
            .map(|sleep| (&sleep["start"], &sleep["id"]))
            .collect();
        ids.sort_by_key(|(start, _)| start.as_str().unwrap());
        let latest = ids[ids.len() - 1].1.as_str().unwrap().to_owned();
        world.whoop.delete_after_pages(1, ROBIN, "sleep", &latest);
        world.pass(SignedDuration::from_mins(30));
        world
            .relay
            .sync_widely(account, Vendor::Whoop)
            .await
            .unwrap();
    }
    for _ in 0..2 {
        world.pass(SignedDuration::from_mins(30));
        world
            .relay
            .sync_widely(account, Vendor::Whoop)
            .await
            .unwrap();
    }
    let truth = world.truth("recovery", "recovery_score");
    assert!(truth.len() < before.len());
    assert_eq!(world.values(Metric::WhoopRecoveryScore).await, truth);
}

#[tokio::test]
async fn disconnecting_ends_the_grant_at_the_vendor_or_says_that_it_does_not() {
    let check = async |before: fn(&World), expected: Ended, lasts: bool| {
        let world = World::connected(7, "2026-10-01", 5).await;
        before(&world);
        let account = &world.place.account;
        let ended = world.relay.disconnect(&account.id, Vendor::Whoop).await;
        assert_eq!(ended.unwrap(), expected);
        assert_eq!(world.whoop.pair_of(ROBIN).is_some(), lasts, "{expected:?}");
        // It is forgotten, whatever the vendor said, and nothing is planned any more.
        let again = world.relay.disconnect(&account.id, Vendor::Whoop).await;
        assert_eq!(again.unwrap(), Ended::Before);
        let jobs = world.place.memory.list_jobs(WORK_QUEUE, None, 10).await;
        assert_eq!(jobs.unwrap(), []);
    };
    check(|_| {}, Ended::ByVendor, false).await;
    // An access token that is over is renewed for it.
    let over = |world: &World| {
        world.whoop.expire_access(ROBIN);
        world.pass(SignedDuration::from_hours(2));
    };
    check(over, Ended::ByVendor, false).await;
    // So is one that the vendor takes no more, though it should.
    check(
        |world| world.whoop.expire_access(ROBIN),
        Ended::ByVendor,
        false,
    )
    .await;
    check(|world| world.whoop.end_grants(ROBIN), Ended::Before, false).await;
    let broken = |world: &World| {
        world
            .whoop
            .fail("/developer/v2/user/access", Fault::Status(503), 1);
    };
    check(broken, Ended::Untold, true).await;
    let tokenless = |world: &World| {
        world
            .whoop
            .fail("/oauth/oauth2/token", Fault::Status(503), 9);
        world.pass(SignedDuration::from_hours(2));
    };
    check(tokenless, Ended::Untold, true).await;
}
