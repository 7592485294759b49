//! Units, as phones are set to them.

/// A phone's preference of units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Units {
    /// As facts are: SI, with kilocalories and mg/dL.
    AsKept,
    /// Pounds, inches, miles, Fahrenheit.
    Us,
    /// Kilojoules and mmol/L beside kilograms.
    Metric,
    /// Whatever else has been seen, in spellings of its own.
    Odd,
}

/// From the one unit to the other by a factor and an addition.
type Row = (&'static str, &'static str, f64, f64);

const US: &[Row] = &[
    ("kg", "lb", 1.0 / 0.453_592_37, 0.0),
    ("cm", "in", 1.0 / 2.54, 0.0),
    ("m", "ft", 1.0 / 0.3048, 0.0),
    ("km", "mi", 1.0 / 1.609_344, 0.0),
    ("km/hr", "mi/hr", 1.0 / 1.609_344, 0.0),
    ("m/s", "ft/s", 1.0 / 0.3048, 0.0),
    ("degC", "degF", 1.8, 32.0),
    ("mL", "fl_oz_us", 1.0 / 29.573_529_562_5, 0.0),
];

const METRIC: &[Row] = &[
    ("kcal", "kJ", 4.184, 0.0),
    (
        "mg/dL",
        "mmol<180.1558800000541>/L",
        1.0 / 18.015_588_000_005_41,
        0.0,
    ),
];

const ODD: &[Row] = &[
    ("kg", "st", 1.0 / 6.350_293_18, 0.0),
    ("cm", "m", 0.01, 0.0),
    ("km", "m", 1000.0, 0.0),
    ("km/hr", "m/s", 1.0 / 3.6, 0.0),
    ("degC", "ºC", 1.0, 0.0),
    ("kcal", "Cal", 1.0, 0.0),
    ("mg/dL", "mmol/L", 1.0 / 18.015_588_000_005_41, 0.0),
    ("mmHg", "kPa", 0.133_322_368_421, 0.0),
    ("count/min", "bpm", 1.0, 0.0),
    ("mL", "L", 0.001, 0.0),
    ("W", "watts", 1.0, 0.0),
    ("ml/(kg·min)", "mL/min·kg", 1.0, 0.0),
];

impl Units {
    /// The unit that a fact's unit is written in.
    pub(super) fn of(self, unit: &'static str) -> Unit {
        let rows = match self {
            Self::AsKept => &[],
            Self::Us => US,
            Self::Metric => METRIC,
            Self::Odd => ODD,
        };
        rows.iter().find(|row| row.0 == unit).map_or(
            Unit {
                name: unit,
                factor: 1.0,
                add: 0.0,
            },
            |&(_, name, factor, add)| Unit { name, factor, add },
        )
    }
}

/// A unit and the way to it.
#[derive(Clone, Copy)]
pub(super) struct Unit {
    pub(super) name: &'static str,
    factor: f64,
    add: f64,
}

impl Unit {
    pub(super) fn convert(self, value: f64) -> f64 {
        value * self.factor + self.add
    }
}
