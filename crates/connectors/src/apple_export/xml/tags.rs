//! Tags with their attributes, as places in a buffer.

use std::ops::Range;

use memchr::{memchr, memmem};

/// A stretch of the buffer. Windows are far smaller than 4 GiB.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: u32,
    end: u32,
}

impl Span {
    fn new(start: usize, end: usize) -> Self {
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self {
            start: place(start),
            end: place(end),
        }
    }

    fn of(self, buffer: &[u8]) -> &[u8] {
        buffer
            .get(self.start as usize..self.end as usize)
            .unwrap_or_default()
    }
}

/// An attribute.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attribute {
    name: Span,
    value: Span,
}

/// An opening tag.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opened {
    name: Span,
    /// Its attributes among those of the element.
    attributes: (u32, u32),
    /// How deep it stands under the element; 0 is the element itself.
    pub(super) depth: u32,
}

/// What a tag does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TagKind {
    Opens,
    Closes,
    /// Opens and closes.
    Empty,
}

/// A tag that was passed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag {
    pub(super) kind: TagKind,
    name: Span,
    attributes: (u32, u32),
    /// What follows it.
    pub(super) end: usize,
}

impl Tag {
    pub(super) fn name<'b>(&self, buffer: &'b [u8]) -> &'b [u8] {
        self.name.of(buffer)
    }

    pub(super) fn opened(&self, depth: u32) -> Opened {
        Opened {
            name: self.name,
            attributes: self.attributes,
            depth,
        }
    }
}

/// The next tag at or after a place; comments, processing instructions and text are passed over.
/// `None` if the buffer ends before it does. Its attributes are added to the list.
pub(super) fn next_tag(
    buffer: &[u8],
    mut at: usize,
    attributes: &mut Vec<Attribute>,
) -> Option<Tag> {
    loop {
        let start = at + memchr(b'<', buffer.get(at..)?)?;
        let inside = start + 1;
        match *buffer.get(inside)? {
            b'!' => at = after_declaration(buffer, inside)?,
            b'?' => at = after(buffer, inside, b"?>")?,
            b'/' => {
                let end = inside + memchr(b'>', buffer.get(inside..)?)?;
                return Some(Tag {
                    kind: TagKind::Closes,
                    name: Span::new(inside + 1, trimmed_end(buffer, inside + 1, end)),
                    attributes: (0, 0),
                    end: end + 1,
                });
            }
            _ => return opening(buffer, start, attributes),
        }
    }
}

fn opening(buffer: &[u8], start: usize, attributes: &mut Vec<Attribute>) -> Option<Tag> {
    let first = attributes.len();
    let name_start = start + 1;
    let mut at = name_start;
    while !matches!(*buffer.get(at)?, b' ' | b'\t' | b'\r' | b'\n' | b'>' | b'/') {
        at += 1;
    }
    let name = Span::new(name_start, at);
    let tag = |kind, end, attributes: &Vec<Attribute>| Tag {
        kind,
        name,
        attributes: (place(first), place(attributes.len())),
        end,
    };
    loop {
        match *buffer.get(at)? {
            b' ' | b'\t' | b'\r' | b'\n' => at += 1,
            b'>' => return Some(tag(TagKind::Opens, at + 1, attributes)),
            b'/' => {
                if *buffer.get(at + 1)? == b'>' {
                    return Some(tag(TagKind::Empty, at + 2, attributes));
                }
                at += 1;
            }
            _ => at = attribute(buffer, at, attributes)?,
        }
    }
}

/// Takes one attribute, `name="value"`; the place after it. A name without a value says nothing.
fn attribute(buffer: &[u8], start: usize, attributes: &mut Vec<Attribute>) -> Option<usize> {
    let mut at = start;
    loop {
        match *buffer.get(at)? {
            b'=' => break,
            b'>' => return Some(at),
            _ => at += 1,
        }
    }
    let name = Span::new(start, trimmed_end(buffer, start, at));
    at += 1;
    while buffer.get(at)?.is_ascii_whitespace() {
        at += 1;
    }
    let quote = *buffer.get(at)?;
    let (value, end) = if matches!(quote, b'"' | b'\'') {
        let value = at + 1;
        let length = memchr(quote, buffer.get(value..)?)?;
        (Span::new(value, value + length), value + length + 1)
    } else {
        let value = at;
        while !matches!(*buffer.get(at)?, b' ' | b'\t' | b'\r' | b'\n' | b'>') {
            at += 1;
        }
        (Span::new(value, at), at)
    };
    attributes.push(Attribute { name, value });
    Some(end)
}

