//! Writing to the terminal: answers to standard output, everything else to standard error.

use std::io::{self, Write};

use serde::Serialize;

use crate::failure::Failure;

/// Says something to the person, beside the answer.
pub(crate) fn note(text: &str) {
    // Nobody is left to tell that nobody listens.
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Prints a line of the answer.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    writeln!(io::stdout().lock(), "{text}").or_else(|error| {
        if error.kind() == io::ErrorKind::BrokenPipe {
            // Whoever reads has seen enough, as `head` does.
            Ok(())
        } else {
            Err(Failure::failed(format!(
                "cannot write to standard output: {error}"
            )))
        }
    })
}

/// Prints a JSON document.
pub(crate) fn print_json(document: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(document)
        .map_err(|error| Failure::failed(format!("cannot write the answer as JSON: {error}")))?;
    print(&text)
}

/// Prints rows in aligned columns.
pub(crate) fn print_table(rows: &[Vec<String>]) -> Result<(), Failure> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or_default()
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', width - cell.chars().count() + 2));
        }
        print(line.trim_end())?;
    }
    Ok(())
}
