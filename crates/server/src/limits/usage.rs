//! What one credential or address has asked of late.

use tokio::time::{Duration, Instant};

use super::{Left, Spent};

/// The lengths of windows, in seconds.
pub(super) const MINUTE: u64 = 60;
pub(super) const DAY: u64 = 86_400;

/// Requests in the windows that are under way.
#[derive(Default)]
pub(super) struct Usage {
    windows: [Option<Window>; 2],
}

#[derive(Clone, Copy)]
struct Window {
    end: Instant,
    requests: u32,
}

impl Usage {
    /// Counts a request in each window, if all of them have room.
    pub(super) fn spend(&mut self, limits: [(&'static str, u32, u64); 2], now: Instant) -> Spent {
        let mut retry_after_s = None;
        for (window, (_, most, seconds)) in self.windows.iter_mut().zip(limits) {
            if most == 0 {
                *window = None;
                continue;
            }
            let current = window.filter(|window| now < window.end);
            let current = *window.insert(current.unwrap_or(Window {
                end: now + Duration::from_secs(seconds),
                requests: 0,
            }));
            if current.requests >= most {
                retry_after_s = retry_after_s.max(Some(current.seconds_left(now)));
            }
        }
        let mut left: Option<Left> = None;
        for (window, (policy, most, _)) in self.windows.iter_mut().zip(limits) {
            let Some(window) = window else { continue };
            if retry_after_s.is_none() {
                window.requests += 1;
            }
            let requests = most.saturating_sub(window.requests);
            if left.is_none_or(|left| requests < left.requests) {
                left = Some(Left {
                    policy,
                    requests,
                    seconds: window.seconds_left(now),
                });
            }
        }
        Spent {
            retry_after_s,
            left,
        }
    }

    /// Whether nothing of it matters any more.
    pub(super) fn is_over(&self, now: Instant) -> bool {
        self.windows
            .iter()
            .flatten()
            .all(|window| window.end <= now)
    }
}

impl Window {
    /// Seconds until it is over; one that has begun counts whole.
    fn seconds_left(&self, now: Instant) -> u64 {
        let left = self.end.duration_since(now);
        left.as_secs() + u64::from(left.subsec_nanos() > 0)
    }
}
