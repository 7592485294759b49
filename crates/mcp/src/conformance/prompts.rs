//! The fixture prompts.

use rmcp::{
    ErrorData, RoleServer,
    model::{GetPromptRequestParams, GetPromptResponse, Prompt},
    service::RequestContext,
};
use serde_json::{Value, json};

use super::{
    content,
    questions::{self, Next},
    typed,
};

/// Names, descriptions, and the arguments, all of them required.
const PROMPTS: &[(&str, &str, &[&str])] = &[
    ("test_simple_prompt", "Says one thing", &[]),
    (
        "test_prompt_with_arguments",
        "Repeats its arguments",
        &["arg1", "arg2"],
    ),
    (
        "test_prompt_with_embedded_resource",
        "Holds a resource",
        &["resourceUri"],
    ),
    ("test_prompt_with_image", "Holds a picture", &[]),
    (
        "test_input_required_result_prompt",
        "Asks the user first",
        &[],
    ),
];

/// Whether a prompt is a fixture.
pub(super) fn has(name: &str) -> bool {
    PROMPTS.iter().any(|(prompt, ..)| *prompt == name)
}

/// The prompts.
pub(super) fn list() -> Result<Vec<Prompt>, ErrorData> {
    PROMPTS
        .iter()
        .map(|(name, description, arguments)| {
            let arguments: Vec<Value> = arguments
                .iter()
                .map(|argument| json!({"name": argument, "required": true}))
                .collect();
            typed(json!({"name": name, "description": description, "arguments": arguments}))
        })
        .collect()
}

/// Fills in a prompt.
pub(super) fn get(
    request: GetPromptRequestParams,
    context: &RequestContext<RoleServer>,
) -> Result<GetPromptResponse, ErrorData> {
    let argument = |name: &str| {
        let arguments = request.arguments.as_ref();
        let value = arguments.and_then(|arguments| arguments.get(name)?.as_str());
        value.unwrap_or_default().to_owned()
    };
    let blocks = match request.name.as_str() {
        "test_prompt_with_arguments" => {
            let (first, second) = (argument("arg1"), argument("arg2"));
            let line = format!("Prompt with arguments: arg1='{first}', arg2='{second}'");
            vec![content::text(&line)]
        }
        "test_prompt_with_embedded_resource" => {
            let uri = argument("resourceUri");
            let text = "Embedded resource content for testing.";
            vec![
                content::embedded(&uri, "text/plain", text),
                content::text("Please process the embedded resource above."),
            ]
        }
        "test_prompt_with_image" => vec![
            content::picture(),
            content::text("Please analyze the image above."),
        ],
        name @ "test_input_required_result_prompt" => {
            let answers = request.input_responses.unwrap_or_default();
            match questions::next(name, &answers, request.request_state, context)? {
                Next::Ask(asked) => return Ok(GetPromptResponse::InputRequired(*asked)),
                Next::Answered(text) => vec![content::text(&text)],
            }
        }
        _ => vec![content::text("This is a simple prompt for testing.")],
    };
    let messages: Vec<Value> = blocks
        .into_iter()
        .map(|block| json!({"role": "user", "content": block}))
        .collect();
    Ok(GetPromptResponse::Complete(super::complete(
        json!({"messages": messages}),
    )?))
}

/// How an argument of a prompt may go on from what is typed of it.
pub(super) fn complete(typed: &str) -> Vec<&'static str> {
    ["test", "testValue1", "testValue2"]
        .into_iter()
        .filter(|value| value.starts_with(typed))
        .collect()
}
