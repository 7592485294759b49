//! The elements under the root, one after the other, through a window that grows to the largest.

use std::io::Read;

use memchr::{memchr, memmem};

use super::{
    super::ExportError,
    tags::{Attribute, Element, Opened, Tag, TagKind, next_tag},
};

/// The root of the data.
pub(in crate::apple_export) const ROOT: &[u8] = b"HealthData";
/// The window at first: it fits into a processor's cache, and hundreds of records into it.
const WINDOW: usize = 256 << 10;
/// The largest element that is read. Real ones, workouts with every split, have a thousandth of it.
const MAX_ELEMENT: usize = 8 << 20;
/// The most that one element may hold.
const MAX_NODES: usize = 100_000;
/// How deep an element may be; real ones have three levels.
const MAX_DEPTH: u32 = 32;
/// How far into the file the root may begin; real DTDs have 20 KB.
const MAX_PROLOG: u64 = 1 << 20;
/// The longest name of an element that is looked at.
const MAX_NAME: usize = 80;

/// The elements under the root of what is read.
#[derive(Debug)]
pub(in crate::apple_export) struct Elements<R> {
    input: R,
    buffer: Vec<u8>,
    /// Where in the buffer what is not read yet begins.
    start: usize,
    /// Where it ends.
    end: usize,
    /// What was dropped from the buffer, in bytes of the input.
    dropped: u64,
    is_inside: bool,
    is_over: bool,
    attributes: Vec<Attribute>,
    nodes: Vec<Opened>,
}

/// What comes next.
#[derive(Debug)]
pub(in crate::apple_export) enum Next<'b> {
    /// An element.
    Element(Element<'b>),
    /// An element that was passed over, of this name.
    TooLarge(String),
    /// The end of the root.
    End,
}

/// What a look at the window finds.
enum Seen {
    Whole { end: usize },
    TooLarge,
    Incomplete,
    End,
}

impl<R: Read> Elements<R> {
    /// Reads from the start of a file, or goes on where an element began before: then `position`
    /// bytes of the input are gone.
    pub(in crate::apple_export) fn at(input: R, position: u64) -> Self {
        Self {
            input,
            buffer: vec![0; WINDOW],
            start: 0,
            end: 0,
            dropped: position,
            is_inside: position > 0,
            is_over: false,
            attributes: Vec::new(),
            nodes: Vec::new(),
        }
    }

    /// How many bytes of the input are read: up to the start of the next element.
    pub(in crate::apple_export) fn position(&self) -> u64 {
        self.dropped + self.start as u64
    }

