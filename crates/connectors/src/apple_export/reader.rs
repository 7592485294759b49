//! Reads an export, item by item.

use super::{
    Export, ExportError, Item,
    archive::Input,
    files::read_file,
    reading::Reading,
    xml::{Elements, Next},
};

/// The items of an export, one after the other.
#[derive(Debug)]
pub struct Reader {
    export: Export,
    data: Data,
    reading: Reading,
    /// The next file, among the export's.
    next: usize,
    /// The bytes of the files before it.
    before: u64,
}

/// The data, as long as they are read.
enum Data {
    Open(Box<Elements<Input>>),
    /// Read, or not to be read any more. What waited for something is yet to be told.
    Left,
    Over,
}

impl Reader {
    pub(super) fn open(export: Export, from: u64) -> Result<Self, ExportError> {
        let mut next = 0;
        let mut before = 0;
        for entry in export.entries() {
            if from < before + entry.size || (from == 0 && next == 0) {
                break;
            }
            before += entry.size;
            next += 1;
        }
        let data = match export.entries().first() {
            Some(entry) if next == 0 => {
                let input = export.archive().read(entry, from)?;
                next = 1;
                before = entry.size;
                Data::Open(Box::new(Elements::at(input, from)))
            }
            _ => Data::Over,
        };
        Ok(Self {
            export,
            data,
            reading: Reading::default(),
            next,
            before,
        })
    }

    /// The next item; `None` at the end.
    ///
    /// After an error about the data, the files beside them can still be read by asking on.
    ///
    /// # Errors
    ///
    /// If the export cannot be read, or ends in the middle. What came before stands.
    #[expect(
        clippy::should_implement_trait,
        reason = "an iterator would have to say what comes after an error"
    )]
    pub fn next(&mut self) -> Result<Option<Item>, ExportError> {
        if let Data::Open(elements) = &mut self.data {
            let position = elements.position();
            match elements.next() {
                Ok(Next::Element(element)) => {
                    return Ok(Some(self.reading.read(element.root(), position)));
                }
                Ok(Next::TooLarge(name)) => return Ok(Some(self.reading.too_large(&name))),
                Ok(Next::End) => {
                    let finished = elements.finish();
                    self.data = Data::Left;
                    finished?;
                }
                Err(error) => {
                    self.data = Data::Left;
                    return Err(error);
                }
            }
        }
        if let Data::Left = self.data {
            if let Some(item) = self.reading.next_left() {
                return Ok(Some(item));
            }
            self.data = Data::Over;
        }
        self.next_file()
    }

    fn next_file(&mut self) -> Result<Option<Item>, ExportError> {
        while let Some(entry) = self.export.entries().get(self.next) {
            self.next += 1;
            self.before += entry.size;
            let input = self.export.archive().read(entry, 0)?;
            if let Some(item) = read_file(entry.sort, input)? {
                return Ok(Some(item));
            }
        }
        Ok(None)
    }

    /// How much was read, in bytes of [`Export::inputs`] together.
    #[must_use]
    pub fn position(&self) -> u64 {
        match &self.data {
            Data::Open(elements) => elements.position(),
            Data::Left | Data::Over => self.before,
        }
    }

    /// From where [`Export::read`] goes on so that all items come that did not come yet. Some that
    /// did come may come again: it stays behind as long as half of a blood pressure waits for the
    /// other half.
    #[must_use]
    pub fn checkpoint(&self) -> u64 {
        match &self.data {
            Data::Over => self.before,
            Data::Open(_) | Data::Left => {
                self.reading.waits_from().unwrap_or_else(|| self.position())
            }
        }
    }
}

impl std::fmt::Debug for Data {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Open(_) => "Open",
            Self::Left => "Left",
            Self::Over => "Over",
        })
    }
}
