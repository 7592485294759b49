//! THE table: one row per metric, in the order of answers.

use super::{ClockClass, DailyRule, Group, Identity, MetricRow, MetricUnit, Shape};

macro_rules! metrics {
    ($($variant:ident { $($field:ident: $value:expr,)* })*) => {
        /// A metric: what a reading measures.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[expect(missing_docs, reason = "each row of the table describes its variant")]
        pub enum Metric { $($variant,)* }

        impl Metric {
            /// Every metric, in the order of answers.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];
        }

        /// The rows, in the order of [`Metric::ALL`].
        pub(super) static TABLE: &[MetricRow] =
            &[$(MetricRow { metric: Metric::$variant, $($field: $value,)* },)*];
    };
}

const KG: MetricUnit = MetricUnit {
    unit: "kg",
    decimals: 2,
};
const CM: MetricUnit = MetricUnit {
    unit: "cm",
    decimals: 1,
};

const MASS_IN_LB: &[(&str, f64)] = &[
    ("lb", 1.0),
    ("lbs", 1.0),
    ("pound", 1.0),
    ("pounds", 1.0),
    ("kg", 2.204_622_621_85),
    ("g", 0.002_204_622_621_85),
    ("st", 14.0),
    ("stone", 14.0),
];
const MASS_IN_G: &[(&str, f64)] = &[("g", 1.0), ("mg", 0.001)];

