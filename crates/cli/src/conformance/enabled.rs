//! A build with the fixtures.

use std::sync::Arc;

use vitalog_mcp::{Mcp, McpOptions};

use crate::{deployment::Deployment, system::SystemClock};

/// Whether the fixtures are shown.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Fixtures {
    /// Answer as the conformance suite wants it, with its fixtures beside the tools
    #[arg(long, hide = true)]
    conformance: bool,
}

impl Fixtures {
    /// The protocol edge of a deployment.
    pub(crate) fn mcp(self, deployment: &Deployment) -> Mcp {
        if !self.conformance {
            return deployment.mcp();
        }
        tracing::warn!("the fixtures of the conformance suite are on");
        let options = McpOptions::new(Arc::new(SystemClock));
        Mcp::with_conformance_fixtures(deployment.service.clone(), options)
    }
}
