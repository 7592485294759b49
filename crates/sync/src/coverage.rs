//! Which metrics come by which route, as the connectors' own tables say.

use vitalog_connectors::{Vendor, calendar};
use vitalog_core::{Metric, Via};

/// Whether readings of a metric can come by a route that is not the conversation: of that one the
/// conversation knows.
#[must_use]
pub fn brings(via: Via, metric: Metric) -> bool {
    match via {
        Via::Oura => Vendor::Oura.covers().contains(&metric),
        Via::Whoop => Vendor::Whoop.covers().contains(&metric),
        Via::Weather => Vendor::Weather.covers().contains(&metric),
        Via::Calendar => calendar::COVERED.contains(&metric),
        // Apple Health has a metric of its own for all that it may bring but ketones.
        Via::Hae | Via::AppleExport => metric.row().in_apple_health && metric != Metric::Ketones,
        Via::Chat => false,
    }
}
