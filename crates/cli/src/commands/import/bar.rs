//! How far an import is: a bar that is drawn over on a terminal, a line now and then elsewhere.

use std::{
    io::{self, IsTerminal, Write},
    path::Path,
    time::{Duration, Instant},
};

use vitalog_sync::import::ImportProgress;

use crate::output;

/// How often the bar is drawn.
const DRAWN_EVERY: Duration = Duration::from_millis(100);
/// How often a line is written.
const LINE_EVERY: Duration = Duration::from_secs(10);
/// Signs of the bar.
const WIDTH: u64 = 24;
/// Rates before this say nothing.
const RATE_FROM: Duration = Duration::from_millis(300);

pub(super) struct Bar {
    name: String,
    is_drawn: bool,
    is_quiet: bool,
    is_dirty: bool,
    last: Instant,
    /// When reading began, and from where.
    begun: Option<(Instant, u64)>,
}

impl Bar {
    pub(super) fn new(path: &Path, is_quiet: bool) -> Self {
        let name = path.file_name().unwrap_or(path.as_os_str());
        Self {
            name: name.to_string_lossy().into_owned(),
            is_drawn: io::stderr().is_terminal(),
            is_quiet,
            is_dirty: false,
            last: Instant::now(),
            begun: None,
        }
    }

    pub(super) fn show(&mut self, progress: ImportProgress) {
        let now = Instant::now();
        let (done, total, is_hashing) = match progress {
            ImportProgress::Hashing { done, total } => (done, total, true),
            ImportProgress::Reading { done, total } => (done, total, false),
        };
        if !is_hashing && self.begun.is_none() {
            self.begun = Some((now, done));
        }
        let every = if self.is_drawn {
            DRAWN_EVERY
        } else {
            LINE_EVERY
        };
        if now.duration_since(self.last) < every || (self.is_quiet && !self.is_drawn) {
            return;
        }
        self.last = now;
        let what = if is_hashing {
            "looking at"
        } else {
            "importing"
        };
        let rest = self
            .begun
            .and_then(|(begun, from)| rate(now.duration_since(begun), from, done, total))
            .unwrap_or_default();
        let percent = percent(done, total);
        if self.is_drawn {
            let full = WIDTH * percent / 100;
            let bar: String = (0..WIDTH)
                .map(|place| if place < full { '█' } else { '░' })
                .collect();
            let line = format!("\r\x1b[K{what} {} {bar} {percent:>3} %{rest}", self.name);
            // Nobody is left to tell that nobody listens.
            let _ = io::stderr().lock().write_all(line.as_bytes());
            self.is_dirty = true;
        } else {
            output::note(&format!("{what} {}: {percent} %{rest}", self.name));
        }
    }

    /// Takes the bar away.
    pub(super) fn clear(&mut self) {
        if self.is_dirty {
            let _ = io::stderr().lock().write_all(b"\r\x1b[K");
            self.is_dirty = false;
        }
    }
}

fn percent(done: u64, total: u64) -> u64 {
    (done.saturating_mul(100) / total.max(1)).min(100)
}

/// Megabytes a second, and the time left.
fn rate(passed: Duration, from: u64, done: u64, total: u64) -> Option<String> {
    if passed < RATE_FROM || done <= from {
        return None;
    }
    let milliseconds = u64::try_from(passed.as_millis()).ok()?;
    let a_second = (done - from).saturating_mul(1000) / milliseconds.max(1);
    let left = total.saturating_sub(done) / a_second.max(1);
    Some(format!(
        "  {} MB/s, {}:{:02} left",
        a_second / 1_000_000,
        left / 60,
        left % 60
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rate_and_time_left_are_those_since_reading_began() {
        let second = Duration::from_secs(1);
        for (passed, from, done, total, expected) in [
            (
                second,
                0,
                50_000_000,
                200_000_000,
                Some("  50 MB/s, 0:03 left"),
            ),
            (
                2 * second,
                100_000_000,
                200_000_000,
                6_700_000_000,
                Some("  50 MB/s, 2:10 left"),
            ),
            (second / 10, 0, 50_000_000, 200_000_000, None),
            (second, 7, 7, 200_000_000, None),
            (
                second,
                0,
                300_000_000,
                200_000_000,
                Some("  300 MB/s, 0:00 left"),
            ),
        ] {
            assert_eq!(rate(passed, from, done, total).as_deref(), expected);
        }
    }

    #[test]
    fn share_never_exceeds_the_whole() {
        assert_eq!(percent(0, 0), 0);
        assert_eq!(percent(5, 0), 100);
        assert_eq!(percent(199, 200), 99);
        assert_eq!(percent(300, 200), 100);
    }
}
