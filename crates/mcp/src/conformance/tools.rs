//! The fixture tools: their list, and which module answers for which.

use rmcp::{
    ErrorData, RoleServer,
    model::{CallToolRequestParams, CallToolResponse, Tool},
    service::RequestContext,
};
use serde_json::{Value, json};

use super::{
    changes::{Change, Changes},
    complete, content,
    questions::{self, Next},
    reports, typed,
};

/// Names and descriptions.
const TOOLS: &[(&str, &str)] = &[
    ("test_simple_text", "Answers with text"),
    ("test_image_content", "Answers with a picture"),
    ("test_audio_content", "Answers with a sound"),
    ("test_embedded_resource", "Answers with a resource"),
    (
        "test_multiple_content_types",
        "Answers with three blocks of different types",
    ),
    ("test_error_handling", "Fails"),
    (
        "test_tool_with_logging",
        "Logs to the client while it works",
    ),
    ("test_logging_tool", "Logs to the client if asked to"),
    ("test_tool_with_progress", "Reports progress"),
    ("test_reconnection", "Answers"),
    ("test_sampling", "Wants the client's model"),
    ("test_elicitation", "Wants the client's user"),
    (
        "test_elicitation_sep1034_defaults",
        "Wants the user to fill in a form with defaults",
    ),
    ("test_elicitation_sep1330_enums", "Wants the user to choose"),
    ("json_schema_2020_12_tool", "Has a schema with everything"),
    (
        "test_custom_header",
        "Has an argument that a header repeats",
    ),
    (
        "test_trigger_tool_change",
        "Says that the list of tools has changed",
    ),
    (
        "test_trigger_prompt_change",
        "Says that the list of prompts has changed",
    ),
    ("test_missing_capability", "Needs the client's model"),
    ("test_streaming_elicitation", "Needs the client's user"),
    ("test_input_required_result_elicitation", "Asks the user"),
    ("test_input_required_result_sampling", "Asks the model"),
    ("test_input_required_result_list_roots", "Asks for roots"),
    (
        "test_input_required_result_request_state",
        "Asks, and seals its state",
    ),
    (
        "test_input_required_result_multiple_inputs",
        "Asks three things at once",
    ),
    ("test_input_required_result_multi_round", "Asks twice"),
    (
        "test_input_required_result_tampered_state",
        "Asks, and takes no forged state",
    ),
    (
        "test_input_required_result_capabilities",
        "Asks what the client can answer",
    ),
];

/// Whether a tool is a fixture.
pub(super) fn has(name: &str) -> bool {
    TOOLS.iter().any(|(tool, _)| *tool == name)
}

/// The tools.
pub(super) fn list() -> Result<Vec<Tool>, ErrorData> {
    TOOLS
        .iter()
        .map(|(name, description)| {
            typed(json!({"name": name, "description": description, "inputSchema": schema(name)}))
        })
        .collect()
}

/// Calls a tool.
pub(super) async fn call(
    changes: &Changes,
    request: CallToolRequestParams,
    context: &RequestContext<RoleServer>,
) -> Result<CallToolResponse, ErrorData> {
    let name = &*request.name;
    if let Some(result) = content::result(name) {
        return Ok(CallToolResponse::Complete(complete(result)?));
    }
    let result = match name {
        "test_tool_with_progress" => reports::progress(context).await?,
        "test_tool_with_logging" | "test_logging_tool" => reports::log(context).await?,
        "test_trigger_tool_change" => {
            changes.say(Change::Tools);
            content::said("Said so.")
        }
        "test_trigger_prompt_change" => {
            changes.say(Change::Prompts);
            content::said("Said so.")
        }
        _ => {
            let answers = request.input_responses.unwrap_or_default();
            match questions::next(name, &answers, request.request_state, context)? {
                Next::Ask(asked) => return Ok(CallToolResponse::InputRequired(*asked)),
                Next::Answered(text) => content::said(&text),
            }
        }
    };
    Ok(CallToolResponse::Complete(complete(result)?))
}

fn schema(tool: &str) -> Value {
    let string = json!({"type": "string"});
    let required =
        |name: &str| json!({"type": "object", "properties": {name: string}, "required": [name]});
    match tool {
        "test_sampling" => required("prompt"),
        "test_elicitation" => required("message"),
        "test_custom_header" => json!({
            "type": "object",
            "properties": {"region": {"type": "string", "x-mcp-header": "Region"}},
        }),
        "json_schema_2020_12_tool" => json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "$defs": {
                "address": {
                    "$anchor": "addressDef",
                    "type": "object",
                    "properties": {"street": string, "city": string},
                },
            },
            "properties": {
                "name": string,
                "address": {"$ref": "#/$defs/address"},
                "contactMethod": {"type": "string", "enum": ["phone", "email"]},
                "phone": string,
                "email": string,
            },
            "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
            "if": {
                "properties": {"contactMethod": {"const": "phone"}},
                "required": ["contactMethod"],
            },
            "then": {"required": ["phone"]},
            "else": {"required": ["email"]},
            "additionalProperties": false,
        }),
        _ => json!({"type": "object"}),
    }
}
