//! How many requests the app has left, whoever they are for.

use super::world::World;
use crate::vendors::ask::Answer;

/// The lengths of the windows, in seconds. Each begins anew by the clock.
const WINDOWS_S: [i64; 2] = [60, 86_400];

/// Paths of data, which are what counts.
pub(super) const DATA: &str = "/developer/v2/";

impl World {
    /// What is left, and the seconds until there is more, of the window nearest to its end.
    pub(super) fn left(&self) -> (usize, i64) {
        let now = self.now.as_second();
        let windows = WINDOWS_S.iter().zip(self.limits).map(|(window, limit)| {
            let begin = now - now.rem_euclid(*window);
            let recent = self.requests.iter().rev();
            let recent = recent.take_while(|one| one.at.as_second() >= begin);
            let counted = recent.filter(|one| one.path.starts_with(DATA) && one.status != 429);
            let left = limit.saturating_sub(counted.count());
            (left, begin + window - now)
        });
        windows.min().expect("two windows")
    }

    /// Puts the headers on an answer that is not noted yet.
    pub(super) fn tell_limits(&self, answer: Answer) -> Answer {
        let (left, reset) = self.left();
        let used = usize::from(answer.status != 429);
        let [minute, day] = self.limits;
        let limit = format!("{minute}, {minute};window=60, {day};window=86400");
        answer
            .with("x-ratelimit-limit", &limit)
            .with("x-ratelimit-remaining", &left.saturating_sub(used))
            .with("x-ratelimit-reset", &reset)
    }
}
