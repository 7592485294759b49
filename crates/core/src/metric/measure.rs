//! Canonical units, each with the units that are converted to it.
//!
//! Names are folded as [`fold_unit`](crate::unit::fold_unit) does: lower case, no white space, one
//! sign for the degree, the multiplication point and the micro.

use super::AcceptedUnit;

/// A canonical unit and what is accepted in its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measure {
    pub(super) unit: &'static str,
    pub(super) accepts: &'static [AcceptedUnit],
}

const fn measure(unit: &'static str, accepts: &'static [AcceptedUnit]) -> Measure {
    Measure { unit, accepts }
}

/// Another name of the canonical unit, or the unit itself.
const fn same(name: &'static str) -> AcceptedUnit {
    times(name, 1.0)
}

/// A unit of which one is `factor` canonical ones.
const fn times(name: &'static str, factor: f64) -> AcceptedUnit {
    AcceptedUnit {
        name,
        factor,
        offset: 0.0,
    }
}

const fn fahrenheit(name: &'static str) -> AcceptedUnit {
    AcceptedUnit {
        name,
        factor: 5.0 / 9.0,
        offset: -160.0 / 9.0,
    }
}

const MI_IN_M: f64 = 1609.344;
const YD_IN_M: f64 = 0.9144;
const FT_IN_M: f64 = 0.3048;
const IN_IN_M: f64 = 0.0254;

pub(super) const LB: Measure = measure(
    "lb",
    &[
        same("lb"),
        same("lbs"),
        same("pound"),
        same("pounds"),
        times("kg", 2.204_622_621_85),
        times("g", 0.002_204_622_621_85),
        times("st", 14.0),
        times("stone", 14.0),
    ],
);

pub(super) const IN: Measure = measure(
    "in",
    &[
        same("in"),
        same("inch"),
        same("inches"),
        times("cm", 1.0 / 2.54),
        times("mm", 1.0 / 25.4),
        times("m", 100.0 / 2.54),
        times("ft", 12.0),
    ],
);

pub(super) const PERCENT: Measure = measure("%", &[same("%"), same("percent")]);

pub(super) const MMHG: Measure = measure("mmHg", &[same("mmhg"), times("kpa", 7.500_616_83)]);

pub(super) const GLUCOSE: Measure = measure("mg/dL", &[same("mg/dl"), times("mmol/l", 18.016)]);

pub(super) const KETONES: Measure = measure("mmol/L", &[same("mmol/l")]);

pub(super) const G: Measure = measure(
    "g",
    &[same("g"), times("mg", 0.001), times("oz", 28.349_523_125)],
);

pub(super) const MG: Measure = measure(
    "mg",
    &[
        same("mg"),
        times("g", 1000.0),
        times("mcg", 0.001),
        times("ug", 0.001),
    ],
);

/// International units are none of these: how many there are in a microgram depends on the form
/// of the vitamin, which no source tells.
pub(super) const MCG: Measure = measure(
    "mcg",
    &[
        same("mcg"),
        same("ug"),
        times("mg", 1000.0),
        times("g", 1_000_000.0),
    ],
);

pub(super) const KCAL: Measure = measure(
    "kcal",
    &[
        same("kcal"),
        // With a capital C in Apple Health; a thousand small calories all the same.
        same("cal"),
        same("kilocalories"),
        times("kj", 1.0 / 4.184),
    ],
);

pub(super) const KM: Measure = measure(
    "km",
    &[
        same("km"),
        times("m", 0.001),
        times("mi", MI_IN_M / 1000.0),
        times("mile", MI_IN_M / 1000.0),
        times("miles", MI_IN_M / 1000.0),
        times("yd", YD_IN_M / 1000.0),
        times("ft", FT_IN_M / 1000.0),
    ],
);

pub(super) const M: Measure = measure(
    "m",
    &[
        same("m"),
        times("cm", 0.01),
        times("mm", 0.001),
        times("km", 1000.0),
        times("ft", FT_IN_M),
        times("in", IN_IN_M),
        times("yd", YD_IN_M),
    ],
);

