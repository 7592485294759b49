//! Waiting before trying again: longer each time, and each writer differently.

use std::time::Duration;

use tokio::time::sleep;
use vitalog_core::clock::Entropy;

/// The longest first wait, and the longest of all.
const FIRST: Duration = Duration::from_millis(20);
const LONGEST: Duration = Duration::from_secs(2);

/// Waits before the try that follows `failed` ones (from 1): a random part of a time that doubles.
pub(crate) async fn wait(failed: u32, entropy: &dyn Entropy) {
    let mut random = [0; 2];
    entropy.fill(&mut random);
    sleep(part(failed, u16::from_be_bytes(random))).await;
}

fn part(failed: u32, random: u16) -> Duration {
    let doubled = FIRST.saturating_mul(1 << failed.saturating_sub(1).min(16));
    doubled.min(LONGEST) * u32::from(random) / u32::from(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_the_longest_and_are_cut_by_chance() {
        let cases = [
            (1, u16::MAX, 20),
            (2, u16::MAX, 40),
            (3, u16::MAX, 80),
            (3, 0, 0),
            (3, u16::MAX / 2, 39),
            (20, u16::MAX, 2_000),
            (u32::MAX, u16::MAX, 2_000),
        ];
        for (failed, random, expected) in cases {
            assert_eq!(
                part(failed, random).as_millis(),
                expected,
                "{failed}, {random}"
            );
        }
    }
}
