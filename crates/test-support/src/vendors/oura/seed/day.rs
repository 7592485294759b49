//! Scores, activity and moments of a day.

use serde_json::{Value, json};

use super::Day;

impl Day<'_> {
    /// A document that has an identifier, a version and a day.
    fn document(&self, kind: &str, more: Value) -> Value {
        let mut document = json!({
            "id": self.id(kind), "meta": self.meta(), "day": self.date.to_string(),
        });
        let Value::Object(more) = more else {
            panic!("an object");
        };
        for (name, value) in more {
            document[name] = value;
        }
        document
    }

    pub(super) fn add_scores(&self, documents: &mut Vec<(&'static str, Value)>) {
        let mut numbers = self.numbers("scores");
        let midnight = self.local(self.at(0));
        let mut add = |kind: &'static str, more| documents.push((kind, self.document(kind, more)));
        // A score is not always there.
        let score = if numbers.happens(95) {
            json!(numbers.between(55, 95))
        } else {
            Value::Null
        };
        let sleep = json!({"score": score, "timestamp": midnight, "contributors": {}});
        add("daily_sleep", sleep);
        let readiness = json!({
            "score": numbers.between(55, 95), "timestamp": midnight, "contributors": {},
            "temperature_deviation": f64::from(numbers.between(-60, 90)) / 100.0,
            "temperature_trend_deviation": f64::from(numbers.between(-30, 40)) / 100.0,
        });
        add("daily_readiness", readiness);
        let oxygen = if numbers.happens(90) {
            f64::from(numbers.between(94_000, 99_500)) / 1000.0
        } else {
            0.0
        };
        let spo2 = json!({
            "spo2_percentage": {"average": oxygen},
            "breathing_disturbance_index": numbers.between(0, 20),
        });
        add("daily_spo2", spo2);
        let stress = json!({
            "stress_high": numbers.between(0, 180) * 60,
            "recovery_high": numbers.between(0, 120) * 60,
            "day_summary": "normal",
        });
        add("daily_stress", stress);
        let levels = [
            "limited",
            "adequate",
            "solid",
            "strong",
            "exceptional",
            "legendary",
        ];
        let resilience = json!({"level": numbers.one_of(&levels), "contributors": {}});
        add("daily_resilience", resilience);
        add(
            "sleep_time",
            json!({"optimal_bedtime": null, "status": "not_enough_nights"}),
        );
        if self.number % 7 == 3 {
            let age = numbers.between(30, 50);
            add("daily_cardiovascular_age", json!({ "vascular_age": age }));
        }
        if self.number % 30 == 10 {
            let time = self.local(self.at(9 * 60 + 12));
            add(
                "vO2_max",
                json!({"timestamp": time, "vo2_max": numbers.between(30, 60)}),
            );
        }
    }

    pub(super) fn add_activity(&self, documents: &mut Vec<(&'static str, Value)>) {
        let mut numbers = self.numbers("activity");
        let active = numbers.between(150, 1200);
        let begin = self.local(self.at(4 * 60));
        let activity = json!({
            "score": numbers.between(50, 100), "timestamp": begin,
            "steps": numbers.between(800, 22_000), "active_calories": active,
            "total_calories": active + 1700, "equivalent_walking_distance": active * 18,
            "high_activity_time": numbers.between(0, 40) * 60,
            "medium_activity_time": numbers.between(0, 120) * 60,
            "low_activity_time": numbers.between(60, 360) * 60,
            "sedentary_time": numbers.between(200, 700) * 60,
            "resting_time": numbers.between(300, 600) * 60,
            "non_wear_time": numbers.between(0, 60) * 60,
            "high_activity_met_minutes": 0, "medium_activity_met_minutes": 0,
            "low_activity_met_minutes": 0, "sedentary_met_minutes": 0, "average_met_minutes": 1.5,
            "inactivity_alerts": 1, "target_calories": 450, "target_meters": 9000,
            "meters_to_target": -300, "class_5_min": null, "contributors": {},
            "met": {"interval": 60.0, "items": [0.9, null], "timestamp": begin},
        });
        documents.push(("daily_activity", self.document("daily_activity", activity)));
    }

    /// Workouts, sessions, tags, and now and then some days of rest.
    pub(super) fn add_moments(&self, documents: &mut Vec<(&'static str, Value)>) {
        let mut numbers = self.numbers("moments");
        let local = |minutes: i32| self.local(self.at(minutes.into()));
        if numbers.happens(35) || self.life.workout_every_day {
            let lasts = numbers.between(20, 90);
            let workout = json!({
                "activity": numbers.one_of(&["running", "houseWork"]),
                "calories": f64::from(numbers.between(500, 9000)) / 10.0, "distance": null,
                "intensity": "moderate", "label": null, "source": "confirmed",
                "start_datetime": local(17 * 60), "end_datetime": local(17 * 60 + lasts),
            });
            documents.push(("workout", self.document("workout", workout)));
        }
        if numbers.happens(25) {
            let kinds = ["breathing", "meditation", "relaxation", "body_status"];
            let session = json!({
                "type": numbers.one_of(&kinds), "mood": null, "heart_rate": null,
                "heart_rate_variability": null, "motion_count": null,
                "start_datetime": local(21 * 60 + 10), "end_datetime": local(21 * 60 + 20),
            });
            documents.push(("session", self.document("session", session)));
        }
        if numbers.happens(10) {
            let tag = json!({
                "id": self.id("enhanced_tag"), "tag_type_code": "tag_generic_alcohol",
                "start_day": self.date.to_string(), "start_time": local(20 * 60),
                "end_day": null, "end_time": null, "comment": null, "custom_name": null,
            });
            documents.push(("enhanced_tag", tag));
        }
        if self.number % 45 == 20 {
            let last = self.at(2 * 24 * 60).date();
            let rest = json!({
                "id": self.id("rest_mode_period"), "meta": self.meta(),
                "start_day": self.date.to_string(), "start_time": local(8 * 60),
                "end_day": last.to_string(), "end_time": null, "episodes": [],
            });
            documents.push(("rest_mode_period", rest));
        }
    }
}