    /// The next element under the root.
    ///
    /// # Errors
    ///
    /// If the input ends before the root does, cannot be read, or is none of ours.
    pub(in crate::apple_export) fn next(&mut self) -> Result<Next<'_>, ExportError> {
        if !self.is_inside {
            self.enter()?;
        }
        if self.is_over {
            return Ok(Next::End);
        }
        let (start, end) = loop {
            match self.look() {
                Seen::Whole { end } => break (self.start, end),
                Seen::End => {
                    self.is_over = true;
                    return Ok(Next::End);
                }
                Seen::TooLarge => return self.pass_over().map(Next::TooLarge),
                Seen::Incomplete if self.end - self.start >= MAX_ELEMENT => {
                    return self.pass_over().map(Next::TooLarge);
                }
                Seen::Incomplete => self.fill()?,
            }
        };
        debug_assert!(start < end, "a tag is longer than nothing");
        self.start = end;
        Ok(Next::Element(Element::new(
            &self.buffer,
            &self.attributes,
            &self.nodes,
        )))
    }

    /// Reads what stands behind the root, which is next to nothing, so that what is wrong with the
    /// input as a whole comes out.
    pub(in crate::apple_export) fn finish(&mut self) -> Result<(), ExportError> {
        let behind = self.input.by_ref().take(MAX_PROLOG);
        std::io::copy(&mut { behind }, &mut std::io::sink()).map_err(ExportError::of_input)?;
        Ok(())
    }

    /// Looks for one whole element.
    fn look(&mut self) -> Seen {
        self.attributes.clear();
        self.nodes.clear();
        self.drop_text();
        let buffer = &self.buffer[..self.end];
        let mut at = self.start;
        let mut depth = 0_u32;
        loop {
            let Some(tag) = next_tag(buffer, at, &mut self.attributes) else {
                return Seen::Incomplete;
            };
            at = tag.end;
            match tag.kind {
                TagKind::Closes if depth > 0 => depth -= 1,
                TagKind::Closes if tag.name(buffer) == ROOT => return Seen::End,
                // It closes nothing that was opened.
                TagKind::Closes => {
                    self.start = at;
                    continue;
                }
                TagKind::Opens | TagKind::Empty => {
                    if self.nodes.len() >= MAX_NODES || depth > MAX_DEPTH {
                        return Seen::TooLarge;
                    }
                    self.nodes.push(tag.opened(depth));
                    depth += u32::from(tag.kind == TagKind::Opens);
                }
            }
            if depth == 0 {
                return Seen::Whole { end: at };
            }
        }
    }

    /// Passes over an element that is too large, tag by tag, and says its name.
    fn pass_over(&mut self) -> Result<String, ExportError> {
        let mut depth = 0_u64;
        let mut name = None;
        loop {
            let tag = self.take_tag()?;
            if name.is_none() {
                let found = tag.name(&self.buffer);
                let found = &found[..found.len().min(MAX_NAME)];
                name = Some(String::from_utf8_lossy(found).into_owned());
            }
            match tag.kind {
                TagKind::Opens => depth += 1,
                TagKind::Closes => depth = depth.saturating_sub(1),
                TagKind::Empty => {}
            }
            if depth == 0 {
                return Ok(name.unwrap_or_default());
            }
        }
    }

    /// Takes the next tag, whatever it is.
    fn take_tag(&mut self) -> Result<Tag, ExportError> {
        loop {
            self.attributes.clear();
            self.drop_text();
            let tag = next_tag(&self.buffer[..self.end], self.start, &mut self.attributes);
            if let Some(tag) = tag {
                self.start = tag.end;
                return Ok(tag);
            }
            if self.end - self.start >= MAX_ELEMENT {
                return Err(ExportError::Refused("a tag in it is longer than 8 MiB"));
            }
            self.fill()?;
        }
    }

    /// Text before the next tag says nothing, and there may be any amount of it.
    fn drop_text(&mut self) {
        let unread = &self.buffer[self.start..self.end];
        self.start += memchr(b'<', unread).unwrap_or(unread.len());
    }

    /// Finds the root: whatever stands before it, a DTD or what should have been one, is no matter.
    fn enter(&mut self) -> Result<(), ExportError> {
        let mut opens = vec![b'<'];
        opens.extend_from_slice(ROOT);
        loop {
            let unread = &self.buffer[self.start..self.end];
            let found = memmem::find_iter(unread, &opens).find(|at| {
                // The name ends there.
                let next = unread.get(at + opens.len());
                next.is_none_or(|next| next.is_ascii_whitespace() || matches!(next, b'>' | b'/'))
            });
            if let Some(found) = found {
                self.start += found;
                let tag = self.take_tag()?;
                self.is_inside = true;
                self.is_over = tag.kind == TagKind::Empty;
                return Ok(());
            }
            // The root may begin at the very end of the window.
            self.start = self.end.saturating_sub(opens.len()).max(self.start);
            if self.position() > MAX_PROLOG {
                return Err(ExportError::NotAnExport);
            }
            match self.fill() {
                Err(ExportError::Truncated) => return Err(ExportError::NotAnExport),
                filled => filled?,
            }
        }
    }

    /// Reads on until the window is full.
    fn fill(&mut self) -> Result<(), ExportError> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.dropped += self.start as u64;
        self.end -= self.start;
        self.start = 0;
        if self.end == self.buffer.len() {
            self.buffer.resize(self.buffer.len() * 2, 0);
        }
        let before = self.end;
        while self.end < self.buffer.len() {
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(0) => break,
                Ok(read) => self.end += read,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                // What was read stands; the error comes again with the next look.
                Err(_) if self.end > before => break,
                Err(error) => return Err(ExportError::of_input(error)),
            }
        }
        if self.end == before {
            return Err(ExportError::Truncated);
        }
        Ok(())
    }
}

/// What a file is, by its root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::apple_export) enum Root {
    /// Health data.
    Data,
    /// It ends before its root, and may have been health data.
    Cut,
    /// Anything else.
    Other,
}

/// Looks for the root of a file.
pub(in crate::apple_export) fn root_of(input: impl Read) -> Root {
    const OTHERS: [&[u8]; 2] = [b"<ClinicalDocument", b"<gpx"];
    let mut start = Vec::new();
    if input.take(MAX_PROLOG).read_to_end(&mut start).is_err() && start.is_empty() {
        return Root::Other;
    }
    let find = |text: &[u8]| memmem::find(&start, text);
    let root = find(&[b"<", ROOT].concat());
    if OTHERS
        .iter()
        .any(|other| find(other).is_some_and(|at| root.is_none_or(|root| at < root)))
    {
        return Root::Other;
    }
    match root {
        Some(_) => Root::Data,
        None if start.len() as u64 == MAX_PROLOG => Root::Other,
        None if start.is_empty() || find(ROOT).is_some() => Root::Cut,
        None => Root::Other,
    }
}
