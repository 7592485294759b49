//! A throw-away PostgreSQL cluster: fast, not durable, gone with the run.
//!
//! Everybody on this machine may log in as `postgres` without a password, but for the members of
//! the role `needs_password`. It speaks TLS, with a certificate for `localhost` by nobody.

use std::fs;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use super::{Folder, Running, Service, free_port, run};
use crate::ci::say;

pub(super) const SERVICE: Service = Service {
    name: "postgres",
    variable: "VITALOG_TEST_POSTGRES",
    start,
};

/// Where the tests find the certificate that the server shows.
const CERTIFICATE_VARIABLE: &str = "VITALOG_TEST_POSTGRES_CERTIFICATE";

/// The oldest version that is supported.
const OLDEST: u32 = 15;

/// Where servers are: in the folder `bin` of a folder in one of these, one for each version.
const FOLDERS_OF_VERSIONS: &[&str] = &[
    "/",
    "/usr",
    "/usr/lib/postgresql",
    "/opt/homebrew/opt",
    "/usr/local/opt",
    "/Applications/Postgres.app/Contents/Versions",
];

/// Who may log in: all, but the members of one role only with their password.
const WHO_MAY_LOG_IN: &str = "\
host all +needs_password 127.0.0.1/32 scram-sha-256
host all all 127.0.0.1/32 trust
";

/// Nothing has to survive, and many tests connect at once.
const SETTINGS: &str = "\
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 400
fsync = off
synchronous_commit = off
full_page_writes = off
wal_level = minimal
max_wal_senders = 0
autovacuum_naptime = 1h
ssl = on
ssl_cert_file = 'server.crt'
ssl_key_file = 'server.key'
logging_collector = off
log_min_messages = panic
";

fn start(folder: Folder) -> Result<Running> {
    let binaries = ensure_binaries()?;
    let user = unprivileged_user()?;
    let data = folder.path().join("data");
    if let Some((user, group)) = user {
        chown(folder.path(), Some(user), Some(group))?;
    }
    let as_user = |command: &mut Command| {
        command.current_dir(folder.path());
        if let Some((user, group)) = user {
            command.uid(user).gid(group);
        }
    };

    let mut init = Command::new(binaries.join("initdb"));
    init.arg("-D").arg(&data);
    init.args(["-U", "postgres", "-A", "trust", "-E", "UTF8"]);
    init.args(["--locale=C", "--no-sync", "--no-instructions"]);
    // Texts sort otherwise than by their bytes, as in most clusters.
    init.args(["--locale-provider=icu", "--icu-locale=en-US"]);
    as_user(&mut init);
    run(&mut init)?;

    let mut certificate = Command::new("openssl");
    certificate.args(["req", "-x509", "-nodes", "-days", "30", "-subj"]);
    certificate.args(["/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]);
    certificate.args(["-addext", "basicConstraints=critical,CA:FALSE"]);
    certificate.args(["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]);
    certificate.arg("-keyout").arg(data.join("server.key"));
    certificate.arg("-out").arg(data.join("server.crt"));
    as_user(&mut certificate);
    run(&mut certificate)?;

    let port = free_port()?;
    fs::write(data.join("pg_hba.conf"), WHO_MAY_LOG_IN)?;
    fs::write(data.join("postgresql.auto.conf"), SETTINGS)?;

    let mut server = Command::new(binaries.join("postgres"));
    server.arg("-D").arg(&data).args(["-p", &port.to_string()]);
    server.stdin(Stdio::null()).stdout(Stdio::null());
    as_user(&mut server);
    let mut running = Running {
        process: server.spawn().with_context(|| format!("{server:?}"))?,
        signal: "-QUIT",
        variables: vec![
            (
                SERVICE.variable,
                format!("postgres://postgres@127.0.0.1:{port}"),
            ),
            (
                CERTIFICATE_VARIABLE,
                data.join("server.crt").display().to_string(),
            ),
        ],
        _folder: folder,
    };
    let mut ready = Command::new(binaries.join("pg_isready"));
    ready.args(["--quiet", "-h", "127.0.0.1", "-p", &port.to_string()]);
    running.wait_until(|| ready.status().is_ok_and(|status| status.success()))?;
    Ok(running)
}

/// The folder of a server's programs; installs one where there is none and that is possible.
fn ensure_binaries() -> Result<PathBuf> {
    if let Some(found) = find_binaries() {
        return Ok(found);
    }
    if is_root() && has_apt() {
        say("postgres: installing it by apt-get");
        run(Command::new("apt-get").args(["update", "--quiet"]))?;
        run(Command::new("apt-get")
            .args(["install", "--quiet", "--yes", "--no-install-recommends"])
            .args(["postgresql", "openssl"])
            .env("DEBIAN_FRONTEND", "noninteractive"))?;
    }
    find_binaries().with_context(|| {
        format!(
            "no PostgreSQL server of version {OLDEST} or newer was found; install one \
             (`apt-get install postgresql`, `brew install postgresql`), or set {} to the URL of \
             a superuser of a cluster that holds nothing",
            SERVICE.variable
        )
    })
}

/// The newest server there is.
fn find_binaries() -> Option<PathBuf> {
    let versions = FOLDERS_OF_VERSIONS
        .iter()
        .filter_map(|folder| fs::read_dir(folder).ok())
        .flat_map(|entries| entries.filter_map(Result::ok))
        .map(|entry| entry.path().join("bin"));
    versions
        // On a path the server may stand alone, as a link to where the others are.
        .filter_map(|folder| fs::canonicalize(folder.join("postgres")).ok())
        .filter_map(|server| Some((version(&server)?, server)))
        .filter(|(version, _)| *version >= OLDEST)
        .max()
        .and_then(|(_, server)| server.parent().map(Path::to_path_buf))
}

/// The major version of a server.
fn version(server: &Path) -> Option<u32> {
    let output = Command::new(server).arg("--version").output().ok()?;
    major(&String::from_utf8_lossy(&output.stdout))
}

/// Reads `postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)`.
fn major(version: &str) -> Option<u32> {
    let (_, number) = version.split_once("(PostgreSQL) ")?;
    let digits = number.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

/// Whom to run the server as, which refuses to run as root: the user that its package made, else
/// one that owns nothing.
fn unprivileged_user() -> Result<Option<(u32, u32)>> {
    if !is_root() {
        return Ok(None);
    }
    let found = ["postgres", "nobody"]
        .iter()
        .find_map(|name| Some((id(&["-u", name])?, id(&["-g", name])?)));
    ensure!(
        found.is_some(),
        "there is no user postgres to run the server as"
    );
    Ok(found)
}

fn is_root() -> bool {
    id(&["-u"]) == Some(0)
}

fn id(arguments: &[&str]) -> Option<u32> {
    let output = Command::new("id").args(arguments).output().ok()?;
    String::from_utf8_lossy(&output.stdout).trim().parse().ok()
}

fn has_apt() -> bool {
    Command::new("apt-get").arg("--version").output().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read() {
        for (text, expected) in [
            (
                "postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)\n",
                Some(15),
            ),
            ("postgres (PostgreSQL) 18beta1\n", Some(18)),
            ("postgres (PostgreSQL) 9.6.24\n", Some(9)),
            ("postgres 15", None),
            ("", None),
        ] {
            assert_eq!(major(text), expected, "{text}");
        }
    }
}
