//! The peers, each in a process of its own.

use std::{path::Path, process::Command};

use crate::usage::Usage;

/// Names the Python that has the peers installed.
const PYTHON: &str = "VITALOG_BENCH_PYTHON";
/// The peers, as their script calls them.
const PEERS: [&str; 2] = ["healthkit-to-sqlite", "apple-health-mcp-server"];

/// What each peer takes for the same file.
pub(crate) fn measure(export: &Path) -> Vec<(String, Usage)> {
    #[expect(
        clippy::disallowed_methods,
        reason = "a benchmark is told where its peers are"
    )]
    let Ok(python) = std::env::var(PYTHON) else {
        eprintln!("no {PYTHON}, so no peers");
        return Vec::new();
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/import/peers.py");
    let run = |name: &str| {
        let folder = tempfile::tempdir().unwrap();
        let mut peer = Command::new(&python);
        peer.arg(&script).arg(name).arg(export).arg(folder.path());
        let output = peer.output().unwrap();
        if !output.status.success() {
            eprintln!("{name}: {}", String::from_utf8_lossy(&output.stderr));
            return None;
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let last = text.lines().last().unwrap();
        Some((name.to_owned(), serde_json::from_str(last).unwrap()))
    };
    PEERS.into_iter().filter_map(run).collect()
}
