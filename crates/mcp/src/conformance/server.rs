//! The handler with the fixtures beside it.

use std::borrow::Cow;

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult,
        CustomRequest, CustomResult, DiscoverResult, GetPromptRequestParams, GetPromptResponse,
        InitializeRequestParams, InitializeResult, JsonObject, ListPromptsResult,
        ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
        ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities,
        ServerConfig, SubscribeRequestParams, SubscriptionFilter, Tool, UnsubscribeRequestParams,
    },
    service::{RequestContext, SubscriptionContext},
};
use serde_json::json;

use super::{changes::Changes, complete, prompts, resources, tools};
use crate::handler::Handler;

type Context = RequestContext<RoleServer>;

/// The handler; what it does not know, a fixture answers.
#[derive(Clone)]
pub(super) struct WithFixtures {
    handler: Handler,
    changes: Changes,
}

impl WithFixtures {
    /// Puts the fixtures beside a handler.
    pub(super) fn new(handler: Handler) -> Self {
        Self {
            handler,
            changes: Changes::new(),
        }
    }

    /// Runs a fixture where a tool runs that reads.
    async fn guarded<T>(
        &self,
        context: &Context,
        work: impl Future<Output = Result<T, ErrorData>>,
    ) -> Result<T, ErrorData> {
        let guard = &self.handler.0.guard;
        guard
            .read(&context.ct, work)
            .await
            .unwrap_or_else(|_| Err(ErrorData::internal_error("a fixture was stopped", None)))
    }
}

impl ServerHandler for WithFixtures {
    fn get_info(&self) -> ServerConfig {
        let mut info = self.handler.get_info();
        info.capabilities = capabilities();
        info
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        self.handler.supported_protocol_versions()
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: Context,
    ) -> Result<InitializeResult, ErrorData> {
        let mut result = self.handler.initialize(request, context).await?;
        result.capabilities = capabilities();
        Ok(result)
    }

    async fn discover(&self, context: Context) -> Result<DiscoverResult, ErrorData> {
        let mut result = self.handler.discover(context).await?;
        result.capabilities = capabilities();
        Ok(result)
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut result = self.handler.list_tools(request, context).await?;
        result.tools.extend(tools::list()?);
        Ok(result)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools::list()
            .ok()?
            .into_iter()
            .find(|tool| tool.name == name)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: Context,
    ) -> Result<CallToolResponse, ErrorData> {
        if tools::has(&request.name) {
            let call = tools::call(&self.changes, request, &context);
            self.guarded(&context, call).await
        } else {
            self.handler.call_tool(request, context).await
        }
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListPromptsResult, ErrorData> {
        let mut result = self.handler.list_prompts(request, context).await?;
        result.prompts.extend(prompts::list()?);
        Ok(result)
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: Context,
    ) -> Result<GetPromptResponse, ErrorData> {
        if prompts::has(&request.name) {
            let get = async { prompts::get(request, &context) };
            self.guarded(&context, get).await
        } else {
            self.handler.get_prompt(request, context).await
        }
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _context: Context,
    ) -> Result<CompleteResult, ErrorData> {
        let values = prompts::complete(&request.argument.value);
        complete(json!({"completion": {"values": values, "hasMore": false}}))
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: Context,
    ) -> Result<ListResourcesResult, ErrorData> {
        complete(resources::list())
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: Context,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        complete(resources::templates())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: Context,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let read = async { resources::read(&request.uri) };
        self.guarded(&context, read).await
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    /// Not guarded: it lasts as long as the client listens.
    async fn listen(&self, subscription: SubscriptionContext) -> Result<(), ErrorData> {
        self.changes.tell(&subscription).await;
        Ok(())
    }

    /// Accepted, and without effect: without sessions there is nobody to tell.
    async fn subscribe(
        &self,
        _request: SubscribeRequestParams,
        _context: Context,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn unsubscribe(
        &self,
        _request: UnsubscribeRequestParams,
        _context: Context,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    /// Accepted, and without effect: the next request does not know of this one.
    #[expect(
        deprecated,
        reason = "the handshake era has it, and the suite asks for it"
    )]
    async fn set_level(
        &self,
        _request: rmcp::model::SetLevelRequestParams,
        _context: Context,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: Context,
    ) -> Result<CustomResult, ErrorData> {
        self.handler.on_custom_request(request, context).await
    }
}

fn capabilities() -> ServerCapabilities {
    let mut capabilities = ServerCapabilities::builder()
        .enable_tools()
        .enable_tool_list_changed()
        .enable_prompts()
        .enable_prompts_list_changed()
        .enable_resources()
        .enable_resources_subscribe()
        .enable_completions()
        .build();
    capabilities.logging = Some(JsonObject::new());
    capabilities
}