/// What follows a comment, a CDATA section, or anything else that begins with `<!`.
fn after_declaration(buffer: &[u8], inside: usize) -> Option<usize> {
    const COMMENT: &[u8] = b"!--";
    const CDATA: &[u8] = b"![CDATA[";
    let rest = buffer.get(inside..)?;
    for (opens, closes) in [(COMMENT, &b"-->"[..]), (CDATA, &b"]]>"[..])] {
        if rest.starts_with(opens) {
            return after(buffer, inside + opens.len(), closes);
        }
        if opens.starts_with(rest) {
            return None;
        }
    }
    after(buffer, inside, b">")
}

fn after(buffer: &[u8], from: usize, closes: &[u8]) -> Option<usize> {
    let found = memmem::find(buffer.get(from..)?, closes)?;
    Some(from + found + closes.len())
}

fn trimmed_end(buffer: &[u8], start: usize, end: usize) -> usize {
    let name = buffer.get(start..end).unwrap_or_default();
    start + name.trim_ascii_end().len()
}

fn place(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// An element with everything in it.
#[derive(Clone, Copy, Debug)]
pub(in crate::apple_export) struct Element<'b> {
    buffer: &'b [u8],
    attributes: &'b [Attribute],
    /// The element, and then what it holds, in order.
    nodes: &'b [Opened],
}

impl<'b> Element<'b> {
    pub(super) fn new(buffer: &'b [u8], attributes: &'b [Attribute], nodes: &'b [Opened]) -> Self {
        Self {
            buffer,
            attributes,
            nodes,
        }
    }

    /// The element itself.
    pub(in crate::apple_export) fn root(self) -> Node<'b> {
        Node {
            element: self,
            at: 0,
        }
    }
}

/// One element, or one of those that it holds.
#[derive(Clone, Copy, Debug)]
pub(in crate::apple_export) struct Node<'b> {
    element: Element<'b>,
    at: usize,
}

impl<'b> Node<'b> {
    fn opened(self) -> Option<&'b Opened> {
        self.element.nodes.get(self.at)
    }

    /// Its name.
    pub(in crate::apple_export) fn name(self) -> &'b [u8] {
        self.opened()
            .map_or(&[], |opened| opened.name.of(self.element.buffer))
    }

    /// Its attributes in order, undecoded.
    pub(in crate::apple_export) fn attributes(self) -> impl Iterator<Item = (&'b [u8], &'b [u8])> {
        let Range { start, end } = self
            .opened()
            .map_or(0..0, |opened| opened.attributes.0..opened.attributes.1);
        let attributes = self.element.attributes.get(start as usize..end as usize);
        let buffer = self.element.buffer;
        attributes
            .unwrap_or_default()
            .iter()
            .map(move |attribute| (attribute.name.of(buffer), attribute.value.of(buffer)))
    }

    /// The first attribute of a name, undecoded.
    pub(in crate::apple_export) fn attribute(self, name: &str) -> Option<&'b [u8]> {
        self.attributes()
            .find(|(found, _)| is_named(found, name.as_bytes()))
            .map(|(_, value)| value)
    }

    /// Whether it holds anything.
    pub(in crate::apple_export) fn has_children(self) -> bool {
        let depth = self.opened().map_or(0, |opened| opened.depth);
        let next = self.element.nodes.get(self.at + 1);
        next.is_some_and(|next| next.depth > depth)
    }

    /// What it holds, without what that holds.
    pub(in crate::apple_export) fn children(self) -> impl Iterator<Item = Node<'b>> {
        let depth = self.opened().map_or(0, |opened| opened.depth);
        let element = self.element;
        let after = element.nodes.get(self.at + 1..).unwrap_or_default();
        after
            .iter()
            .enumerate()
            .take_while(move |(_, opened)| opened.depth > depth)
            .filter(move |(_, opened)| opened.depth == depth + 1)
            .map(move |(place, _)| Node {
                element,
                at: self.at + 1 + place,
            })
    }
}

/// Whether an attribute has a name. Exports of 2015 have names with a space in them, which counts
/// for nothing.
pub(in crate::apple_export) fn is_named(found: &[u8], name: &[u8]) -> bool {
    if found.len() == name.len() {
        return found == name;
    }
    found.len() > name.len() && found.iter().filter(|byte| **byte != b' ').eq(name.iter())
}
