//! An emulator of SQS that keeps everything in memory: `moto`, from the Python package index.

use std::net::{SocketAddr, TcpStream};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};

use super::{Folder, Running, Service, free_port};
use crate::tools;

pub(super) const SERVICE: Service = Service {
    name: "sqs",
    variable: "VITALOG_TEST_SQS",
    start,
};

/// `moto` with what its server needs, and not with what its other services do.
const REQUIREMENTS: &str = include_str!("sqs-requirements.txt");

/// How long a connection to this machine may take.
const PATIENCE: Duration = Duration::from_secs(1);

fn start(folder: Folder) -> Result<Running> {
    let environment = tools::ensure_python("moto", REQUIREMENTS)?;
    let port = free_port()?;
    let mut server = Command::new(environment.join("bin").join("moto_server"));
    server.args(["-H", "127.0.0.1", "-p", &port.to_string()]);
    server.current_dir(folder.path());
    // It writes a line for each request.
    server
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut running = Running {
        process: server.spawn().with_context(|| format!("{server:?}"))?,
        signal: "-TERM",
        variables: vec![(SERVICE.variable, format!("http://127.0.0.1:{port}"))],
        _folder: folder,
    };
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    running.wait_until(|| TcpStream::connect_timeout(&address, PATIENCE).is_ok())?;
    Ok(running)
}
