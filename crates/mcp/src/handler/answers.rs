//! The answers, in the form of the revision that asks.

use std::sync::Arc;

use http::request::Parts;
use rmcp::{
    ErrorData, RoleServer,
    model::{
        CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock,
        GetPromptRequestParams, GetPromptResponse, ListPromptsResult, ListToolsResult, MetaObject,
    },
    service::RequestContext,
};
use serde_json::{Map, Value, json};

use super::{broken, identity};
use crate::{
    Principal,
    asking::Asking,
    calls::{Caller, NoReply, Tools},
    descriptor, prompts,
    revision::Revision,
};

/// Lists change only when the server is replaced, and an hour's delay then does no harm.
pub(super) const CATALOG_TTL_MS: u64 = 3_600_000;

/// `tools/list`.
pub(super) async fn list_tools(
    tools: &Tools,
    context: &RequestContext<RoleServer>,
) -> Result<ListToolsResult, ErrorData> {
    let principal = principal(context)?;
    let revision = revision(context);
    let stamp = tools.stamps(&principal, &context.ct).await;
    let listed = tools
        .list(&principal)
        .map(|tool| descriptor::describe(tool, &stamp, revision))
        .collect();
    let mut result = ListToolsResult::with_all_items(listed);
    if revision.is_modern() {
        // The list carries one account's zone and depends on its scope (gaps G11 and G13).
        result = result
            .with_ttl_ms(CATALOG_TTL_MS)
            .with_cache_scope(CacheScope::Private);
        result.meta = Some(signature());
    }
    Ok(result)
}

/// `tools/call`, as the SDK hands it on.
pub(super) async fn call_tool(
    tools: &Tools,
    request: CallToolRequestParams,
    context: &RequestContext<RoleServer>,
) -> Result<CallToolResponse, ErrorData> {
    let principal = principal(context)?;
    // Only what this very request says of its client: what the SDK falls back to is its own name
    // (gap G8).
    let client = context.meta.client_info().map(|client| client.name);
    let caller = Caller {
        cancel: &context.ct,
        client: client.as_deref(),
        asking: asking(&request, revision(context), context),
    };
    let given = request.arguments.unwrap_or_default();
    let revision = revision(context);
    call(tools, &principal, revision, &request.name, given, caller).await
}

/// `tools/call`.
pub(crate) async fn call(
    tools: &Tools,
    principal: &Arc<Principal>,
    revision: Revision,
    name: &str,
    given: Map<String, Value>,
    caller: Caller<'_>,
) -> Result<CallToolResponse, ErrorData> {
    let reply = match tools.call(principal, name, given, caller).await {
        Ok(reply) => reply,
        Err(NoReply::Asks(question)) => {
            let mut result = question.into_result().ok_or_else(broken)?;
            result.meta = Some(signature());
            return Ok(CallToolResponse::InputRequired(result));
        }
        Err(NoReply::UnknownTool) => return Err(ErrorData::invalid_params("no such tool", None)),
        Err(NoReply::BadState) => {
            return Err(ErrorData::invalid_params(
                "`requestState` is not what was given out for this call, or is too old",
                None,
            ));
        }
        Err(NoReply::Panicked | NoReply::Cancelled) => return Err(broken()),
    };
    let blocks = vec![ContentBlock::text(reply.text)];
    let mut result = if reply.is_error {
        CallToolResult::error(blocks)
    } else {
        CallToolResult::success(blocks)
    };
    if revision.has_structured_content() {
        result.structured_content = Some(reply.structured);
    }
    if revision.is_modern() {
        result.meta = Some(signature());
    }
    Ok(CallToolResponse::Complete(result))
}

/// What a request says about being asked back. Only the newest revision has a form for it.
fn asking(
    request: &CallToolRequestParams,
    revision: Revision,
    context: &RequestContext<RoleServer>,
) -> Asking {
    if !revision.is_modern() {
        return Asking::default();
    }
    let capabilities = json!(context.client_capabilities().unwrap_or_default());
    let answers = request.input_responses.clone().unwrap_or_default();
    Asking {
        can_ask: Asking::can_show_form(&capabilities),
        answers: answers.into_iter().collect(),
        state: request.request_state.clone(),
    }
}

/// `prompts/list`.
pub(super) fn list_prompts(
    tools: &Tools,
    context: &RequestContext<RoleServer>,
) -> Result<ListPromptsResult, ErrorData> {
    let principal = principal(context)?;
    let revision = revision(context);
    let listed = prompts::list(tools, &principal, revision);
    let mut result = ListPromptsResult::with_all_items(listed);
    if revision.is_modern() {
        // Which are listed depends on the principal's scope.
        result = result
            .with_ttl_ms(CATALOG_TTL_MS)
            .with_cache_scope(CacheScope::Private);
        result.meta = Some(signature());
    }
    Ok(result)
}

/// `prompts/get`.
pub(super) async fn get_prompt(
    tools: &Tools,
    request: GetPromptRequestParams,
    context: &RequestContext<RoleServer>,
) -> Result<GetPromptResponse, ErrorData> {
    let principal = principal(context)?;
    let given = request.arguments.unwrap_or_default();
    let mut result = prompts::get(tools, &principal, &request.name, &given, &context.ct).await?;
    if revision(context).is_modern() {
        result.meta = Some(signature());
    }
    Ok(GetPromptResponse::Complete(result))
}

/// On whose behalf the request came. The front layer puts it there.
fn principal(context: &RequestContext<RoleServer>) -> Result<Arc<Principal>, ErrorData> {
    context
        .extensions
        .get::<Parts>()
        .and_then(|parts| parts.extensions.get::<Arc<Principal>>())
        .cloned()
        .ok_or_else(broken)
}

fn revision(context: &RequestContext<RoleServer>) -> Revision {
    context
        .protocol_version()
        .and_then(|version| Revision::parse(version.as_str()))
        .unwrap_or(Revision::March2025)
}

/// What a modern result says of who made it.
fn signature() -> MetaObject {
    let mut meta = MetaObject::new();
    meta.insert(
        "io.modelcontextprotocol/serverInfo".to_owned(),
        json!(identity()),
    );
    meta
}