pub(super) const CM: Measure = measure(
    "cm",
    &[
        same("cm"),
        times("m", 100.0),
        times("mm", 0.1),
        times("in", IN_IN_M * 100.0),
        times("ft", FT_IN_M * 100.0),
    ],
);

pub(super) const M_PER_S: Measure = measure(
    "m/s",
    &[
        same("m/s"),
        times("km/hr", 1.0 / 3.6),
        times("km/h", 1.0 / 3.6),
        times("kmph", 1.0 / 3.6),
        times("kph", 1.0 / 3.6),
        times("mi/hr", MI_IN_M / 3600.0),
        times("mi/h", MI_IN_M / 3600.0),
        times("mph", MI_IN_M / 3600.0),
        times("ft/s", FT_IN_M),
    ],
);

pub(super) const MIN: Measure = measure(
    "min",
    &[
        same("min"),
        same("mins"),
        same("minute"),
        same("minutes"),
        times("s", 1.0 / 60.0),
        times("sec", 1.0 / 60.0),
        times("hr", 60.0),
        times("h", 60.0),
        times("hour", 60.0),
        times("hours", 60.0),
    ],
);

pub(super) const HR: Measure = measure(
    "hr",
    &[
        same("hr"),
        same("hrs"),
        same("h"),
        same("hour"),
        same("hours"),
        times("min", 1.0 / 60.0),
        times("s", 1.0 / 3600.0),
    ],
);

pub(super) const S: Measure = measure(
    "s",
    &[
        same("s"),
        same("sec"),
        same("second"),
        same("seconds"),
        times("ms", 0.001),
        times("min", 60.0),
    ],
);

pub(super) const MS: Measure = measure("ms", &[same("ms"), times("s", 1000.0)]);

pub(super) const COUNT: Measure = measure("count", &[same("count"), same("counts")]);

pub(super) const STEPS: Measure = measure("count", &[same("count"), same("steps"), same("step")]);

pub(super) const FLIGHTS: Measure =
    measure("count", &[same("count"), same("flights"), same("floors")]);

pub(super) const HOURS_STOOD: Measure = measure(
    "count",
    &[same("count"), same("hours"), same("hour"), same("hr")],
);

pub(super) const TIMES: Measure = measure("count", &[same("count"), same("times"), same("time")]);

pub(super) const FALLS: Measure = measure(
    "count",
    &[same("count"), same("falls"), same("fall"), same("times")],
);

pub(super) const DRINKS: Measure =
    measure("count", &[same("count"), same("drinks"), same("drink")]);

pub(super) const DOSES: Measure = measure(
    "count",
    &[same("count"), same("doses"), same("dose"), same("puffs")],
);

/// Beats, steps, breaths and turns a minute: apps abbreviate each of them, and not always the one
/// that is meant.
pub(super) const PER_MIN: Measure = measure(
    "count/min",
    &[
        same("count/min"),
        same("bpm"),
        same("spm"),
        same("rpm"),
        same("brpm"),
        same("beats/min"),
        same("steps/min"),
        same("breaths/min"),
        times("count/s", 60.0),
    ],
);

/// A kilocalorie an hour for each kilogram is one metabolic equivalent, at rest.
pub(super) const MET: Measure = measure(
    "MET",
    &[
        same("met"),
        same("mets"),
        same("kcal/hr*kg"),
        same("kcal/kg*hr"),
        same("kcal/(hr*kg)"),
        same("kcal/(kg*hr)"),
        same("kcal/hr/kg"),
        same("kcal/kg/hr"),
        same("kcal/(kg*h)"),
        same("kcal/h*kg"),
    ],
);

pub(super) const OXYGEN_UPTAKE: Measure = measure(
    "mL/(kg*min)",
    &[
        same("ml/(kg*min)"),
        same("ml/(min*kg)"),
        same("ml/min*kg"),
        same("ml/kg*min"),
        same("ml/kg/min"),
        same("ml/min/kg"),
    ],
);

pub(super) const W: Measure = measure(
    "W",
    &[same("w"), same("watt"), same("watts"), times("kw", 1000.0)],
);

pub(super) const BODY_MASS_INDEX: Measure = measure(
    "kg/m2",
    &[
        same("kg/m2"),
        same("kg/m^2"),
        same("kg/m²"),
        // A number without a unit, to Apple Health.
        same("count"),
    ],
);

