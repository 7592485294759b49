//! Schemas of inputs and outputs, in the plain form that every host reads.
//!
//! Some hosts fail on references, on `null` among the types, or on number formats they do not
//! know, and one broken schema can cost a client its whole list. So references are inlined, a
//! field that may be left out is simply not required, and the root is a closed object.

use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::{Map, Value, json};

/// The schema of a tool's arguments.
pub(crate) fn input<T: JsonSchema>() -> Map<String, Value> {
    let mut schema = root::<T>(SchemaSettings::draft2020_12().for_deserialize());
    schema.entry("properties").or_insert_with(|| json!({}));
    schema.insert("additionalProperties".to_owned(), json!(false));
    schema
}

/// The schema of a tool's document. Nothing is required at its root, since a document that was cut
/// has other members than a whole one, and a failure has only `error`.
pub(crate) fn output<T: JsonSchema>() -> Map<String, Value> {
    let mut schema = root::<T>(SchemaSettings::draft2020_12().for_serialize());
    schema.remove("required");
    let properties = schema.entry("properties").or_insert_with(|| json!({}));
    for (name, declared) in envelope() {
        properties[name] = declared;
    }
    schema
}

/// The schema of a failure, as it stands under `error`.
pub(crate) fn error() -> Value {
    json!({
        "type": "object",
        "description": "What failed, instead of an answer.",
        "properties": {
            "code": {"type": "string"},
            "message": {"type": "string"},
            "advice": {"type": "string"},
        },
        "required": ["code", "message"],
    })
}

fn envelope() -> [(&'static str, Value); 5] {
    [
        (
            "truncated",
            json!({"type": "boolean", "description": "Whether the text was cut."}),
        ),
        (
            "shown_chars",
            json!({"type": "integer", "description": "Characters shown."}),
        ),
        (
            "total_chars",
            json!({"type": "integer", "description": "Characters there are."}),
        ),
        (
            "hint",
            json!({"type": "string", "description": "What to ask instead."}),
        ),
        ("error", error()),
    ]
}

fn root<T: JsonSchema>(mut settings: SchemaSettings) -> Map<String, Value> {
    settings.meta_schema = None;
    settings.inline_subschemas = true;
    let mut schema = settings
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value();
    simplify(&mut schema);
    let Value::Object(mut schema) = schema else {
        return Map::new();
    };
    for bookkeeping in ["$schema", "title", "description"] {
        schema.shift_remove(bookkeeping);
    }
    // `type` first, as a person would write it.
    let mut ordered = Map::new();
    ordered.insert("type".to_owned(), json!("object"));
    schema.shift_remove("type");
    ordered.extend(schema);
    ordered
}

/// Takes `null` and machine formats out of a schema and all below it.
fn simplify(schema: &mut Value) {
    let Value::Object(members) = schema else {
        return;
    };
    unwrap_nullable(members);
    if let Some(Value::Array(types)) = members.get_mut("type") {
        types.retain(|kind| kind != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            members.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(values)) = members.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    if let Some(Value::String(description)) = members.get_mut("description") {
        // The lines of a comment in the code are no lines of the description.
        *description = description.replace('\n', " ");
    }
    if members.get("format").and_then(Value::as_str) != Some("date") {
        members.shift_remove("format");
    }
    for (keyword, below) in members.iter_mut() {
        match keyword.as_str() {
            "properties" => below
                .as_object_mut()
                .into_iter()
                .flatten()
                .for_each(|(_, schema)| {
                    simplify(schema);
                }),
            "anyOf" | "oneOf" | "allOf" => {
                below
                    .as_array_mut()
                    .into_iter()
                    .flatten()
                    .for_each(simplify);
            }
            "items" | "additionalProperties" => simplify(below),
            _ => {}
        }
    }
}

/// `anyOf: [X, null]` is X.
fn unwrap_nullable(members: &mut Map<String, Value>) {
    let Some(Value::Array(choices)) = members.get("anyOf") else {
        return;
    };
    let mut choices = choices.iter().filter(|choice| choice["type"] != "null");
    if let (Some(Value::Object(only)), None) = (choices.next(), choices.next()) {
        let only = only.clone();
        members.shift_remove("anyOf");
        for (keyword, value) in only {
            members.entry(keyword).or_insert(value);
        }
    }
}
