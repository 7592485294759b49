//! What stands behind the front layer has to offer; everything else is refused before it.

use super::method::Method;

/// The methods of a handler, and what it reads of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offer {
    /// The methods it has.
    pub(crate) methods: &'static [Method],
    /// Whether it speaks before its answer, or anything but its tools asks back. Then requests keep the
    /// progress token, the log level, and the answers and the state that a retry brings; otherwise
    /// only those of tools are kept.
    pub(crate) dialogue: bool,
}

impl Offer {
    /// Tools and prompts that answer at once. Nothing reports progress, and a reply that began with
    /// it would have to be a stream (gap G5); `subscriptions/listen`, resources, completion and
    /// logging are refused here at once rather than after work.
    pub(crate) const TOOLS_AND_PROMPTS: Self = Self {
        methods: &[
            Method::Discover,
            Method::Initialize,
            Method::Ping,
            Method::ListTools,
            Method::CallTool,
            Method::ListPrompts,
            Method::GetPrompt,
        ],
        dialogue: false,
    };

    /// The method of that name in a revision, if it is offered.
    pub(super) fn method(self, name: &str, modern: bool) -> Option<Method> {
        Method::find(name, modern).filter(|method| self.methods.contains(method))
    }
}
