//! Files that were made to do harm, or that only look like exports.

use std::io::Write;

use flate2::{Compression, write::DeflateEncoder};
use vitalog_connectors::apple_export::{ExportError, Found, Item, Skip};

use super::{
    file, read, read_xml,
    zipped::{Form, Member, member, zip},
};

const STEPS: &str = "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"Phone\" \
    unit=\"count\" startDate=\"2026-09-13 08:00:00 +0200\" \
    endDate=\"2026-09-13 08:10:00 +0200\" value=\"7\"/>";

fn samples(items: &[Item]) -> usize {
    let is_sample = |item: &&Item| matches!(item.found, Found::Sample(_));
    items.iter().filter(is_sample).count()
}

fn skipped(items: &[Item]) -> Vec<Skip> {
    let skip = |item: &Item| match item.found {
        Found::Skipped(skip) => Some(skip),
        Found::Sample(_)
        | Found::Workout(_)
        | Found::Document(_)
        | Found::Lines
        | Found::ToldElsewhere(_) => None,
    };
    items.iter().filter_map(skip).collect()
}

#[test]
fn no_entity_is_expanded_and_nothing_outside_is_read() {
    let secret = file(b"top secret");
    let path = secret.path().display();
    let xml = format!(
        "<!DOCTYPE HealthData [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;\">\
         <!ENTITY out SYSTEM \"file://{path}\"><!ENTITY % p SYSTEM \"file://{path}\"> %p; ]>\
         <HealthData>{}</HealthData>",
        STEPS.replace("Phone", "&c;&out;&b")
    );
    let (items, error) = read_xml(&xml);
    assert!(error.is_none(), "{error:?}");
    let Found::Sample(sample) = &items[0].found else {
        panic!("no sample");
    };
    assert_eq!(sample.source, "&c;&out;&b");
}

#[test]
fn element_larger_than_any_is_passed_over() {
    let huge = "x".repeat(3 << 20);
    let deep = format!("{}{}", "<a>".repeat(50_000), "</a>".repeat(50_000));
    let wide = "<b/>".repeat(200_000);
    for (what, element) in [
        ("deep", format!("<Deep>{deep}</Deep>")),
        ("wide", format!("<Wide>{wide}</Wide>")),
        (
            "large",
            format!("<Large>{}</Large>", format!("<c d=\"{huge}\"/>").repeat(3)),
        ),
    ] {
        let (items, error) = read_xml(&format!("<HealthData>{element}{STEPS}</HealthData>"));
        assert!(error.is_none(), "{what}: {error:?}");
        assert_eq!(skipped(&items), [Skip::TooLarge], "{what}");
        assert_eq!(samples(&items), 1, "{what}");
    }
}

#[test]
fn any_amount_of_text_is_no_matter() {
    let text = "x ".repeat(5 << 20);
    let (items, error) = read_xml(&format!("<HealthData>{text}{STEPS}{text}</HealthData>"));
    assert!(error.is_none(), "{error:?}");
    assert_eq!(samples(&items), 1);
}

#[test]
fn large_attribute_is_no_line_and_a_larger_one_is_refused() {
    let with = |length: usize| {
        let xml = STEPS.replace("/>", &format!(" more=\"{}\"/>", "x".repeat(length)));
        read_xml(&format!("<HealthData>{xml}{STEPS}</HealthData>"))
    };
    let (items, error) = with(2 << 20);
    assert!(error.is_none(), "{error:?}");
    assert_eq!(samples(&items), 2);
    assert!(
        items
            .iter()
            .all(|item| item.lines.iter().all(|line| line.text.len() < 1 << 20))
    );
    let (_, error) = with(9 << 20);
    assert!(matches!(error, Some(ExportError::Refused(_))), "{error:?}");
}

#[test]
fn names_without_number_are_told_apart_up_to_a_point() {
    let elements: Vec<String> = (0..3_000)
        .map(|n| format!("<Sort{n}/><Record type=\"T{n}\"/>"))
        .collect();
    let elements = elements.concat();
    let (items, error) = read_xml(&format!("<HealthData>{elements}</HealthData>"));
    assert!(error.is_none());
    let names: std::collections::BTreeSet<_> = items.iter().map(|item| &item.element).collect();
    assert!(names.len() < 120, "{}", names.len());
    let kinds: std::collections::BTreeSet<_> = items
        .iter()
        .flat_map(|item| &item.lines)
        .map(|line| &line.kind)
        .collect();
    assert!(kinds.len() < 1_300, "{}", kinds.len());
}

#[test]
fn long_texts_are_read_and_cut_but_not_remembered() {
    let long = |n: usize| format!("{n}{}", "x".repeat(5_000));
    let record = |n: usize| {
        let zone = format!(
            "><MetadataEntry key=\"HKTimeZone\" value=\"{}\"/></Record>",
            long(n)
        );
        STEPS.replace("Phone", &long(n)).replace("/>", &zone)
    };
    let of_no_type = |n: usize| record(n).replace("StepCount", &long(n));
    let in_no_unit = |n: usize| record(n).replace("\"count\"", &format!("\"{}\"", long(n)));
    let records: Vec<String> = (0..40)
        .flat_map(|n| [record(n), of_no_type(n), in_no_unit(n)])
        .collect();
    let (items, error) = read_xml(&format!("<HealthData>{}</HealthData>", records.concat()));
    assert!(error.is_none());
    assert_eq!(samples(&items), 40);
    let sources: std::collections::BTreeSet<_> = items
        .iter()
        .filter_map(|item| match &item.found {
            Found::Sample(sample) => Some(sample.source.to_string()),
            Found::Workout(_)
            | Found::Document(_)
            | Found::Lines
            | Found::ToldElsewhere(_)
            | Found::Skipped(_) => None,
        })
        .collect();
    assert_eq!(sources.len(), 40);
    assert!(sources.iter().all(|source| source.chars().count() < 300));
    let skips = skipped(&items);
    let count = |skip| skips.iter().filter(|found| **found == skip).count();
    assert_eq!(
        (count(Skip::UnsupportedType), count(Skip::UnknownUnit)),
        (40, 40)
    );
}

