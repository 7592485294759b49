//! What a benchmark prints: tables with their names, and rows of the table of budgets.
//!
//! ```text
//! table NAME      the lines of a table of Markdown follow
//! budget          one row follows
//! ```
//!
//! All other lines are for the person who watches.

/// What a benchmark has found.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Printed {
    /// Names and lines.
    pub(crate) tables: Vec<(String, Vec<String>)>,
    /// Rows.
    pub(crate) budgets: Vec<String>,
}

/// Reads what a benchmark has printed.
pub(crate) fn read(text: &str) -> Printed {
    let mut printed = Printed::default();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let mut rows = Vec::new();
        while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
            rows.push(row.to_owned());
        }
        if line == "budget" {
            printed.budgets.append(&mut rows);
        } else if let Some(name) = line.strip_prefix("table ") {
            printed.tables.push((name.to_owned(), rows));
        }
    }
    printed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_and_budgets_are_told_from_other_lines() {
        let printed = read(
            "warming up\n| no table |\nbudget\n| a | b |\n\ntable x\n| h |\n| --- |\n| 1 |\n\n\
             budget\n| c | d |\n",
        );
        assert_eq!(printed.budgets, ["| a | b |", "| c | d |"]);
        let lines = ["| h |", "| --- |", "| 1 |"].map(str::to_owned).to_vec();
        assert_eq!(printed.tables, [("x".to_owned(), lines)]);
        assert_eq!(read(""), Printed::default());
    }
}
