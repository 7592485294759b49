//! Zip files, written byte by byte from the specification, so that they can be as odd as wanted.

use std::io::Write;

use flate2::{Compression, Crc, write::DeflateEncoder};

/// A file of a zip file.
pub(super) struct Member<'a> {
    pub(super) name: &'a [u8],
    pub(super) content: &'a [u8],
    pub(super) form: Form,
}

/// How it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    Stored,
    Deflated,
    /// Deflated, with its sizes behind it.
    SizesBehind,
    /// Stored, with its sizes in the long form.
    Long,
}

pub(super) fn member<'a>(name: &'a str, content: &'a str) -> Member<'a> {
    Member {
        name: name.as_bytes(),
        content: content.as_bytes(),
        form: Form::SizesBehind,
    }
}

fn deflated(content: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

fn short(number: usize) -> [u8; 2] {
    u16::try_from(number).unwrap().to_le_bytes()
}

fn long(number: usize) -> [u8; 4] {
    u32::try_from(number).unwrap().to_le_bytes()
}

/// A zip file with these members.
pub(super) fn zip(members: &[Member<'_>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut directory = Vec::new();
    for member in members {
        let start = bytes.len();
        let mut crc = Crc::new();
        crc.update(member.content);
        let (method, data) = match member.form {
            Form::Stored | Form::Long => (0, member.content.to_vec()),
            Form::Deflated | Form::SizesBehind => (8, deflated(member.content)),
        };
        let behind = member.form == Form::SizesBehind;
        let sizes = [
            crc.sum().to_le_bytes(),
            long(data.len()),
            long(member.content.len()),
        ]
        .concat();
        let is_long = member.form == Form::Long;
        let (shown, extra) = if is_long {
            let numbers = [member.content.len(), data.len()];
            let numbers = numbers.map(|number| (number as u64).to_le_bytes()).concat();
            let extra = [&short(1)[..], &short(16), &numbers].concat();
            ([&crc.sum().to_le_bytes()[..], &[0xff; 8]].concat(), extra)
        } else {
            (sizes.clone(), Vec::new())
        };
        let flags = if behind { 8 } else { 0 };
        let common = [&short(45)[..], &short(flags), &short(method), &[0; 4]].concat();
        bytes.extend_from_slice(b"PK\x03\x04");
        bytes.extend_from_slice(&common);
        bytes.extend_from_slice(if behind { &[0; 12] } else { &shown });
        bytes.extend_from_slice(&short(member.name.len()));
        bytes.extend_from_slice(&short(extra.len()));
        bytes.extend_from_slice(member.name);
        bytes.extend_from_slice(&extra);
        bytes.extend_from_slice(&data);
        if behind {
            bytes.extend_from_slice(b"PK\x07\x08");
            bytes.extend_from_slice(&sizes);
        }
        directory.extend_from_slice(b"PK\x01\x02");
        directory.extend_from_slice(&short(45));
        directory.extend_from_slice(&common);
        directory.extend_from_slice(&shown);
        directory.extend_from_slice(&short(member.name.len()));
        directory.extend_from_slice(&short(extra.len()));
        directory.extend_from_slice(&[0; 10]);
        directory.extend_from_slice(&long(start));
        directory.extend_from_slice(member.name);
        directory.extend_from_slice(&extra);
    }
    let start = bytes.len();
    bytes.extend_from_slice(&directory);
    if members.iter().any(|member| member.form == Form::Long) {
        bytes.extend_from_slice(&long_end(members.len(), directory.len(), start));
        bytes.extend_from_slice(&end(0xffff, &[0xff; 8]));
    } else {
        let places = [long(directory.len()), long(start)].concat();
        bytes.extend_from_slice(&end(members.len(), &places));
    }
    bytes
}

fn end(count: usize, places: &[u8]) -> Vec<u8> {
    [
        b"PK\x05\x06\0\0\0\0",
        &short(count)[..],
        &short(count),
        places,
        &[0, 0],
    ]
    .concat()
}

fn long_end(count: usize, length: usize, start: usize) -> Vec<u8> {
    let number = |number: usize| (number as u64).to_le_bytes();
    [
        &b"PK\x06\x06"[..],
        &number(44),
        &[45, 0, 45, 0],
        &[0; 8],
        &number(count),
        &number(count),
        &number(length),
        &number(start),
        b"PK\x06\x07\0\0\0\0",
        &number(start + length),
        &long(1),
    ]
    .concat()
}
