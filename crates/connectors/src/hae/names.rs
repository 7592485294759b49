//! Names from outside, made fit for a reply and a log line.

/// Characters of one name that are kept.
const MAX_NAME: usize = 80;
/// Different names that a list keeps.
const MAX_NAMES: usize = 200;
/// Stands at the end of what was cut.
const CUT: char = '…';

/// A name without control characters, at most 80 characters long.
#[must_use]
pub fn tidy(name: &str) -> String {
    let mut visible = name.trim().chars().filter(|c| !c.is_control());
    let mut tidy: String = visible.by_ref().take(MAX_NAME).collect();
    if visible.next().is_some() {
        tidy.push(CUT);
    }
    tidy
}

/// Different names in the order first seen, each once and tidy, at most 200.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NameList {
    names: Vec<String>,
}

impl NameList {
    /// Adds a name unless it is there or the list is full; a full list ends in `…`.
    pub fn add(&mut self, name: &str) {
        let name = tidy(name);
        if self.names.len() > MAX_NAMES || self.names.contains(&name) {
            return;
        }
        if self.names.len() == MAX_NAMES {
            self.names.push(CUT.to_string());
        } else {
            self.names.push(name);
        }
    }

    /// The names.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tidy_name_has_no_control_characters_and_80_at_most() {
        assert_eq!(tidy(" step\u{0}_cou\nnt\u{7f} "), "step_count");
        assert_eq!(tidy(&"é".repeat(80)), "é".repeat(80));
        assert_eq!(tidy(&"é".repeat(81)), format!("{}…", "é".repeat(80)));
    }

    #[test]
    fn list_keeps_each_name_once_and_ends_where_it_is_cut() {
        let mut list = NameList::default();
        for name in ["b", "a", "b", " a "] {
            list.add(name);
        }
        assert_eq!(list.names(), ["b", "a"]);
        for number in 0..1000 {
            list.add(&number.to_string());
        }
        assert_eq!(list.names().len(), MAX_NAMES + 1);
        assert_eq!(list.names().last().map(String::as_str), Some("…"));
    }
}
