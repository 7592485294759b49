//! How large the parts of jobs, findings and entries of the access log may be.
//!
//! Each of them is one item wherever items have a size (400 KB in DynamoDB), so that one
//! conditional write keeps its promises. Engines share these functions, and refuse what does not
//! fit with [`Retry::Never`](crate::Retry) before anything is stored.

/// The longest queue, id, run, section or key, in bytes of UTF-8.
pub const MOST_NAME_BYTES: usize = 256;

/// The longest body, in bytes of UTF-8.
pub const MOST_BODY_BYTES: usize = 256 * 1024;

/// The longest reason for which a job was given up, in bytes of UTF-8.
pub const MOST_REASON_BYTES: usize = 1024;

/// Whether names and a body may be stored.
#[must_use]
pub fn fits(names: &[&str], body: &str) -> bool {
    names.iter().all(|name| name.len() <= MOST_NAME_BYTES) && body.len() <= MOST_BODY_BYTES
}

/// The start of a reason that is stored: all of it, where it is not too long.
#[must_use]
pub fn stored_reason(reason: &str) -> &str {
    &reason[..reason.floor_char_boundary(MOST_REASON_BYTES)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_a_byte_too_long_does_not_fit() {
        let (name, body) = (
            "n".repeat(MOST_NAME_BYTES - 1),
            "b".repeat(MOST_BODY_BYTES - 1),
        );
        assert!(fits(&["", &name, &format!("{name}n")], &format!("{body}b")));
        assert!(!fits(&["", &name, &format!("{name}ä")], &body));
        assert!(!fits(&[], &format!("{body}ä")));
    }

    #[test]
    fn reason_is_cut_between_characters() {
        assert_eq!(stored_reason("short"), "short");
        let long = format!("{}ä and more", "r".repeat(MOST_REASON_BYTES - 1));
        assert_eq!(stored_reason(&long), &long[..MOST_REASON_BYTES - 1]);
    }
}
