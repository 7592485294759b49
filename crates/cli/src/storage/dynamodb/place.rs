//! `dynamodb://TABLE?region=REGION&endpoint=URL`: which table, and where.

use url::form_urlencoded;

use crate::failure::Failure;

const FORM: &str = "It looks like dynamodb://TABLE?region=eu-central-1.";

/// Which table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) table: String,
    /// Where it is; without it, where the environment and the profile of AWS say.
    pub(super) region: Option<String>,
    /// Another address than AWS's own.
    pub(super) endpoint: Option<String>,
}

impl Place {
    /// Reads what follows `dynamodb://`.
    pub(super) fn parse(rest: &str) -> Result<Self, Failure> {
        let (table, query) = rest.split_once('?').unwrap_or((rest, ""));
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
        if !(3..=255).contains(&table.len()) || !table.bytes().all(is_name) {
            let bad = Failure::usage("the storage URL names no DynamoDB table");
            return Err(bad.advise(FORM));
        }
        let mut place = Self {
            table: table.to_owned(),
            region: None,
            endpoint: None,
        };
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let part = match &*name {
                "region" => &mut place.region,
                "endpoint" => &mut place.endpoint,
                _ => {
                    let unknown = format!("a DynamoDB storage URL has no part `{name}`");
                    return Err(Failure::usage(unknown).advise(FORM));
                }
            };
            *part = Some(value.into_owned());
        }
        Ok(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read() {
        let place = |table: &str, region: Option<&str>, endpoint: Option<&str>| Place {
            table: table.to_owned(),
            region: region.map(str::to_owned),
            endpoint: endpoint.map(str::to_owned),
        };
        let local = Some("http://127.0.0.1:8000");
        let cases = [
            ("health", place("health", None, None)),
            (
                "my_health-2.table?region=eu-central-1",
                place("my_health-2.table", Some("eu-central-1"), None),
            ),
            (
                "health?endpoint=http://127.0.0.1:8000&region=x",
                place("health", Some("x"), local),
            ),
            (
                "health?endpoint=http%3A%2F%2F127.0.0.1%3A8000",
                place("health", None, local),
            ),
        ];
        for (rest, expected) in cases {
            assert_eq!(Place::parse(rest).unwrap(), expected, "{rest}");
        }
        for bad in [
            "",
            "ab",
            "a/b/c",
            "health/",
            "health?key=1",
            "user:pw@health",
        ] {
            assert!(Place::parse(bad).is_err(), "{bad}");
        }
    }
}
