//! The test binary started once more on one of its tests.

use std::{
    env,
    io::{BufRead, BufReader, Write, stdout},
    process::{Child, ChildStdout, Command, Stdio},
    time::Duration,
};

/// Tells the binary, run as a child, where to work, and whatever else its part needs.
const PLACE_VARIABLE: &str = "VITALOG_TEST_PROGRAM_PLACE";
const ARGUMENT_VARIABLE: &str = "VITALOG_TEST_PROGRAM_ARGUMENT";

/// A started program.
pub(super) struct Program {
    child: Child,
    output: BufReader<ChildStdout>,
}

/// What a child was told: the place, and its argument.
#[expect(
    clippy::disallowed_methods,
    reason = "the parent test hands over what the child needs"
)]
pub(super) fn told() -> Option<(String, String)> {
    let variable = |name| env::var(name).ok();
    Some((variable(PLACE_VARIABLE)?, variable(ARGUMENT_VARIABLE)?))
}

/// Prints a line straight to the pipe: the test harness may hold back what is printed.
pub(super) fn print(line: &str) {
    let mut output = stdout().lock();
    output.write_all(format!("{line}\n").as_bytes()).unwrap();
    output.flush().unwrap();
}

/// Milliseconds that differ from one kill to the next, the same in every run.
pub(super) fn delay(number: u64, most: u64) -> Duration {
    Duration::from_millis(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) % most)
}

impl Program {
    /// Starts the one test that is called so.
    pub(super) fn start(test: &str, place: &str, argument: &str) -> Self {
        let mut child = Command::new(env::current_exe().unwrap())
            .args([test, "--exact", "--nocapture"])
            .env(PLACE_VARIABLE, place)
            .env(ARGUMENT_VARIABLE, argument)
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, output }
    }

    /// Waits for a line that begins so, and gives back the rest of it.
    pub(super) fn wait_for(&mut self, beginning: &str) -> String {
        let mut line = String::new();
        loop {
            line.clear();
            let read = self.output.read_line(&mut line).unwrap();
            assert!(read > 0, "the program ended by itself");
            if let Some(rest) = line.strip_prefix(beginning) {
                return rest.trim_end().to_owned();
            }
        }
    }

    /// Kills it.
    pub(super) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Of the lines that begin so the rests, of all that it printed since it was last listened to.
    /// It has to be killed before.
    pub(super) fn printed<'a>(&'a mut self, beginning: &'a str) -> impl Iterator<Item = String> {
        let lines = (&mut self.output).lines().map_while(Result::ok);
        lines.filter_map(move |line| Some(line.strip_prefix(beginning)?.to_owned()))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // A test that failed may have left it at work.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
