//! How a row is written: as comma-separated values (RFC 4180), or as a line of JSON.

use std::io::{self, Write};

use serde_json::{Map, Value, json};
use vitalog_service::{Cell, ExportTable};

/// The two forms.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Form {
    /// Comma-separated values
    Csv,
    /// One JSON object a line
    Jsonl,
}

impl Form {
    /// The form of a table: whole documents do not fit the cells of spreadsheets.
    pub(super) fn of(self, table: ExportTable) -> Self {
        if table == ExportTable::VendorRecords {
            Self::Jsonl
        } else {
            self
        }
    }

    /// The name, and how names of files end.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Jsonl => "jsonl",
        }
    }
}

/// Writes rows of a table.
pub(super) enum RowWriter<W: Write> {
    Csv(Box<csv::Writer<W>>),
    Jsonl(W, ExportTable),
}

impl<W: Write> RowWriter<W> {
    /// Writes the head, where the form has one.
    pub(super) fn begin(form: Form, table: ExportTable, out: W) -> io::Result<Self> {
        Ok(match form.of(table) {
            Form::Jsonl => Self::Jsonl(out, table),
            Form::Csv => {
                let mut writer = csv::WriterBuilder::new()
                    .terminator(csv::Terminator::CRLF)
                    .from_writer(out);
                writer.write_record(table.columns().iter().map(|(name, _)| name))?;
                Self::Csv(Box::new(writer))
            }
        })
    }

    pub(super) fn write(&mut self, cells: Vec<Cell>) -> io::Result<()> {
        match self {
            Self::Csv(writer) => Ok(writer.write_record(cells.into_iter().map(csv_cell))?),
            Self::Jsonl(out, table) => {
                serde_json::to_writer(&mut *out, &object(*table, cells))?;
                out.write_all(b"\n")
            }
        }
    }

    /// Everything written, handed on to what it is written to.
    pub(super) fn finish(self) -> io::Result<W> {
        match self {
            Self::Csv(writer) => writer.into_inner().map_err(|error| {
                let kind = error.error().kind();
                io::Error::new(kind, error.error().to_string())
            }),
            Self::Jsonl(mut out, _) => out.flush().map(|()| out),
        }
    }
}

/// What a spreadsheet takes for the beginning of a formula, also in the forms of other scripts.
const FORMULA: &[char] = &['=', '+', '-', '@', '＝', '＋', '－', '＠'];
/// What tells a spreadsheet that a cell is text, whatever it begins with.
const IS_TEXT: char = '\'';

/// A cell of a table. Others' words that a spreadsheet would take for a formula get an apostrophe
/// in front, and so do those that begin with one, so that one at the beginning can always be
/// taken away again. A number is no formula, also below zero.
fn csv_cell(cell: Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Number(number) => number.to_string(),
        Cell::Count(count) => count.to_string(),
        Cell::Word(word) => word,
        Cell::Text(text) if needs_guard(&text) => format!("{IS_TEXT}{text}"),
        Cell::Text(text) => text,
    }
}

/// Blanks and control characters in front are passed over, as some programs do.
fn needs_guard(text: &str) -> bool {
    let first = |c: char| FORMULA.contains(&c) || c == IS_TEXT;
    let begins_with_control = text.starts_with(|c: char| c.is_control());
    let trimmed = text.trim_start_matches(|c: char| c.is_whitespace() || c.is_control());
    begins_with_control || trimmed.starts_with(first)
}

/// A row by the names of its columns; what is empty is left out.
fn object(table: ExportTable, cells: Vec<Cell>) -> Map<String, Value> {
    let columns = table.columns();
    let mut object = Map::new();
    object.insert("table".to_owned(), json!(table.as_str()));
    for ((name, _), cell) in columns.iter().zip(cells) {
        let value = match cell {
            Cell::Empty => continue,
            Cell::Number(number) => json!(number),
            Cell::Count(count) => json!(count),
            Cell::Word(text) | Cell::Text(text) => Value::String(text),
        };
        object.insert((*name).to_owned(), value);
    }
    object
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_spreadsheet_would_run_is_text_and_can_be_read_back() {
        let cases = [
            ("=1+1", "'=1+1"),
            ("+49 30", "'+49 30"),
            ("-2+3", "'-2+3"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t=1"),
            ("\r=1", "'\r=1"),
            ("  =1", "'  =1"),
            ("\u{feff}=1", "\u{feff}=1"),
            ("＝1", "'＝1"),
            ("'quoted'", "''quoted'"),
            ("a=b", "a=b"),
            ("5", "5"),
            ("", ""),
        ];
        for (text, expected) in cases {
            let written = csv_cell(Cell::Text(text.to_owned()));
            assert_eq!(written, expected);
            let read = written.strip_prefix(IS_TEXT).unwrap_or(&written);
            assert_eq!(read, text);
        }
        assert_eq!(csv_cell(Cell::Number(-2.5)), "-2.5");
        assert_eq!(csv_cell(Cell::Number(1e-7)), "0.0000001");
    }
}
