//! The parameters a method reads, checked and stripped to those.
//!
//! The SDK reads a request through a list of forms, and one that fits none is to it an unknown
//! method (gap G4). What is passed on therefore holds only members of the right type.

use serde_json::{Map, Value, json};

use super::{
    client,
    era::{META_CAPABILITIES, META_CLIENT, META_LOG_LEVEL, META_VERSION},
    method::Method,
};
use crate::revision::Revision;

/// What the client may put beside the reserved members, for the SDK to send progress under.
const PROGRESS_TOKEN: &str = "progressToken";

/// Where a retry has the answers to what was asked back.
const ANSWERS: &str = "inputResponses";
/// Where it has the state that came with the question.
const STATE: &str = "requestState";

/// The parameters to pass on, or what is wrong with those given. Of what belongs to a dialogue
/// only the answers to a tool's question are passed on to a handler that holds none.
pub(super) fn canonical(
    method: Method,
    mut given: Map<String, Value>,
    revision: Revision,
    dialogue: bool,
) -> Result<Map<String, Value>, &'static str> {
    let mut params = Members {
        given: &mut given,
        taken: Map::new(),
    };
    match method {
        Method::Discover | Method::Ping => {}
        Method::Initialize => initialize(&mut params)?,
        Method::ListTools | Method::ListPrompts | Method::ListResources | Method::ListTemplates => {
            match params.given.get("cursor") {
                None | Some(Value::Null) => {}
                // Every list is one page, so no cursor was ever given out.
                Some(_) => return Err("`cursor` is not one this server gave out"),
            }
        }
        Method::CallTool | Method::GetPrompt => {
            params.text("name", "`params.name` must be a string")?;
            params.object_if_any("arguments", "`params.arguments` must be an object")?;
        }
        Method::ReadResource | Method::Subscribe | Method::Unsubscribe => {
            params.text("uri", "`params.uri` must be a string")?;
        }
        Method::Listen => {
            params.object("notifications", "`params.notifications` must be an object")?;
        }
        Method::Complete => {
            params.object("ref", "`params.ref` must be an object")?;
            params.object("argument", "`params.argument` must be an object")?;
            params.object_if_any("context", "`params.context` must be an object")?;
        }
        Method::SetLevel => params.text("level", "`params.level` must be a string")?,
    }
    if matches!(
        method,
        Method::CallTool | Method::GetPrompt | Method::ReadResource
    ) && dialogue
    {
        params.object_if_any(ANSWERS, "`params.inputResponses` must be an object")?;
        params.text_if_any(STATE, "`params.requestState` must be a string")?;
    } else if method == Method::CallTool && revision.is_modern() {
        // A tool may ask back. To most these mean nothing, so that they are no fault of a call.
        params.object_if_any(ANSWERS, "").ok();
        params.text_if_any(STATE, "").ok();
    }
    let mut taken = params.taken;
    let meta = meta(given.remove("_meta"), revision, dialogue);
    if !meta.is_empty() {
        taken.insert("_meta".to_owned(), Value::Object(meta));
    }
    Ok(taken)
}

/// Members on their way from what was given to what is passed on.
struct Members<'a> {
    given: &'a mut Map<String, Value>,
    taken: Map<String, Value>,
}

type Check = fn(&Value) -> bool;

impl Members<'_> {
    fn text(&mut self, key: &str, otherwise: &'static str) -> Result<(), &'static str> {
        self.one(key, Value::is_string, otherwise)
    }

    fn object(&mut self, key: &str, otherwise: &'static str) -> Result<(), &'static str> {
        self.one(key, Value::is_object, otherwise)
    }

    fn text_if_any(&mut self, key: &str, otherwise: &'static str) -> Result<(), &'static str> {
        self.one_if_any(key, Value::is_string, otherwise)
    }

    fn object_if_any(&mut self, key: &str, otherwise: &'static str) -> Result<(), &'static str> {
        self.one_if_any(key, Value::is_object, otherwise)
    }

    fn one(&mut self, key: &str, fits: Check, otherwise: &'static str) -> Result<(), &'static str> {
        let value = self.given.remove(key).filter(fits).ok_or(otherwise)?;
        self.taken.insert(key.to_owned(), value);
        Ok(())
    }

    /// As [`Self::one`], but absent or null is as good.
    fn one_if_any(
        &mut self,
        key: &str,
        fits: Check,
        otherwise: &'static str,
    ) -> Result<(), &'static str> {
        match self.given.get(key) {
            None | Some(Value::Null) => Ok(()),
            Some(_) => self.one(key, fits, otherwise),
        }
    }
}

fn meta(given: Option<Value>, revision: Revision, dialogue: bool) -> Map<String, Value> {
    let mut given = match given {
        Some(Value::Object(meta)) => meta,
        _ => Map::new(),
    };
    let mut meta = Map::new();
    let mut pass_on = |meta: &mut Map<String, Value>, key: &str, fits: Check| {
        if let Some(value) = given.remove(key).filter(fits) {
            meta.insert(key.to_owned(), value);
        }
    };
    if revision.is_modern() {
        meta.insert(META_VERSION.to_owned(), json!(Revision::July2026.as_str()));
        // The capabilities of a minimal call are empty.
        meta.insert(META_CAPABILITIES.to_owned(), json!({}));
        pass_on(&mut meta, META_CAPABILITIES, |_| true);
        pass_on(&mut meta, META_CLIENT, |_| true);
        if dialogue {
            pass_on(&mut meta, META_LOG_LEVEL, Value::is_string);
        }
    }
    if dialogue {
        pass_on(&mut meta, PROGRESS_TOKEN, |token| {
            token.is_string() || token.is_i64()
        });
    }
    meta
}

fn initialize(params: &mut Members<'_>) -> Result<(), &'static str> {
    params.text(
        "protocolVersion",
        "`params.protocolVersion` must be a string",
    )?;
    let capabilities = params.given.remove("capabilities").filter(Value::is_object);
    if capabilities
        .as_ref()
        .is_some_and(|given| !client::are_capabilities(given))
    {
        return Err("a member of `params.capabilities` has a wrong form");
    }
    let text = |key: &str| {
        params
            .given
            .get("clientInfo")
            .and_then(|info| info.get(key))
            .and_then(Value::as_str)
            .unwrap_or("unknown")
            .to_owned()
    };
    let client = json!({"name": text("name"), "version": text("version")});
    params.taken.insert(
        "capabilities".to_owned(),
        capabilities.unwrap_or_else(|| json!({})),
    );
    params.taken.insert("clientInfo".to_owned(), client);
    Ok(())
}
