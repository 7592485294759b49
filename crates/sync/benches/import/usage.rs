//! What a process took of the machine.

use serde::{Deserialize, Serialize};

/// Elapsed time, processor time and memory.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Usage {
    pub(crate) elapsed_s: f64,
    pub(crate) processor_s: f64,
    pub(crate) peak_mb: f64,
}

/// Clock ticks a second, the same on every Linux that anybody runs.
const TICKS: f64 = 100.0;

impl Usage {
    /// That of this process so far.
    pub(crate) fn of_this_process(elapsed_s: f64) -> Self {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let peak = status
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:"))
            .unwrap();
        let kilobytes: f64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
        let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
        // After the name of the program, which may hold spaces.
        let (_, fields) = stat.rsplit_once(") ").unwrap();
        let ticks = fields.split(' ').skip(11).take(2);
        let ticks: f64 = ticks.map(|field| field.parse::<f64>().unwrap()).sum();
        Self {
            elapsed_s,
            processor_s: ticks / TICKS,
            peak_mb: kilobytes * 1024.0 / 1e6,
        }
    }
}
