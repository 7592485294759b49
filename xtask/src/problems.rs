//! What a check found, one sentence each.

use anyhow::{Result, bail};

/// The sentences of one check; empty means it passed.
#[derive(Debug, Default)]
pub(crate) struct Problems(Vec<String>);

impl Problems {
    /// Notes one problem.
    pub(crate) fn add(&mut self, sentence: impl Into<String>) {
        self.0.push(sentence.into());
    }

    /// Passes when nothing was noted, else fails with everything that was.
    pub(crate) fn into_result(self) -> Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        bail!("{}", self.0.join("\n"))
    }

    /// The sentences noted so far.
    #[cfg(test)]
    pub(crate) fn sentences(&self) -> &[String] {
        &self.0
    }
}
