//! What real exports have that they should not, and where else than expected.

use vitalog_connectors::apple_export::{Export, Found, Item};

use super::{
    file, fixture, read, read_xml,
    render::render_all,
    zipped::{Form, Member, member, zip},
};

const STEPS: &str = "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"Phone\" \
    unit=\"count\" startDate=\"2026-09-13 08:00:00 +0200\" \
    endDate=\"2026-09-13 08:10:00 +0200\" value=\"7\"/>";
const SEVEN: &str = "Record: step_count 7 count (sent 7 count) at 2026-09-13 08:00:00 +0200 until \
    2026-09-13T06:10:00Z by Phone";

fn data(records: &str) -> String {
    format!("<?xml version=\"1.0\"?>\n<HealthData locale=\"en_US\">{records}</HealthData>\n")
}

/// What XML yields, which must end well.
fn texts(xml: &str) -> Vec<String> {
    let (items, error) = read_xml(xml);
    assert!(error.is_none(), "{error:?}");
    render_all(&items)
}

#[test]
fn the_same_record_is_read_however_it_is_written() {
    for (what, record) in [
        ("plain", STEPS.to_owned()),
        ("single quotes", STEPS.replace('"', "'")),
        (
            "spaces",
            STEPS.replace("=\"", " = \"").replace("/>", "  />"),
        ),
        ("line breaks", STEPS.replace("\" ", "\"\n\t")),
        ("closed apart", STEPS.replace("/>", "></Record>")),
        (
            "a comment in it",
            STEPS.replace("/>", "><!-- </HealthData> \" --></Record>"),
        ),
        (
            "text and CDATA in it",
            STEPS.replace("/>", ">x<![CDATA[</Record>]]></Record>"),
        ),
        (
            "names of 2015",
            STEPS
                .replace("sourceName", "source Name")
                .replace("startDate", "start Date"),
        ),
        (
            "dates of 2015",
            STEPS
                .replace("2026-09-13 08:00:00 +0200", "20260913080000+0200")
                .replace("2026-09-13 08:10:00 +0200", "20260913081000+0200"),
        ),
        ("a control character", STEPS.replace("Phone", "Pho\u{b}ne")),
        ("a numbered one", STEPS.replace("Phone", "&#80;ho&#11;ne")),
        (
            "an instruction before it",
            format!("<?php echo '<Record/>'; ?>{STEPS}"),
        ),
        ("text before it", format!("lost text {STEPS}")),
        ("a stray end before it", format!("</Record>{STEPS}")),
    ] {
        assert_eq!(texts(&data(&record)), [SEVEN], "{what}");
    }
}

#[test]
fn nothing_before_the_root_matters() {
    let root = format!("<HealthData>{STEPS}</HealthData>");
    for head in [
        "",
        "\u{feff}<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
        "<!DOCTYPE HealthData>",
        "<!DOCTYPE HealthData [<!ELEMENT HealthData (Record*)> > > <!ATTLIST HealthData a CDATA #IMPLIED ]>",
        "<!DOCTYPE HealthData [ unclosed ",
        "<!DOCTYPE HealthData [<!ENTITY x \"boom\">]>",
    ] {
        assert_eq!(texts(&format!("{head}\n{root}")), [SEVEN], "{head}");
    }
}

