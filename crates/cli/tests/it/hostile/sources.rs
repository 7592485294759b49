//! Sources: what may stand in for the name of an app, and what must not come out of it again.

use super::{
    Case,
    push::{
        Expect::{self, Reads, Skipped},
        Given::{self, Source},
    },
    table,
};

pub(super) const ROWS: &[Case<Given, Expect>] = table! {
    "no source": Source("null") => Reads(r#"{"source":"unknown"}"#);
    "empty source": Source(r#""""#) => Reads(r#"{"source":"unknown"}"#);
    "source of spaces": Source("\" \u{a0}\u{3000}\"") => Reads(r#"{"source":"unknown"}"#);
    "source that is true": Source("true") => Reads(r#"{"source":"unknown"}"#);
    "source that is a list": Source(r#"["Watch"]"#) => Reads(r#"{"source":"unknown"}"#);
    "source that is a number": Source("42") => Reads(r#"{"source":"42"}"#);
    "source that is an object": Source(r#"{"name":"Watch","identifier":"com.example"}"#) => Reads(r#"{"source":"Watch"}"#);
    "source that is an object without a name": Source(r#"{"identifier":"com.example"}"#) => Reads(r#"{"source":"unknown"}"#);
    "source that is an object in an object": Source(r#"{"name":{"name":"Watch"}}"#) => Reads(r#"{"source":"unknown"}"#);
    "source with a terminal's orders": Source(r#""\u001b[31mWatch\u0007\u009b""#) => Reads(r#"{"source":"[31mWatch"}"#);
    "source with line breaks": Source(r#""Watch\r\n2026-01-01 ERROR forged""#) => Reads(r#"{"source":"Watch2026-01-01 ERROR forged"}"#);
    "source with NUL": Source(r#""Wa\u0000tch""#) => Reads(r#"{"source":"Watch"}"#);
    "source that turns the writing round": Source(r#""\u202ehctaW\u2066\u2069""#) => Reads(r#"{"source":"hctaW"}"#);
    "source of marks nobody sees": Source(r#""\u200b\ufeff\u200f""#) => Reads(r#"{"source":"unknown"}"#);
    "source with half of a surrogate pair": Source(r#""Wat\ud83dch""#) => Reads("{\"source\":\"Wat\u{fffd}ch\"}");
    "source with a surrogate pair": Source(r#""\ud83c\udfc3 Run""#) => Reads("{\"source\":\"\u{1f3c3} Run\"}");
    "source with quotes and markup": Source(r#""\"><script>alert(1)</script>""#) => Reads(r#"{"source":"\"><script>alert(1)</script>"}"#);
    "source that is a query": Source(r#""'; drop table readings; --""#) => Reads(r#"{"source":"'; drop table readings; --"}"#);
    "source with a curly apostrophe": Source("\"Robin\u{2019}s Apple\u{a0}Watch\"") => Reads("{\"source\":\"Robin\u{2019}s Apple\u{a0}Watch\"}");
    "source of a megabyte": Source(r#""LONG""#) => Reads(r#"{"source":"LONG"}"#);
    "source of a megabyte that ends in white space": Source(r#""  LONG\u200b ""#) => Reads(r#"{"source":"LONG"}"#);
    "source that is an object with a megabyte for its name": Source(r#"{"name":"LONG"}"#) => Reads(r#"{"source":"LONG"}"#);
    "ring's maker behind a megabyte": Source(r#""LONG|Oura""#) => Skipped("oura_source");
    "source of several": Source(r#""Watch|Phone""#) => Reads(r#"{"source":"Watch|Phone"}"#);
    "ring's maker": Source(r#""Oura""#) => Skipped("oura_source");
    "ring's maker in any letters": Source(r#""my OURA ring""#) => Skipped("oura_source");
    "ring's maker among several": Source(r#""Watch|oura""#) => Skipped("oura_source");
    "ring's maker in an object": Source(r#"{"name":"Oura"}"#) => Skipped("oura_source");
    "ring's maker behind an escape": Source(r#""\u004fura""#) => Skipped("oura_source");
    "ring's maker behind marks nobody sees": Source(r#""O\u200bura""#) => Skipped("oura_source");
};
