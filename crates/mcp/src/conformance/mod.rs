//! What the official conformance suite asks a server to have, so that it can look at every part of
//! the protocol: tools that answer with pictures, report progress or ask back, resources, prompts,
//! subscriptions. None of it has to do with health.
//!
//! The fixtures stand beside the real tools, behind the same front layer, handler and guard, so that
//! the suite judges those. They are compiled under the feature `conformance` alone, which no release
//! has, and answer only in a server that was made with
//! [`with_conformance_fixtures`](Mcp::with_conformance_fixtures).
//!
//! Fixtures are written as they look on the wire. What each one must do is said by the suite, next
//! to the scenario that calls it: `conformance list --server` names them.

mod changes;
mod content;
mod prompts;
mod questions;
mod reports;
mod resources;
mod server;
mod tools;

use rmcp::ErrorData;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use vitalog_service::Service;

use self::server::WithFixtures;
use crate::{
    Mcp, McpOptions,
    front::{Front, method::Method, offer::Offer},
};

/// All that the protocol has but its extensions.
const EVERYTHING: Offer = Offer {
    methods: &[
        Method::Discover,
        Method::Initialize,
        Method::Ping,
        Method::ListTools,
        Method::CallTool,
        Method::ListPrompts,
        Method::GetPrompt,
        Method::ListResources,
        Method::ListTemplates,
        Method::ReadResource,
        Method::Subscribe,
        Method::Unsubscribe,
        Method::Listen,
        Method::Complete,
        Method::SetLevel,
    ],
    dialogue: true,
};

impl Mcp {
    /// The protocol edge over these use cases, with the fixtures of the conformance suite. For
    /// HTTP: over stdio a reply cannot begin with anything but its answer.
    #[must_use]
    pub fn with_conformance_fixtures(service: Service, options: McpOptions) -> Self {
        Self::assemble(service, options, |handler| {
            Front::new(WithFixtures::new(handler), EVERYTHING)
        })
    }
}

/// One of the SDK's types, from what it looks like on the wire.
fn typed<T: DeserializeOwned>(wire: Value) -> Result<T, ErrorData> {
    serde_json::from_value(wire)
        .map_err(|_| ErrorData::internal_error("a fixture is not what the SDK takes", None))
}

/// A result that asks nothing more; what says so is taken out again for the handshake era.
fn complete<T: DeserializeOwned>(mut wire: Value) -> Result<T, ErrorData> {
    wire["resultType"] = json!("complete");
    typed(wire)
}
