//! Unpacks one file of a zip file, as it is read.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use flate2::{Crc, bufread::DeflateDecoder};

use super::{
    super::ExportError,
    Input,
    zip::{Method, Packed, data_start},
};

/// How many times larger than packed the files of an export may be together. Real ones are ten to
/// twenty times larger, and what is packed this way cannot be more than a thousand.
const MAX_RATIO: u64 = 300;
/// What may be unpacked of the smallest file.
const LEAST_BUDGET: u64 = 64 << 20;
const BUFFER: usize = 64 << 10;

/// What may be unpacked of a zip file of that size.
pub(super) fn budget(size: u64) -> u64 {
    size.saturating_mul(MAX_RATIO).max(LEAST_BUDGET)
}

/// Opens a packed file.
pub(super) fn unpack(
    mut file: File,
    packed: &Packed,
    budget: Arc<AtomicU64>,
) -> Result<Input, ExportError> {
    let start = data_start(&mut file, packed.header)?.ok_or(ExportError::Damaged)?;
    file.seek(SeekFrom::Start(start))?;
    let raw = BufReader::with_capacity(BUFFER, file.take(packed.size));
    let input: Input = match packed.method {
        Method::Stored => Box::new(raw),
        Method::Deflated => Box::new(DeflateDecoder::new(raw)),
    };
    Ok(Box::new(Unpacked {
        input,
        budget,
        crc: Crc::new(),
        expected: packed.crc,
    }))
}

/// What is unpacked, counted and checked.
struct Unpacked {
    input: Input,
    budget: Arc<AtomicU64>,
    crc: Crc,
    expected: Option<u32>,
}

impl Read for Unpacked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer).map_err(|error| {
            let is_damage = matches!(
                error.kind(),
                io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData
            );
            if is_damage {
                io::Error::other(ExportError::Damaged)
            } else {
                error
            }
        })?;
        if read == 0 && !buffer.is_empty() {
            let is_whole = self.expected.is_none_or(|crc| crc == self.crc.sum());
            return if is_whole {
                Ok(0)
            } else {
                Err(io::Error::other(ExportError::Damaged))
            };
        }
        self.crc.update(buffer.get(..read).unwrap_or_default());
        let taken = u64::try_from(read).unwrap_or(u64::MAX);
        let spent = self
            .budget
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                left.checked_sub(taken)
            });
        spent.map_err(|_| {
            let why = "its files unpack to far more than any export's do";
            io::Error::other(ExportError::Refused(why))
        })?;
        Ok(read)
    }
}
