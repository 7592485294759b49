//! Names of files: what one may be, and which are not looked at.

/// What a file may be, by the end of its name. What it is, its content says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::apple_export) enum Sort {
    /// The data, or the clinical document that repeats some of it.
    Xml,
    /// The route of a workout.
    Route,
    /// An electrocardiogram.
    Ecg,
    /// A document of a clinic.
    Clinical,
}

/// The longest name that is looked at.
const MAX_NAME: usize = 1_024;

/// What a file of that name may be; `None` for what says nothing: other kinds of files, what a Mac
/// adds when it packs, and names that lead out of the folder (nothing is ever written under a
/// name, yet such an archive was made for no good).
pub(super) fn sort(name: &str) -> Option<Sort> {
    if name.len() > MAX_NAME || name.starts_with('/') || name.contains(['\\', ':', '\0']) {
        return None;
    }
    let mut parts = name.split('/');
    let is_hidden = |part: &str| part.starts_with('.') || part == "__MACOSX";
    if parts.any(is_hidden) {
        return None;
    }
    let (_, end) = name.rsplit_once('.')?;
    Some(match end.to_ascii_lowercase().as_str() {
        "xml" => Sort::Xml,
        "gpx" => Sort::Route,
        "csv" => Sort::Ecg,
        "json" => Sort::Clinical,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_that_can_be_of_an_export_are_looked_at() {
        for (name, expected) in [
            ("apple_health_export/export.xml", Some(Sort::Xml)),
            ("导出.xml", Some(Sort::Xml)),
            (
                "a/workout-routes/route_2026-09-13_6.02pm.GPX",
                Some(Sort::Route),
            ),
            ("electrocardiograms/ecg_2026-09-13.csv", Some(Sort::Ecg)),
            ("clinical-records/Observation-1.json", Some(Sort::Clinical)),
            ("../export.xml", None),
            ("a/../../export.xml", None),
            ("/etc/export.xml", None),
            ("C:\\export.xml", None),
            ("C:/export.xml", None),
            ("__MACOSX/export.xml", None),
            ("a/._export.xml", None),
            ("inner.zip", None),
            ("export", None),
            ("export.xml/", None),
        ] {
            assert_eq!(sort(name), expected, "{name}");
        }
    }
}