#[test]
fn what_changes_from_export_to_export_changes_no_line() {
    let record = |address: &str, clock: &str| {
        format!(
            "<Record type=\"HKQuantityTypeIdentifierHeartRate\" sourceName=\"Watch\" \
             device=\"&lt;&lt;HKDevice: {address}&gt;, name:Apple Watch, hardware:Watch7,1&gt;\" \
             unit=\"count/min\" {clock} value=\"61\"><MetadataEntry key=\"B\" value=\"2\"/>\
             <MetadataEntry key=\"A\" value=\"1\"/></Record>"
        )
    };
    let lines = |record: String| -> Vec<String> {
        let (items, _) = read_xml(&data(&record));
        items[0]
            .lines
            .iter()
            .map(|line| format!("{line:?}"))
            .collect()
    };
    let first = lines(record(
        "0x1",
        "startDate=\"2026-09-13 08:00:00 +0200\" endDate=\"2026-09-13 08:00:00 +0200\" creationDate=\"2026-09-13 08:00:00 +0200\"",
    ));
    let other = lines(record(
        "0x2ab",
        "creationDate=\"2026-09-13 02:00:01 -0400\" endDate=\"2026-09-13 02:00:00 -0400\" startDate=\"2026-09-13 02:00:00 -0400\"",
    ));
    assert_eq!(first.len(), 2);
    assert_eq!(first, other);
}

#[test]
fn what_is_not_known_is_kept_and_counted() {
    let found = texts(&data(
        "<Novelty date=\"2026-09-13 08:00:00 +0200\" a=\"1\"><Part b=\"2\"><Bit/></Part></Novelty>\
         <Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"P\" unit=\"count\" \
         startDate=\"2026-09-13 08:00:00 +0200\" endDate=\"2026-09-13 08:00:00 +0200\" value=\"7\" \
         mood=\"good\"/>\
         <Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"P\" unit=\"paces\" \
         startDate=\"2026-09-13 08:00:00 +0200\" endDate=\"2026-09-13 08:00:00 +0200\" value=\"7\"/>\
         <Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"P\" unit=\"count\" \
         startDate=\"yesterday\" endDate=\"today\" value=\"7\"/>\
         <Audiogram><SensitivityPoint/></Audiogram>",
    ));
    assert_eq!(
        found,
        [
            "Novelty: skipped: unknown_element",
            "  element:Novelty 2026-09-13 2026-09-13 {\"a\":\"1\",\"date\":\"2026-09-13T06:00:00Z\",\"holds\":[{\"element\":\"Part\",\"b\":\"2\",\"holds\":[{\"element\":\"Bit\"}]}]}",
            "Record: step_count 7 count (sent 7 count) at 2026-09-13 08:00:00 +0200 by P",
            "  HKQuantityTypeIdentifierStepCount 2026-09-13 2026-09-13 {\"at\":\"2026-09-13T06:00:00Z\",\"source\":\"P\",\"mood\":\"good\"}",
            "Record: skipped: unknown_unit",
            "  HKQuantityTypeIdentifierStepCount 2026-09-13 2026-09-13 {\"endDate\":\"2026-09-13T06:00:00Z\",\"sourceName\":\"P\",\"startDate\":\"2026-09-13T06:00:00Z\",\"type\":\"HKQuantityTypeIdentifierStepCount\",\"unit\":\"paces\",\"value\":\"7\"}",
            "Record: skipped: invalid_sample",
            "  HKQuantityTypeIdentifierStepCount undated 1970-01-01 {\"endDate\":\"today\",\"sourceName\":\"P\",\"startDate\":\"yesterday\",\"type\":\"HKQuantityTypeIdentifierStepCount\",\"unit\":\"count\",\"value\":\"7\"}",
            "Audiogram: skipped: counted_only",
        ]
    );
}