#[test]
fn archive_that_leads_out_of_its_folder_or_is_none_is_refused() {
    let xml = format!("<HealthData>{STEPS}</HealthData>");
    for (what, bytes) in [
        ("zip slip", zip(&[member("../../export.xml", &xml)])),
        ("absolute", zip(&[member("/export.xml", &xml)])),
        ("windows", zip(&[member("..\\export.xml", &xml)])),
        ("only a zip file in it", zip(&[member("export.zip", &xml)])),
        (
            "only a clinical document",
            zip(&[member("export.xml", "<ClinicalDocument/>")]),
        ),
        ("empty", zip(&[])),
        ("JSON", b"{\"data\":{}}".to_vec()),
        ("a picture", b"\x89PNG\r\n\x1a\n".to_vec()),
    ] {
        let (items, error) = read(file(&bytes).path());
        assert!(items.is_empty(), "{what}");
        assert!(
            matches!(error, Some(ExportError::NotAnExport)),
            "{what}: {error:?}"
        );
    }
    assert!(matches!(
        read("/nowhere/at/all").1,
        Some(ExportError::Open { .. })
    ));
}

#[test]
fn archive_that_unpacks_to_far_more_than_it_is_is_refused() {
    // What a flush ends with may stand again behind itself.
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&vec![b' '; 1 << 20]).unwrap();
    encoder.flush().unwrap();
    let space = encoder.get_ref().clone();
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(b"<HealthData>").unwrap();
    encoder.flush().unwrap();
    let mut packed = encoder.get_ref().clone();
    packed.extend_from_slice(&space.repeat(70));
    let bomb = zip(&[Member {
        name: b"export.xml",
        content: b"",
        form: Form::Deflated,
    }]);
    // The same directory, around other data.
    let data = 30 + b"export.xml".len();
    let end = bomb
        .windows(4)
        .position(|part| part == b"PK\x01\x02")
        .unwrap();
    let mut bytes = bomb[..data].to_vec();
    bytes.extend_from_slice(&packed);
    let mut directory = bomb[end..].to_vec();
    let length = u32::try_from(packed.len()).unwrap().to_le_bytes();
    directory[20..24].copy_from_slice(&length);
    let start = u32::try_from(bytes.len()).unwrap().to_le_bytes();
    let at = directory.len() - 6;
    directory[at..at + 4].copy_from_slice(&start);
    bytes.extend_from_slice(&directory);
    let (items, error) = read(file(&bytes).path());
    assert!(items.is_empty());
    let why = error.map(|error| error.to_string()).unwrap_or_default();
    assert!(why.contains("unpack to far more"), "{why}");
}

#[test]
fn directory_that_promises_too_much_is_refused() {
    let mut bytes = zip(&[Member {
        name: b"a.xml",
        content: b"x",
        form: Form::Long,
    }]);
    let end = bytes
        .windows(4)
        .rposition(|part| part == b"PK\x06\x06")
        .unwrap();
    bytes[end + 32..end + 40].copy_from_slice(&u64::MAX.to_le_bytes());
    let (_, error) = read(file(&bytes).path());
    assert!(matches!(error, Some(ExportError::Refused(_))), "{error:?}");
}

#[test]
fn cut_archive_is_read_as_far_as_it_goes() {
    let xml = format!("<HealthData>{}</HealthData>", STEPS.repeat(5_000));
    for form in [Form::Stored, Form::Deflated, Form::SizesBehind] {
        let whole = zip(&[
            member("a/export_cda.xml", "<ClinicalDocument/>"),
            Member {
                name: b"a/export.xml",
                content: xml.as_bytes(),
                form,
            },
        ]);
        let (items, error) = read(file(&whole).path());
        assert!(error.is_none());
        assert_eq!(samples(&items), 5_000);
        let cut = &whole[..whole.len() * 2 / 3];
        let (items, error) = read(file(cut).path());
        assert!(
            matches!(error, Some(ExportError::Truncated)),
            "{form:?}: {error:?}"
        );
        let found = samples(&items);
        assert!((100..5_000).contains(&found), "{form:?}: {found}");
    }
}

#[test]
fn damaged_archive_says_so() {
    let xml = format!("<HealthData>{}</HealthData>", STEPS.repeat(500));
    let mut bytes = zip(&[Member {
        name: b"export.xml",
        content: xml.as_bytes(),
        form: Form::Stored,
    }]);
    let at = bytes.len() / 2;
    let place = bytes[at..]
        .windows(5)
        .position(|part| part == b"Phone")
        .unwrap()
        + at;
    bytes[place] = b'p';
    let (items, error) = read(file(&bytes).path());
    assert!(matches!(error, Some(ExportError::Damaged)), "{error:?}");
    assert!(samples(&items) > 0);
}

#[test]
fn empty_and_headless_files_ask_for_another_export() {
    for bytes in [
        &b""[..],
        b"<?xml version=\"1.0\"?><!DOCTYPE HealthData [",
        b"<!-- HealthData -->",
    ] {
        let (items, error) = read(file(bytes).path());
        assert!(items.is_empty());
        assert!(matches!(error, Some(ExportError::Truncated)), "{error:?}");
    }
}
