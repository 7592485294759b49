//! An export to standard output.

use std::io::{self, BufWriter, Stdout, Write};

use vitalog_service::{Cell, ExportPart, ExportSink, ExportTable};

use super::form::{Form, RowWriter};

/// Standard output, and the table that is being written to it.
pub(super) struct Stream {
    form: Form,
    open: Option<(ExportTable, RowWriter<BufWriter<Stdout>>)>,
}

impl Stream {
    pub(super) fn new(form: Form) -> Self {
        Self { form, open: None }
    }

    /// Writes what is left; of comma-separated values at least the head of `table`.
    pub(super) fn finish(mut self, table: ExportTable) -> io::Result<()> {
        if self.open.is_none() && self.form == Form::Csv {
            self.open = Some((table, self.begin(table)?));
        }
        self.open
            .take()
            .map_or(Ok(()), |(_, writer)| writer.finish()?.flush())
    }

    fn begin(&self, table: ExportTable) -> io::Result<RowWriter<BufWriter<Stdout>>> {
        RowWriter::begin(self.form, table, BufWriter::new(io::stdout()))
    }
}

impl ExportSink for Stream {
    fn take(&mut self, part: ExportPart, cells: Vec<Cell>) -> io::Result<()> {
        let mut writer = match self.open.take() {
            Some((table, writer)) if table == part.table => writer,
            Some((_, writer)) => {
                writer.finish()?.flush()?;
                self.begin(part.table)?
            }
            None => self.begin(part.table)?,
        };
        let written = writer.write(cells);
        self.open = Some((part.table, writer));
        written
    }
}