metrics! {
    Weight {
        slug: "weight",
        title: "Weight",
        description: "Body weight in pounds.",
        aliases: &["weight_body_mass", "weight_divided_by_body_mass", "body_mass", "body weight"],
        group: Group::Body,
        shape: Shape::Single,
        unit: "lb",
        in_metric: Some(KG),
        accepts: MASS_IN_LB,
        fraction_means_percent: false,
        decimals: 2,
        plausible: 2.0..=1500.0,
        daily: DailyRule::Last,
        identity: Identity::Fact,
        clock: ClockClass::Morning,
    }
    Waist {
        slug: "waist",
        title: "Waist",
        description: "Waist circumference in inches.",
        aliases: &["waist_circumference"],
        group: Group::Body,
        shape: Shape::Single,
        unit: "in",
        in_metric: Some(CM),
        accepts: &[
            ("in", 1.0),
            ("inch", 1.0),
            ("inches", 1.0),
            ("cm", 1.0 / 2.54),
            ("mm", 1.0 / 25.4),
            ("m", 100.0 / 2.54),
            ("ft", 12.0),
        ],
        fraction_means_percent: false,
        decimals: 2,
        plausible: 5.0..=150.0,
        daily: DailyRule::Last,
        identity: Identity::Fact,
        clock: ClockClass::Morning,
    }
    BodyFat {
        slug: "body_fat",
        title: "Body fat",
        description: "Body fat as a percentage of body weight.",
        aliases: &["body_fat_percentage"],
        group: Group::Body,
        shape: Shape::Single,
        unit: "%",
        in_metric: None,
        accepts: &[("%", 1.0), ("percent", 1.0)],
        fraction_means_percent: true,
        decimals: 1,
        plausible: 1.0..=90.0,
        daily: DailyRule::Last,
        identity: Identity::Fact,
        clock: ClockClass::Morning,
    }
    LeanMass {
        slug: "lean_mass",
        title: "Lean mass",
        description: "Lean body mass in pounds.",
        aliases: &["lean_body_mass"],
        group: Group::Body,
        shape: Shape::Single,
        unit: "lb",
        in_metric: Some(KG),
        accepts: MASS_IN_LB,
        fraction_means_percent: false,
        decimals: 2,
        plausible: 2.0..=1000.0,
        daily: DailyRule::Last,
        identity: Identity::Fact,
        clock: ClockClass::Morning,
    }
    BloodPressure {
        slug: "bp",
        title: "Blood pressure",
        description: "Blood pressure in mmHg, systolic over diastolic.",
        aliases: &["blood_pressure"],
        group: Group::Vitals,
        shape: Shape::Pressure,
        unit: "mmHg",
        in_metric: None,
        accepts: &[("mmhg", 1.0), ("kpa", 7.500_616_83)],
        fraction_means_percent: false,
        decimals: 0,
        plausible: 20.0..=350.0,
        daily: DailyRule::Mean,
        identity: Identity::Fact,
        clock: ClockClass::Day,
    }
    Glucose {
        slug: "glucose",
        title: "Glucose",
        description: "Blood glucose in mg/dL.",
        aliases: &["blood_glucose", "blood sugar"],
        group: Group::Blood,
        shape: Shape::Single,
        unit: "mg/dL",
        in_metric: None,
        accepts: &[("mg/dl", 1.0), ("mmol/l", 18.016)],
        fraction_means_percent: false,
        decimals: 1,
        plausible: 20.0..=600.0,
        daily: DailyRule::Mean,
        identity: Identity::Fact,
        clock: ClockClass::Morning,
    }
    Ketones {
        slug: "ketones",
        title: "Ketones",
        description: "Blood ketones in mmol/L.",
        aliases: &["blood_ketones"],
        group: Group::Blood,
        shape: Shape::Single,
        unit: "mmol/L",
        in_metric: None,
        accepts: &[("mmol/l", 1.0)],
        fraction_means_percent: false,
        decimals: 2,
        plausible: 0.0..=10.0,
        daily: DailyRule::Mean,
        identity: Identity::Fact,
        clock: ClockClass::Morning,
    }
    Protein {
        slug: "protein",
        title: "Protein",
        description: "Protein eaten, in grams.",
        aliases: &["dietary_protein"],
        group: Group::Nutrition,
        shape: Shape::Single,
        unit: "g",
        in_metric: None,
        accepts: MASS_IN_G,
        fraction_means_percent: false,
        decimals: 1,
        plausible: 0.0..=2000.0,
        daily: DailyRule::Sum,
        identity: Identity::Fact,
        clock: ClockClass::Day,
    }
    Carbs {
        slug: "carbs",
        title: "Carbohydrates",
        description: "Carbohydrates eaten, in grams.",
        aliases: &["carbohydrates", "dietary_carbohydrates", "net carbs", "carbohydrate"],
        group: Group::Nutrition,
        shape: Shape::Single,
        unit: "g",
        in_metric: None,
        accepts: MASS_IN_G,
        fraction_means_percent: false,
        decimals: 1,
        plausible: 0.0..=3000.0,
        daily: DailyRule::Sum,
        identity: Identity::Fact,
        clock: ClockClass::Day,
    }
    Fiber {
        slug: "fiber",
        title: "Fiber",
        description: "Dietary fiber eaten, in grams.",
        aliases: &["dietary_fiber", "fibre"],
        group: Group::Nutrition,
        shape: Shape::Single,
        unit: "g",
        in_metric: None,
        accepts: MASS_IN_G,
        fraction_means_percent: false,
        decimals: 1,
        plausible: 0.0..=500.0,
        daily: DailyRule::Sum,
        identity: Identity::Fact,
        clock: ClockClass::Day,
    }
    Fat {
        slug: "fat",
        title: "Fat",
        description: "Fat eaten, in grams.",
        aliases: &["total_fat", "dietary_fat_total"],
        group: Group::Nutrition,
        shape: Shape::Single,
        unit: "g",
        in_metric: None,
        accepts: MASS_IN_G,
        fraction_means_percent: false,
        decimals: 1,
        plausible: 0.0..=1500.0,
        daily: DailyRule::Sum,
        identity: Identity::Fact,
        clock: ClockClass::Day,
    }
    Calories {
        slug: "calories",
        title: "Calories",
        description: "Energy eaten, in kilocalories.",
        aliases: &["dietary_energy", "dietary_energy_consumed", "energy eaten"],
        group: Group::Nutrition,
        shape: Shape::Single,
        unit: "kcal",
        in_metric: None,
        accepts: &[("kcal", 1.0), ("cal", 1.0), ("kilocalories", 1.0), ("kj", 1.0 / 4.184)],
        fraction_means_percent: false,
        decimals: 1,
        plausible: 0.0..=30_000.0,
        daily: DailyRule::Sum,
        identity: Identity::Fact,
        clock: ClockClass::Day,
    }
}
