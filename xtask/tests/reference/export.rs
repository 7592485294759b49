//! `export.md`, from the tables of what is exported.

use vitalog_service::ExportTable;

use crate::{check_page, row};

const HEAD: &str = "\
# What `vitalog export` writes

Into a folder: `readings/NAME` and `daily/NAME` for each metric that has any, `workouts`, `vendor-records.jsonl`, and
`manifest.json`, which names each file with its rows, its bytes and its SHA-256, and holds the settings of the account and what the
names of the journal mean. To standard output: with `--format jsonl` all tables one after the other, with `--format csv` one of
readings and daily values.

Comma-separated values follow RFC 4180: UTF-8, a head, CRLF at the end of lines, quotes where a cell needs them. A cell of
somebody else's words that a spreadsheet could take for a formula, or that begins with an apostrophe, has an apostrophe in front: take one away when
you read it. JSON Lines have the same names, leave out what is empty, and say in `table` which table a line is of. Numbers have all their digits in
both. Columns may be added at the end; none is ever renamed or used for something else.
";

#[test]
fn export_page_is_current() {
    let tables: Vec<String> = ExportTable::ALL.into_iter().map(describe).collect();
    let page = format!("{HEAD}{}", tables.concat());
    check_page("export.md", "crates/service/src/export/column", &page);
}

fn describe(table: ExportTable) -> String {
    let columns = table.columns().into_iter();
    let rows = columns.map(|(name, about)| row(&[format!("`{name}`"), about.to_owned()]));
    format!(
        "\n## `{}`\n\n| column | what stands in it |\n| --- | --- |\n{}",
        table.as_str(),
        rows.collect::<String>()
    )
}
