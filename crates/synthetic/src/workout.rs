//! A workout as the watch keeps it.

use jiff::{Timestamp, tz::Offset};

/// What is done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sport {
    /// Running outside.
    Run,
    /// Cycling outside.
    Ride,
    /// Swimming in a pool.
    Swim,
    /// Lifting weights.
    Strength,
    /// Walking outside.
    Walk,
}

impl Sport {
    /// The phone's word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Run => "Outdoor Run",
            Self::Ride => "Outdoor Cycling",
            Self::Swim => "Pool Swim",
            Self::Strength => "Traditional Strength Training",
            Self::Walk => "Outdoor Walk",
        }
    }

    /// Where it is done.
    #[must_use]
    pub fn location(self) -> &'static str {
        match self {
            Self::Run | Self::Ride | Self::Walk => "Outdoor",
            Self::Swim => "Pool",
            Self::Strength => "Indoor",
        }
    }
}

/// A workout.
#[derive(Clone, PartialEq, Debug)]
pub struct Workout {
    /// Its identifier.
    pub id: String,
    /// What was done.
    pub sport: Sport,
    /// When it began.
    pub start: Timestamp,
    /// When it ended.
    pub end: Timestamp,
    /// The offset of the phone's clock.
    pub offset: Offset,
    /// Active seconds: without the pauses.
    pub duration_s: f64,
    /// Active energy in kilocalories.
    pub active_kcal: f64,
    /// Energy with that of being alive, in kilocalories.
    pub total_kcal: f64,
    /// Effort in MET.
    pub intensity_met: f64,
    /// The way in kilometres, for what covers one.
    pub distance_km: Option<f64>,
    /// Metres climbed, outside.
    pub elevation_up_m: Option<f64>,
    /// The weather outside: degrees Celsius and percent of humidity.
    pub weather: Option<(f64, f64)>,
    /// What was counted in each minute.
    pub minutes: Vec<Minute>,
    /// The heart in the two minutes after: when, and beats per minute.
    pub recovery: Vec<(Timestamp, f64)>,
    /// The way, in the middle of an ocean.
    pub route: Vec<RoutePoint>,
    /// The watch.
    pub source: &'static str,
}

/// A minute of a workout.
#[derive(Clone, PartialEq, Debug)]
pub struct Minute {
    /// When it began.
    pub at: Timestamp,
    /// Lowest, mean and highest beats per minute.
    pub heart: [f64; 3],
    /// Active kilocalories.
    pub active_kcal: f64,
    /// Kilocalories of being alive.
    pub basal_kcal: f64,
    /// Steps on foot, strokes in the water; none else.
    pub moves: f64,
    /// Kilometres.
    pub km: f64,
}

/// A point of a route.
#[derive(Clone, PartialEq, Debug)]
pub struct RoutePoint {
    /// When it was passed.
    pub at: Timestamp,
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
    /// Metres above the sea.
    pub altitude_m: f64,
    /// Metres per second.
    pub speed_mps: f64,
}

impl Workout {
    /// Mean and highest beats per minute.
    #[must_use]
    pub fn heart(&self) -> Option<(f64, f64)> {
        let n = f64::from(u32::try_from(self.minutes.len()).ok()?);
        let sum: f64 = self.minutes.iter().map(|minute| minute.heart[1]).sum();
        let max = self
            .minutes
            .iter()
            .map(|minute| minute.heart[2])
            .reduce(f64::max)?;
        Some((sum / n, max))
    }
}
