//! A build without the fixtures.

use vitalog_mcp::Mcp;

use crate::deployment::Deployment;

/// Nothing to choose.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Fixtures {}

impl Fixtures {
    /// The protocol edge of a deployment.
    #[expect(clippy::unused_self, reason = "the twin of the build with fixtures")]
    pub(crate) fn mcp(self, deployment: &Deployment) -> Mcp {
        deployment.mcp()
    }
}