pub(super) const DEG_C: Measure = measure(
    "degC",
    &[
        same("degc"),
        same("°c"),
        same("c"),
        same("celsius"),
        fahrenheit("degf"),
        fahrenheit("°f"),
        fahrenheit("f"),
        fahrenheit("fahrenheit"),
        AcceptedUnit {
            name: "k",
            factor: 1.0,
            offset: -273.15,
        },
    ],
);

pub(super) const L: Measure = measure("L", &[same("l"), times("ml", 0.001)]);

pub(super) const L_PER_MIN: Measure = measure(
    "L/min",
    &[same("l/min"), times("l/s", 60.0), times("ml/min", 0.001)],
);

const US_FLUID_OUNCE_IN_ML: f64 = 29.573_529_562_5;

pub(super) const ML: Measure = measure(
    "mL",
    &[
        same("ml"),
        times("l", 1000.0),
        times("dl", 100.0),
        times("cl", 10.0),
        times("fl_oz_us", US_FLUID_OUNCE_IN_ML),
        times("floz", US_FLUID_OUNCE_IN_ML),
        times("fl_oz", US_FLUID_OUNCE_IN_ML),
        times("floz_us", US_FLUID_OUNCE_IN_ML),
        times("fl_oz_imp", 28.413_062_5),
        times("cup_us", US_FLUID_OUNCE_IN_ML * 8.0),
        times("pt_us", US_FLUID_OUNCE_IN_ML * 16.0),
    ],
);

pub(super) const IU: Measure = measure("IU", &[same("iu"), same("u"), same("unit"), same("units")]);

pub(super) const MCS: Measure = measure(
    "mcS",
    &[
        same("mcs"),
        same("us"),
        // Siemens; case is folded, and nothing here is measured in seconds.
        times("s", 1_000_000.0),
    ],
);

/// Sound pressure, weighted as the ear hears it.
pub(super) const DB: Measure = measure(
    "dB(A)",
    &[same("db(a)"), same("dba"), same("db"), same("dbaspl")],
);

pub(super) const SCORE: Measure = measure("score", &[same("score"), same("count")]);

/// How hard a workout was, from 1 to 10.
pub(super) const EFFORT: Measure = measure(
    "score",
    &[same("score"), same("appleeffortscore"), same("count")],
);

/// Of what each name has a unit of its own.
pub(super) const VALUE: Measure = measure("value", &[same("value")]);

/// How much warmer or colder: the zero of a scale is no part of it.
pub(super) const DEG_C_DIFFERENCE: Measure = measure(
    "degC",
    &[
        same("degc"),
        same("°c"),
        same("c"),
        same("celsius"),
        same("k"),
        times("degf", 5.0 / 9.0),
        times("°f", 5.0 / 9.0),
        times("f", 5.0 / 9.0),
        times("fahrenheit", 5.0 / 9.0),
    ],
);

pub(super) const KJ: Measure = measure(
    "kJ",
    &[
        same("kj"),
        same("kilojoule"),
        same("kilojoules"),
        times("kcal", 4.184),
    ],
);

pub(super) const YEARS: Measure = measure(
    "years",
    &[same("years"), same("year"), same("yr"), same("yrs")],
);

pub(super) const MM: Measure = measure(
    "mm",
    &[same("mm"), times("cm", 10.0), times("in", IN_IN_M * 1000.0)],
);

pub(super) const HPA: Measure = measure(
    "hPa",
    &[
        same("hpa"),
        same("mbar"),
        times("kpa", 10.0),
        times("pa", 0.01),
        times("mmhg", 1.333_223_684),
        times("inhg", 33.863_886_67),
    ],
);

pub(super) const KM_PER_H: Measure = measure(
    "km/h",
    &[
        same("km/h"),
        same("km/hr"),
        same("kmph"),
        same("kph"),
        times("m/s", 3.6),
        times("mph", MI_IN_M / 1000.0),
        times("mi/h", MI_IN_M / 1000.0),
        times("mi/hr", MI_IN_M / 1000.0),
        times("kn", 1.852),
    ],
);
