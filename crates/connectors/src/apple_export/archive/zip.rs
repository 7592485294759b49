//! The directory of a zip file.
//!
//! Only what is used of a zip file is read, by hand: crates that read them keep the whole directory
//! in memory, however long, and need its end to be there. An export whose end is missing is
//! still read as far as it goes. The form is that of PKWARE's APPNOTE.TXT, 4.3 and 4.5.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom},
};

use flate2::bufread::DeflateDecoder;

use super::{super::ExportError, Entry, Place, name::sort};

const LOCAL: [u8; 4] = *b"PK\x03\x04";
const CENTRAL: [u8; 4] = *b"PK\x01\x02";
const END: [u8; 4] = *b"PK\x05\x06";
const END_64: [u8; 4] = *b"PK\x06\x06";
const LOCATOR_64: [u8; 4] = *b"PK\x06\x07";
/// The end with the longest comment.
const MAX_END: u64 = 22 + 0xFFFF;
/// Stands for a number that is in the extra field.
const IN_EXTRA: u32 = u32::MAX;
/// The flag of an entry whose sizes come after its data.
const SIZES_FOLLOW: u16 = 1 << 3;
const IS_ENCRYPTED: u16 = 1;

/// How a file is packed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Method {
    Stored,
    Deflated,
}

impl Method {
    fn of(number: u16) -> Option<Self> {
        match number {
            0 => Some(Self::Stored),
            8 => Some(Self::Deflated),
            _ => None,
        }
    }
}

/// Where a packed file is.
#[derive(Clone, Debug)]
pub(super) struct Packed {
    /// Its header.
    pub(super) header: u64,
    /// Its bytes, packed.
    pub(super) size: u64,
    pub(super) method: Method,
    pub(super) crc: Option<u32>,
}

/// What a zip file holds.
#[derive(Debug)]
pub(super) struct Directory {
    pub(super) entries: Vec<Entry>,
    /// Whether it ends before its directory.
    pub(super) is_cut: bool,
}

