//! How fast an export is read: from the bytes of a file to items, without storing anything.
//!
//! `cargo bench -p vitalog-connectors` writes a synthetic export and prints megabytes of XML for
//! each second of processor time, of reading it as a file and out of a zip file, and, as a floor,
//! of `quick-xml` looking at its tags and attributes and nothing else.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a benchmark prints its figures, and should stop if it cannot go on"
)]

use std::{
    fs::{self, File},
    io::{BufWriter, Write},
    path::Path,
};

use flate2::{Compression, write::DeflateEncoder};
use vitalog_connectors::apple_export::{Export, Found};
use vitalog_synthetic::apple_export::generate;

const SIZE: u64 = 200_000_000;
const ROUNDS: usize = 5;

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let xml = folder.path().join("export.xml");
    let started = cpu_s();
    let size = generate(7, SIZE, BufWriter::new(File::create(&xml).unwrap())).unwrap();
    let mb = megabytes(size);
    println!(
        "written: {mb:.0} MB, {:.0} MB per CPU-second",
        mb / (cpu_s() - started)
    );
    let zip = folder.path().join("export.zip");
    pack(&xml, &zip);
    println!(
        "packed: {:.1} MB",
        megabytes(fs::metadata(&zip).unwrap().len())
    );

    print("read as a file", mb, || read(&xml));
    print("read out of a zip file", mb, || read(&zip));
    println!("most memory, with what writing took: {}", most_memory());
    print("quick-xml, tags and attributes", mb, || floor(&xml));
}

fn print(what: &str, mb: f64, work: impl Fn() -> usize) {
    let rounds = (0..ROUNDS).map(|_| {
        let started = cpu_s();
        let count = work();
        (mb / (cpu_s() - started), count)
    });
    let mut rounds: Vec<_> = rounds.collect();
    rounds.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (speed, count) = rounds[ROUNDS / 2];
    println!("{what}: {speed:.0} MB per CPU-second ({count} elements)");
}

fn read(path: &Path) -> usize {
    let mut reader = Export::open(path).unwrap().read(0).unwrap();
    let mut count = 0;
    while let Some(item) = reader.next().unwrap() {
        count += 1;
        if let Found::Sample(sample) = &item.found {
            std::hint::black_box(sample.quantity);
        }
    }
    count
}

fn floor(path: &Path) -> usize {
    let text = fs::read_to_string(path).unwrap();
    let mut reader = quick_xml::Reader::from_str(&text);
    let mut count = 0;
    loop {
        match reader.read_event().unwrap() {
            quick_xml::events::Event::Eof => return count,
            quick_xml::events::Event::Start(tag) | quick_xml::events::Event::Empty(tag) => {
                count += 1;
                for attribute in tag.attributes().with_checks(false) {
                    std::hint::black_box(attribute.unwrap().value.len());
                }
            }
            quick_xml::events::Event::End(_)
            | quick_xml::events::Event::Text(_)
            | quick_xml::events::Event::CData(_)
            | quick_xml::events::Event::Comment(_)
            | quick_xml::events::Event::Decl(_)
            | quick_xml::events::Event::PI(_)
            | quick_xml::events::Event::DocType(_)
            | quick_xml::events::Event::GeneralRef(_) => {}
        }
    }
}

/// A zip file with one file in it, as phones write them: sizes after the data.
fn pack(xml: &Path, zip: &Path) {
    let name = b"apple_health_export/export.xml";
    let text = fs::read(xml).unwrap();
    let mut packed = DeflateEncoder::new(Vec::new(), Compression::default());
    packed.write_all(&text).unwrap();
    let packed = packed.finish().unwrap();
    let mut crc = flate2::Crc::new();
    crc.update(&text);
    let sizes = [
        crc.sum(),
        u32::try_from(packed.len()).unwrap(),
        crc.amount(),
    ];
    let sizes: Vec<u8> = sizes
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect();
    let length = [u8::try_from(name.len()).unwrap(), 0, 0, 0];
    let common = [20, 0, 8, 0, 8, 0, 0, 0, 0, 0];
    let mut bytes = Vec::new();
    bytes.extend_from_slice(b"PK\x03\x04");
    bytes.extend_from_slice(&common);
    bytes.extend_from_slice(&[0; 12]);
    bytes.extend_from_slice(&length);
    bytes.extend_from_slice(name);
    bytes.extend_from_slice(&packed);
    bytes.extend_from_slice(b"PK\x07\x08");
    bytes.extend_from_slice(&sizes);
    let start = u32::try_from(bytes.len()).unwrap();
    bytes.extend_from_slice(b"PK\x01\x02\x14\x00");
    bytes.extend_from_slice(&common);
    bytes.extend_from_slice(&sizes);
    bytes.extend_from_slice(&length);
    bytes.extend_from_slice(&[0; 14]);
    bytes.extend_from_slice(name);
    let directory = u32::try_from(bytes.len()).unwrap() - start;
    bytes.extend_from_slice(b"PK\x05\x06\x00\x00\x00\x00\x01\x00\x01\x00");
    bytes.extend_from_slice(&directory.to_le_bytes());
    bytes.extend_from_slice(&start.to_le_bytes());
    bytes.extend_from_slice(&[0, 0]);
    fs::write(zip, bytes).unwrap();
}

#[expect(clippy::cast_precision_loss, reason = "a size for people")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

/// Seconds of processor time of this thread.
fn cpu_s() -> f64 {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    let nanoseconds: f64 = text.split(' ').next().unwrap().parse().unwrap();
    nanoseconds / 1e9
}

fn most_memory() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.unwrap_or_default().trim().to_owned()
}
