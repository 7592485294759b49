//! Metrics by their names, and what is offered for a name that is none.

use vitalog_core::Metric;
use vitalog_service::{AnyMetric, ServiceError, code};

use crate::fixture::Fixture;

async fn find_metric(name: &str) -> Result<AnyMetric, ServiceError> {
    let fixture = Fixture::at("2026-10-05T12:00:00-07:00");
    let account = &fixture.account;
    fixture
        .service
        .find_any_metric(account, "metric", name)
        .await
}

async fn find_metrics(names: &[&str]) -> Result<Vec<AnyMetric>, ServiceError> {
    let fixture = Fixture::at("2026-10-05T12:00:00-07:00");
    let account = &fixture.account;
    fixture.service.find_any_metrics(account, names).await
}

#[tokio::test]
async fn a_metric_goes_by_its_key_and_by_the_names_of_apple() {
    for (name, metric) in [
        ("step_count", Metric::StepCount),
        (" Step Count ", Metric::StepCount),
        ("HKQuantityTypeIdentifierStepCount", Metric::StepCount),
        ("StepCount", Metric::StepCount),
        ("heart_rate_variability", Metric::HrvSdnn),
        ("weight_body_mass", Metric::Weight),
        ("sleep_analysis", Metric::SleepTotal),
    ] {
        assert_eq!(find_metric(name).await.unwrap(), metric.into(), "{name}");
    }
    let names = ["weight", "BodyMass", "bp"];
    let found = find_metrics(&names).await.unwrap();
    let expected = [Metric::Weight, Metric::BloodPressure].map(AnyMetric::from);
    assert_eq!(found, expected, "each once");
}

#[tokio::test]
async fn a_name_that_is_none_brings_those_like_it() {
    for (name, near) in [
        ("resting_heartrat", Some("resting_heart_rate")),
        ("hart rate", Some("heart_rate")),
        ("steps count", Some("step_count")),
        ("blood presure", Some("bp")),
        ("protien", Some("protein")),
        ("sleep hours deep", Some("sleep_deep")),
        ("charisma", None),
        ("", None),
        ("日本語", None),
    ] {
        let refused = find_metric(name).await.unwrap_err();
        assert_eq!(refused.code, code::INVALID_ARGUMENT);
        assert_eq!(refused.message, "`metric` is the name of no metric.");
        let advice = refused.advice.unwrap();
        assert!(advice.contains("`list_metrics`"), "{advice}");
        let offered = advice.split_once("\": ").map(|(_, rest)| rest);
        match near {
            Some(near) => assert!(
                offered
                    .unwrap()
                    .split(['.', ',', ' '])
                    .any(|word| word == near),
                "{name}: {advice}"
            ),
            None => assert_eq!(offered, None, "{name}: {advice}"),
        }
    }
}

#[tokio::test]
async fn several_unknown_names_are_answered_together() {
    let refused = find_metrics(&["weigth", "glucose", "fibre content"])
        .await
        .unwrap_err();
    assert_eq!(refused.message, "`metrics` has a name of no metric.");
    let advice = refused.advice.unwrap();
    assert!(advice.contains("\"weigth\": weight"), "{advice}");
    assert!(advice.contains("\"fibre content\""), "{advice}");
    let long = "weight".repeat(20);
    let advice = find_metric(&long).await.unwrap_err().advice.unwrap();
    assert!(!advice.contains(&long), "a long text is not repeated");
}