/// Whether a file begins as a zip file does.
pub(super) fn is_zip(file: &mut File) -> io::Result<bool> {
    let mut start = [0; 4];
    file.seek(SeekFrom::Start(0))?;
    match file.read_exact(&mut start) {
        Ok(()) => Ok(start == LOCAL || start == END),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// Where the data of a file begin, behind its header; `None` if there is no header.
pub(super) fn data_start(file: &mut File, header: u64) -> io::Result<Option<u64>> {
    let Some(local) = Local::read(file, header)? else {
        return Ok(None);
    };
    Ok(Some(local.data))
}

/// Reads what a zip file holds.
pub(super) fn directory(file: &mut File, size: u64, most: usize) -> Result<Directory, ExportError> {
    match find_end(file, size)? {
        Some(end) => listed(file, &end, most),
        None => unlisted(file, size, most),
    }
}

/// The end of the directory.
struct End {
    start: u64,
    count: u64,
    /// What all places are off by, where something stands before the zip file.
    shift: u64,
}

fn find_end(file: &mut File, size: u64) -> Result<Option<End>, ExportError> {
    let tail_start = size.saturating_sub(MAX_END);
    let mut tail = Vec::new();
    file.seek(SeekFrom::Start(tail_start))?;
    file.take(MAX_END).read_to_end(&mut tail)?;
    let Some(at) = memchr::memmem::rfind(&tail, &END) else {
        return Ok(None);
    };
    let bytes = Bytes(&tail[at..]);
    let end_at = tail_start + at as u64;
    let (Some(count), Some(length), Some(start)) = (bytes.u16(10), bytes.u32(12), bytes.u32(16))
    else {
        return Ok(None);
    };
    let is_long = count == u16::MAX || length == IN_EXTRA || start == IN_EXTRA;
    let (count, length, start, end_at) = match is_long.then(|| find_end_64(file, end_at)) {
        None => (
            u64::from(count),
            u64::from(length),
            u64::from(start),
            end_at,
        ),
        Some(found) => match found? {
            Some(found) => found,
            None => return Ok(None),
        },
    };
    let real_start = end_at.checked_sub(length);
    let shift = real_start
        .and_then(|real| real.checked_sub(start))
        .unwrap_or_default();
    Ok(Some(End {
        start: start + shift,
        count,
        shift,
    }))
}

/// Count, length and start of a long directory, and where its end stands.
fn find_end_64(file: &mut File, end_at: u64) -> io::Result<Option<(u64, u64, u64, u64)>> {
    let mut locator = [0; 20];
    let Some(locator_at) = end_at.checked_sub(20) else {
        return Ok(None);
    };
    if !read_at(file, locator_at, &mut locator)? || locator[..4] != LOCATOR_64 {
        return Ok(None);
    }
    let at = Bytes(&locator).u64(8).unwrap_or_default();
    let mut end = [0; 56];
    if !read_at(file, at, &mut end)? || end[..4] != END_64 {
        return Ok(None);
    }
    let end = Bytes(&end);
    let numbers = (end.u64(32), end.u64(40), end.u64(48));
    Ok(match numbers {
        (Some(count), Some(length), Some(start)) => Some((count, length, start, at)),
        _ => None,
    })
}

fn listed(file: &mut File, end: &End, most: usize) -> Result<Directory, ExportError> {
    if end.count > most as u64 {
        return Err(ExportError::Refused("it holds too many files"));
    }
    file.seek(SeekFrom::Start(end.start))?;
    let mut input = BufReader::new(file);
    let mut entries = Vec::new();
    for _ in 0..end.count {
        let mut header = [0; 46];
        if input.read_exact(&mut header).is_err() || header[..4] != CENTRAL {
            break;
        }
        let header = Bytes(&header);
        let length = |at| usize::from(header.u16(at).unwrap_or_default());
        let mut rest = vec![0; length(28) + length(30) + length(32)];
        if input.read_exact(&mut rest).is_err() {
            break;
        }
        let (name, extra) = rest.split_at(length(28));
        entries.extend(entry(&header, name, &extra[..length(30)], end.shift));
    }
    Ok(Directory {
        entries,
        is_cut: false,
    })
}

fn entry(header: &Bytes<'_>, name: &[u8], extra: &[u8], shift: u64) -> Option<Entry> {
    let name = String::from_utf8_lossy(name).into_owned();
    let sort = sort(&name)?;
    if header.u16(8)? & IS_ENCRYPTED != 0 {
        return None;
    }
    let numbers = [header.u32(24)?, header.u32(20)?, header.u32(42)?];
    let [size, packed, place] = long_numbers(numbers, extra)?;
    Some(Entry {
        name,
        sort,
        size,
        place: Place::Zipped(Packed {
            header: place.checked_add(shift)?,
            size: packed,
            method: Method::of(header.u16(10)?)?,
            crc: header.u32(16),
        }),
    })
}

/// Numbers that are too long for a header stand in the extra field, in their order.
fn long_numbers(short: [u32; 3], extra: &[u8]) -> Option<[u64; 3]> {
    let mut long = extra_field(extra, 1).unwrap_or_default();
    let mut numbers = [0; 3];
    for (number, short) in numbers.iter_mut().zip(short) {
        *number = if short == IN_EXTRA {
            let (first, rest) = long.split_first_chunk()?;
            long = rest;
            u64::from_le_bytes(*first)
        } else {
            u64::from(short)
        };
    }
    Some(numbers)
}

fn extra_field(mut extra: &[u8], wanted: u16) -> Option<&[u8]> {
    loop {
        let bytes = Bytes(extra);
        let (kind, length) = (bytes.u16(0)?, usize::from(bytes.u16(2)?));
        let field = extra.get(4..4 + length)?;
        if kind == wanted {
            return Some(field);
        }
        extra = &extra[4 + length..];
    }
}

/// The header before a file.
struct Local {
    flags: u16,
    method: u16,
    size: u64,
    packed: u64,
    name: Vec<u8>,
    data: u64,
}

impl Local {
    fn read(file: &mut File, at: u64) -> io::Result<Option<Self>> {
        let mut header = [0; 30];
        if !read_at(file, at, &mut header)? || header[..4] != LOCAL {
            return Ok(None);
        }
        let header = Bytes(&header);
        let number = |at| header.u16(at).unwrap_or_default();
        let mut name = vec![0; usize::from(number(26))];
        let mut extra = vec![0; usize::from(number(28))];
        let is_whole = file
            .read_exact(&mut name)
            .and_then(|()| file.read_exact(&mut extra));
        if is_whole.is_err() {
            return Ok(None);
        }
        let long = |at| header.u32(at).unwrap_or_default();
        let Some([size, packed, _]) = long_numbers([long(22), long(18), 0], &extra) else {
            return Ok(None);
        };
        Ok(Some(Self {
            flags: number(6),
            method: number(8),
            size,
            packed,
            data: at + 30 + name.len() as u64 + extra.len() as u64,
            name,
        }))
    }
}

/// Goes from header to header, as the end of the file is missing. Where a file ends that does not
/// say how long it is, only unpacking it tells.
fn unlisted(file: &mut File, size: u64, most: usize) -> Result<Directory, ExportError> {
    let mut entries = Vec::new();
    let mut at = 0;
    let mut left = super::inflate::budget(size);
    while let Some(local) = Local::read(file, at)? {
        if entries.len() >= most {
            return Err(ExportError::Refused("it holds too many files"));
        }
        let Some(method) = Method::of(local.method) else {
            break;
        };
        let is_unknown = local.flags & SIZES_FOLLOW != 0;
        let (unpacked, packed) = match (is_unknown, method) {
            (false, _) => (local.size, local.packed),
            (true, Method::Deflated) => measure(file, local.data, left)?,
            (true, Method::Stored) => break,
        };
        left = left.saturating_sub(unpacked);
        let name = String::from_utf8_lossy(&local.name).into_owned();
        let is_plain = local.flags & IS_ENCRYPTED == 0;
        if let Some(sort) = sort(&name).filter(|_| is_plain) {
            entries.push(Entry {
                name,
                sort,
                size: unpacked,
                place: Place::Zipped(Packed {
                    header: at,
                    size: packed.min(size.saturating_sub(local.data)),
                    method,
                    crc: None,
                }),
            });
        }
        let Some(next) = local.data.checked_add(packed) else {
            break;
        };
        at = if is_unknown {
            after_sizes(file, next)?
        } else {
            next
        };
    }
    Ok(Directory {
        entries,
        is_cut: true,
    })
}

/// How long a file is, unpacked and packed; of one that is cut, as far as it goes.
fn measure(file: &mut File, start: u64, most: u64) -> io::Result<(u64, u64)> {
    file.seek(SeekFrom::Start(start))?;
    let mut input = DeflateDecoder::new(BufReader::new(file));
    // It may end anywhere.
    let _ = io::copy(&mut input.by_ref().take(most), &mut io::sink());
    Ok((input.total_out(), input.total_in()))
}

/// The sizes behind a file have 12 to 24 bytes, by who wrote them.
fn after_sizes(file: &mut File, at: u64) -> io::Result<u64> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(at))?;
    file.take(28).read_to_end(&mut bytes)?;
    let found = memchr::memmem::find(&bytes, &LOCAL);
    Ok(at + found.unwrap_or(bytes.len()) as u64)
}

/// Fills a buffer from a place; `false` if the file ends before.
fn read_at(file: &mut File, at: u64, buffer: &mut [u8]) -> io::Result<bool> {
    file.seek(SeekFrom::Start(at))?;
    match file.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// Numbers with the least byte first.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn u16(&self, at: usize) -> Option<u16> {
        Some(u16::from_le_bytes(*self.0.get(at..)?.first_chunk()?))
    }

    fn u32(&self, at: usize) -> Option<u32> {
        Some(u32::from_le_bytes(*self.0.get(at..)?.first_chunk()?))
    }

    fn u64(&self, at: usize) -> Option<u64> {
        Some(u64::from_le_bytes(*self.0.get(at..)?.first_chunk()?))
    }
}
