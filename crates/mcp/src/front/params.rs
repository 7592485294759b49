//! The parameters a method reads, checked and stripped to those.
//!
//! The SDK reads a request through a list of forms, and one that fits none is to it an unknown
//! method (gap G4). What is passed on therefore holds only members of the right type. The progress
//! token is not among them: nothing here reports progress, and a reply that began with it would
//! have to be a stream (gap G5).

use serde_json::{Map, Value, json};

use super::{
    era::{META_CAPABILITIES, META_CLIENT, META_VERSION},
    method::Method,
};
use crate::revision::Revision;

/// The parameters to pass on, or what is wrong with those given.
pub(super) fn canonical(
    method: Method,
    mut given: Map<String, Value>,
    revision: Revision,
) -> Result<Map<String, Value>, &'static str> {
    let mut params = Map::new();
    match method {
        Method::Discover | Method::Ping => {}
        Method::Initialize => initialize(&mut given, &mut params)?,
        Method::ListTools | Method::ListPrompts => match given.get("cursor") {
            None | Some(Value::Null) => {}
            // Every list is one page, so no cursor was ever given out.
            Some(_) => return Err("`cursor` is not one this server gave out"),
        },
        Method::CallTool | Method::GetPrompt => {
            match given.remove("name") {
                Some(Value::String(name)) => params.insert("name".to_owned(), Value::String(name)),
                _ => return Err("`params.name` must be a string"),
            };
            match given.remove("arguments") {
                None | Some(Value::Null) => {}
                Some(Value::Object(arguments)) => {
                    params.insert("arguments".to_owned(), Value::Object(arguments));
                }
                Some(_) => return Err("`params.arguments` must be an object"),
            }
        }
    }
    if revision.is_modern() {
        params.insert("_meta".to_owned(), meta(given.remove("_meta")));
    }
    Ok(params)
}

fn meta(given: Option<Value>) -> Value {
    let mut given = match given {
        Some(Value::Object(meta)) => meta,
        _ => Map::new(),
    };
    let mut meta = Map::new();
    meta.insert(META_VERSION.to_owned(), json!(Revision::July2026.as_str()));
    // The capabilities of a minimal call are empty.
    let capabilities = given.remove(META_CAPABILITIES).unwrap_or_else(|| json!({}));
    meta.insert(META_CAPABILITIES.to_owned(), capabilities);
    if let Some(client) = given.remove(META_CLIENT) {
        meta.insert(META_CLIENT.to_owned(), client);
    }
    Value::Object(meta)
}

fn initialize(
    given: &mut Map<String, Value>,
    params: &mut Map<String, Value>,
) -> Result<(), &'static str> {
    match given.remove("protocolVersion") {
        Some(version @ Value::String(_)) => {
            params.insert("protocolVersion".to_owned(), version);
        }
        _ => return Err("`params.protocolVersion` must be a string"),
    }
    let capabilities = given.remove("capabilities").filter(Value::is_object);
    params.insert(
        "capabilities".to_owned(),
        capabilities.unwrap_or_else(|| json!({})),
    );
    let text = |key: &str| {
        given
            .get("clientInfo")
            .and_then(|info| info.get(key))
            .and_then(Value::as_str)
            .unwrap_or("unknown")
            .to_owned()
    };
    params.insert(
        "clientInfo".to_owned(),
        json!({"name": text("name"), "version": text("version")}),
    );
    Ok(())
}
