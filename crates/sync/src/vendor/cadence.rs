//! How often a vendor is asked.

use jiff::SignedDuration;
use vitalog_connectors::Vendor;

/// How often a vendor is asked, and for how many days.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cadence {
    /// How often the recent days are listed.
    pub recent_every: SignedDuration,
    /// How many days these are, before today.
    pub recent_days: i64,
    /// How often many days are listed, for what was changed long after.
    pub wide_every: SignedDuration,
    /// How many days these are.
    pub wide_days: i64,
}

impl Cadence {
    /// The cadence of a vendor.
    #[must_use]
    pub fn of(vendor: Vendor) -> Self {
        let hours = SignedDuration::from_hours;
        match vendor {
            // No events for some collections, and data all day: each time the phone is opened.
            Vendor::Oura => Self {
                recent_every: SignedDuration::from_mins(15),
                recent_days: 3,
                wide_every: hours(24),
                wide_days: 30,
            },
            // Events tell of most; this is for those that got lost, and for strain.
            Vendor::Whoop => Self {
                recent_every: hours(6),
                recent_days: 7,
                wide_every: hours(7 * 24),
                wide_days: 30,
            },
            // What a day was like is final some days later.
            Vendor::Weather => Self {
                recent_every: hours(6),
                recent_days: 3,
                wide_every: hours(24),
                wide_days: 14,
            },
        }
    }

    /// From this age on the copy is stale.
    #[must_use]
    pub fn stale_after(self) -> SignedDuration {
        self.recent_every
            .saturating_mul(2)
            .saturating_add(SignedDuration::from_mins(30))
    }
}
