//! The page of measurements: words, and between markers the tables.

use anyhow::{Context, Result};

use super::printed::Printed;

/// The table that every benchmark adds a row or two to.
const BUDGETS: &str = "budgets";
const END: &str = "<!-- end -->";

/// What stands before a table.
pub(crate) fn opening(name: &str) -> String {
    format!("<!-- table: {name} -->")
}

/// The page with what was printed in the place of what stood there. A row of the table of budgets
/// takes the place of the row that begins with the same cell; where none does it is added.
pub(crate) fn with(page: &str, printed: &Printed) -> Result<String> {
    let mut page = page.to_owned();
    for (name, lines) in &printed.tables {
        page = replace(&page, name, &lines.join("\n"))?;
    }
    let mut rows: Vec<String> = table(&page, BUDGETS)?.lines().map(str::to_owned).collect();
    for new in &printed.budgets {
        match rows
            .iter_mut()
            .find(|row| first_cell(row) == first_cell(new))
        {
            Some(row) => row.clone_from(new),
            None => rows.push(new.clone()),
        }
    }
    replace(&page, BUDGETS, &rows.join("\n"))
}

/// The cells of the rows of the table of budgets.
#[cfg(test)]
pub(crate) fn budgets(page: &str) -> Result<Vec<Vec<String>>> {
    let rows = table(page, BUDGETS)?.lines().skip(2);
    Ok(rows
        .map(|row| cells(row).map(str::to_owned).collect())
        .collect())
}

fn first_cell(row: &str) -> &str {
    cells(row).next().unwrap_or_default()
}

fn cells(row: &str) -> impl Iterator<Item = &str> {
    row.trim().trim_matches('|').split('|').map(str::trim)
}

fn table<'a>(page: &'a str, name: &str) -> Result<&'a str> {
    let (_, table, _) = split(page, name)?;
    Ok(table.trim_matches('\n'))
}

fn replace(page: &str, name: &str, lines: &str) -> Result<String> {
    let (before, _, after) = split(page, name)?;
    Ok(format!("{before}\n{lines}\n{after}"))
}

/// The page up to and with the opening marker, what is between, and the rest.
fn split<'a>(page: &'a str, name: &str) -> Result<(&'a str, &'a str, &'a str)> {
    let marker = opening(name);
    let start = page
        .find(&marker)
        .with_context(|| format!("the page has no {marker}"))?
        + marker.len();
    let (before, rest) = page.split_at(start);
    let end = rest
        .find(END)
        .with_context(|| format!("{marker} has no {END}"))?;
    let (table, after) = rest.split_at(end);
    Ok((before, table, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "Words.\n<!-- table: budgets -->\n| a | b |\n| --- | --- |\n| x | 1 |\n\
                        | y | 2 |\n<!-- end -->\nMore.\n<!-- table: t -->\nold\n<!-- end -->\n";

    fn printed(tables: &[(&str, &[&str])], budgets: &[&str]) -> Printed {
        let owned = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
        Printed {
            tables: tables
                .iter()
                .map(|(name, lines)| ((*name).to_owned(), owned(lines)))
                .collect(),
            budgets: owned(budgets),
        }
    }

    #[test]
    fn words_stay_and_tables_are_replaced() {
        let new = with(PAGE, &printed(&[("t", &["| n |", "| --- |"])], &[])).unwrap();
        assert_eq!(new, PAGE.replace("old", "| n |\n| --- |"));
        assert_eq!(with(&new, &Printed::default()).unwrap(), new);
    }

    #[test]
    fn a_budget_keeps_its_place_and_a_new_one_comes_last() {
        let new = with(PAGE, &printed(&[], &["| z | 3 |", "| x | 9 |"])).unwrap();
        let rows = budgets(&new).unwrap();
        assert_eq!(rows, [["x", "9"], ["y", "2"], ["z", "3"]]);
    }

    #[test]
    fn a_table_without_a_place_is_an_error() {
        let error = with(PAGE, &printed(&[("other", &[])], &[])).unwrap_err();
        assert_eq!(error.to_string(), "the page has no <!-- table: other -->");
        assert!(with("<!-- table: budgets -->", &Printed::default()).is_err());
    }
}
