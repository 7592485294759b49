//! The one handler behind both doors and both eras.
//!
//! Written by hand rather than with the SDK's macro, which marks every list as public (gap G11),
//! rebuilds its router for each call (gap G12), and quotes arguments in errors (gap G16). The SDK
//! leaves a request whose handler panicked without an answer (gap G1), so each method that does
//! anything runs where a panic is caught.

mod answers;

use std::{borrow::Cow, sync::Arc};

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CacheScope, CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult,
        DiscoverResult, ErrorCode, GetPromptRequestParams, GetPromptResponse, Implementation,
        InitializeRequestParams, InitializeResult, ListPromptsResult, ListToolsResult,
        PaginatedRequestParams, ProtocolVersion, ServerCapabilities, ServerConfig,
    },
    service::RequestContext,
};

use self::answers::CATALOG_TTL_MS;
pub(crate) use self::answers::call;
use crate::{calls::Tools, guard::Guard, instructions::INSTRUCTIONS, revision::Revision};

/// The handler; one shared pointer, because the SDK takes a new one for each request (gap G19).
#[derive(Clone)]
pub(crate) struct Handler(pub(crate) Arc<Tools>);

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        // Only what has a handler is offered. Nothing here changes while it runs, so no list
        // announces changes, and `subscriptions/listen` has nothing to tell.
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_prompts()
            .build();
        ServerConfig::new(capabilities)
            .with_protocol_version(Revision::NEWEST_WITH_HANDSHAKE.sdk())
            .with_server_info(identity())
            .with_instructions(INSTRUCTIONS)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Owned(Revision::ALL.map(Revision::sdk).to_vec())
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let mut result = self.negotiate_initialize(&request)?;
        let agreed = Revision::parse(result.protocol_version.as_str());
        if !agreed.is_some_and(Revision::has_structured_content) {
            result.server_info.title = None;
        }
        Ok(result)
    }

    async fn discover(
        &self,
        _context: RequestContext<RoleServer>,
    ) -> Result<DiscoverResult, ErrorData> {
        let versions = self.supported_protocol_versions().into_owned();
        // The same for every account, so anyone may keep it.
        Ok(DiscoverResult::from_server_info(versions, self.get_info())
            .with_ttl_ms(CATALOG_TTL_MS)
            .with_cache_scope(CacheScope::Public))
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        caught(answers::list_tools(&self.0, &context)).await
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        caught(answers::call_tool(&self.0, request, &context)).await
    }

    async fn list_prompts(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        caught(async { answers::list_prompts(&self.0, &context) }).await
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        caught(answers::get_prompt(&self.0, request, &context)).await
    }

    async fn on_custom_request(
        &self,
        _request: CustomRequest,
        _context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        // The front layer passes on known methods only, so what the SDK took for an unknown one
        // is a known one whose parameters it could not read (gap G4).
        Err(ErrorData::new(
            ErrorCode::INVALID_PARAMS,
            "the parameters are not what the method takes",
            None,
        ))
    }
}

/// Runs what a request asks for; a panic becomes an answer.
pub(crate) async fn caught<T>(
    work: impl Future<Output = Result<T, ErrorData>>,
) -> Result<T, ErrorData> {
    Guard::catch(work).await.unwrap_or_else(|_| Err(broken()))
}

fn identity() -> Implementation {
    Implementation::new("vitalog", env!("CARGO_PKG_VERSION")).with_title("Vitalog")
}

fn broken() -> ErrorData {
    ErrorData::internal_error("the server could not answer", None)
}