#[test]
fn data_are_found_by_what_they_are_and_not_by_name() {
    let xml = data(STEPS);
    let clinical = format!(
        "<?xml version=\"1.0\"?><ClinicalDocument>{}</ClinicalDocument>",
        "x".repeat(9000)
    );
    let inner = zip(&[member("export.xml", &xml)]);
    let inner = Member {
        name: b"inner.zip",
        content: &inner,
        form: Form::Stored,
    };
    for form in [Form::Stored, Form::Deflated, Form::SizesBehind, Form::Long] {
        let content = xml.as_bytes();
        for (what, members) in [
            (
                "plain",
                vec![Member {
                    name: b"apple_health_export/export.xml",
                    content,
                    form,
                }],
            ),
            (
                "chinese",
                vec![Member {
                    name: "apple_health_export/导出.xml".as_bytes(),
                    content,
                    form,
                }],
            ),
            (
                "no UTF-8",
                vec![Member {
                    name: b"exportaci\xf3n.xml",
                    content,
                    form,
                }],
            ),
            (
                "re-packed",
                vec![
                    member("__MACOSX/a/._export.xml", "junk"),
                    member("a/.DS_Store", "junk"),
                    member("a/export_cda.xml", &clinical),
                    Member {
                        name: b"a/export.xml",
                        content,
                        form,
                    },
                    Member {
                        name: inner.name,
                        content: inner.content,
                        form: inner.form,
                    },
                ],
            ),
        ] {
            let (items, error) = read(file(&zip(&members)).path());
            assert!(error.is_none(), "{what} {form:?}: {error:?}");
            assert_eq!(render_all(&items), [SEVEN], "{what} {form:?}");
        }
    }
}

#[test]
fn zip_file_behind_other_bytes_is_found() {
    let mut bytes = b"PK\x03\x04".to_vec();
    bytes.resize(100, b'-');
    bytes.extend_from_slice(&zip(&[member("export.xml", &data(STEPS))]));
    let (items, error) = read(file(&bytes).path());
    assert!(error.is_none(), "{error:?}");
    assert_eq!(render_all(&items), [SEVEN]);
}

#[test]
fn zip_folder_and_xml_of_one_export_say_the_same() {
    let folder = fixture("apple_health_export");
    let names = [
        "export.xml",
        "workout-routes/route_2026-09-13_6.02pm.gpx",
        "electrocardiograms/ecg_2026-09-13.csv",
        "clinical-records/Observation-00000000-0000-4000-8000-000000000001.json",
        "clinical-records/Observation-00000000-0000-4000-8000-000000000002.json",
    ];
    let contents = names.map(|name| std::fs::read(folder.join(name)).unwrap());
    let prefixed = names.map(|name| format!("apple_health_export/{name}"));
    let members: Vec<_> = prefixed
        .iter()
        .zip(&contents)
        .map(|(name, content)| Member {
            name: name.as_bytes(),
            content,
            form: Form::SizesBehind,
        })
        .collect();
    let (of_folder, _) = read(&folder);
    let (of_zip, _) = read(file(&zip(&members)).path());
    let (of_xml, _) = read(folder.join("export.xml"));
    assert!(of_folder == of_zip);
    assert!(of_folder[..of_xml.len()] == of_xml[..]);
    assert_eq!(of_folder.len(), of_xml.len() + 4);
}

#[test]
fn reading_goes_on_from_any_checkpoint() {
    let folder = fixture("apple_health_export");
    let export = Export::open(&folder).unwrap();
    let total: u64 = export.inputs().iter().map(|input| input.size).sum();
    let mut reader = export.read(0).unwrap();
    let mut checkpoints = vec![0];
    let mut all: Vec<Item> = Vec::new();
    while let Some(item) = reader.next().unwrap() {
        all.push(item);
        checkpoints.push(reader.checkpoint());
        assert!(reader.checkpoint() <= reader.position());
    }
    assert_eq!(reader.position(), total);
    assert_eq!(
        export.made_at().unwrap().to_string(),
        "2026-09-15T07:00:00Z"
    );
    for (read, checkpoint) in checkpoints.into_iter().enumerate() {
        let mut reader = export.read(checkpoint).unwrap();
        let rest: Vec<Item> = std::iter::from_fn(|| reader.next().unwrap()).collect();
        let missing = all[read..].iter().filter(|item| {
            let is_there = |other: &Item| match (&item.found, &other.found) {
                // A blood pressure may be told by its correlation now.
                (Found::ToldElsewhere(_), _) => true,
                (Found::Sample(one), Found::Sample(other)) => one == other,
                (one, other) => one == other,
            };
            !rest.iter().any(is_there)
        });
        assert_eq!(missing.count(), 0, "after {read}, from {checkpoint}");
    }
}
