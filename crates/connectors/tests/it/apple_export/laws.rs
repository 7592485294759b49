//! What holds of every file, whole, cut or torn.

use std::fmt::Write;

use proptest::prelude::*;
use vitalog_connectors::apple_export::{Export, ExportError, Found, Item};

use super::{
    file, fixture, read,
    zipped::{Form, Member, zip},
};

fn example() -> Vec<u8> {
    std::fs::read(fixture("apple_health_export/export.xml")).unwrap()
}

/// All that can be had of a file, whatever errors stand between.
fn all(bytes: &[u8]) -> Vec<Item> {
    let file = file(bytes);
    let Ok(mut reader) = Export::open(file.path()).and_then(|export| export.read(0)) else {
        return Vec::new();
    };
    let mut items = Vec::new();
    for _ in 0..10_000 {
        match reader.next() {
            Ok(Some(item)) => items.push(item),
            Ok(None) => return items,
            Err(_) => {}
        }
    }
    panic!("it never ends");
}

#[test]
fn any_cut_of_an_export_yields_its_start() {
    let whole = example();
    let (items, error) = read(file(&whole).path());
    assert!(error.is_none());
    // Every place would take minutes; a prime step meets every kind of place.
    for end in (0..whole.len()).step_by(37) {
        let (found, error) = read(file(&whole[..end]).path());
        assert!(found[..] == items[..found.len()], "cut at {end}");
        if end + 1 < whole.len() {
            let is_cut = matches!(
                error,
                Some(ExportError::Truncated | ExportError::NotAnExport)
            );
            assert!(
                is_cut || found.len() == items.len(),
                "cut at {end}: {error:?}"
            );
        }
    }
}

#[test]
fn any_cut_of_a_packed_export_yields_its_start() {
    let xml = example();
    for form in [Form::Deflated, Form::SizesBehind, Form::Stored, Form::Long] {
        let whole = zip(&[Member {
            name: b"a/export.xml",
            content: &xml,
            form,
        }]);
        let (items, _) = read(file(&whole).path());
        for end in (0..whole.len()).step_by(101) {
            let (found, error) = read(file(&whole[..end]).path());
            assert!(found[..] == items[..found.len()], "{form:?} cut at {end}");
            assert!(
                error.is_some() || found.len() == items.len(),
                "{form:?} cut at {end}"
            );
        }
    }
}

/// Tags as `quick-xml` sees them, under the root.
fn seen_by_another(xml: &str) -> Vec<String> {
    use quick_xml::events::Event;
    let mut reader = quick_xml::Reader::from_str(xml);
    let mut depth = 0;
    let mut seen = Vec::new();
    loop {
        let (name, opens) = match reader.read_event().unwrap() {
            Event::Eof => return seen,
            Event::Start(tag) => (tag.name().as_ref().to_owned(), true),
            Event::Empty(tag) => (tag.name().as_ref().to_owned(), false),
            Event::End(_) => {
                depth -= 1;
                continue;
            }
            Event::Text(_)
            | Event::CData(_)
            | Event::Comment(_)
            | Event::Decl(_)
            | Event::PI(_)
            | Event::DocType(_)
            | Event::GeneralRef(_) => continue,
        };
        if depth == 1 {
            seen.push(name);
        }
        depth += u32::from(opens);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn torn_file_never_panics_and_ends(
        tears in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20),
    ) {
        let mut bytes = example();
        for (place, byte) in tears {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        all(&bytes);
    }

    #[test]
    fn torn_archive_never_panics_and_ends(
        tears in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20),
        long in any::<bool>(),
    ) {
        let xml = example();
        let form = if long { Form::Long } else { Form::SizesBehind };
        let mut bytes = zip(&[Member { name: b"a/export.xml", content: &xml, form }]);
        for (place, byte) in tears {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        all(&bytes);
    }

    #[test]
    fn elements_are_those_that_another_parser_sees(
        elements in proptest::collection::vec(
            ("[A-Z][a-z]{0,9}", "[ -;=?-~&&[^\"&<]]{0,20}", 0_usize..4),
            0..30,
        ),
    ) {
        let mut xml = String::from("<HealthData>");
        for (name, value, depth) in &elements {
            write!(xml, "<{name} value=\"{value}\">").unwrap();
            xml += &format!("<x a=\"{value}\">").repeat(*depth);
            xml += &"</x>".repeat(*depth);
            writeln!(xml, "<!-- {name} --></{name}>").unwrap();
        }
        xml += "</HealthData>";
        let (items, error) = super::read_xml(&xml);
        prop_assert!(error.is_none());
        let expected = seen_by_another(&xml);
        prop_assert_eq!(items.len(), expected.len());
        for (item, expected) in items.iter().zip(expected) {
            prop_assert_eq!(item.element.as_ref(), expected);
            prop_assert!(!matches!(item.found, Found::Sample(_)));
        }
    }
}
