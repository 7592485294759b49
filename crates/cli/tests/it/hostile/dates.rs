//! Dates: the forms of phones in other settings, and times that do not exist.

use super::{
    Case,
    push::{
        Expect::{self, Reads, Skipped},
        Given::{self, Date},
    },
    table,
};

pub(super) const READ: &[Case<Given, Expect>] = table! {
    "12-hour clock": Date(r#""2023-05-01 7:57:00 am -0700""#) => Reads(r#"{"date":"2023-05-01","time":"07:57"}"#);
    "12-hour clock in capitals": Date(r#""2023-05-01 7:58:00 PM -0700""#) => Reads(r#"{"date":"2023-05-01","time":"19:58"}"#);
    "12-hour clock with points": Date(r#""2023-05-01 7:59:00 p. m. -0700""#) => Reads(r#"{"date":"2023-05-01","time":"19:59"}"#);
    "midnight is 12 am": Date(r#""2023-05-01 12:00:00 AM -0700""#) => Reads(r#"{"date":"2023-05-01","time":"00:00"}"#);
    "noon is 12 pm": Date(r#""2023-05-01 12:00:00 PM -0700""#) => Reads(r#"{"date":"2023-05-01","time":"12:00"}"#);
    "narrow no-break space before the marker": Date("\"2023-05-02 7:57:00\u{202f}PM -0700\"") => Reads(r#"{"date":"2023-05-02","time":"19:57"}"#);
    "the same space as an escape": Date(r#""2023-05-02 7:58:00\u202fam -0700""#) => Reads(r#"{"date":"2023-05-02","time":"07:58"}"#);
    "no-break space before the marker": Date("\"2023-05-02 7:59:00\u{a0}am -0700\"") => Reads(r#"{"date":"2023-05-02","time":"07:59"}"#);
    "Buddhist year": Date(r#""2566-05-03 07:57:00 +0700""#) => Reads(r#"{"date":"2023-05-02","time":"17:57"}"#);
    "Arabic digits": Date(r#""٢٠٢٣-٠٥-٠٤ ٠٧:٥٧:٠٠ +0300""#) => Reads(r#"{"date":"2023-05-03","time":"21:57"}"#);
    "Persian digits": Date(r#""۲۰۲۳-۰۵-۰۴ ۰۷:۵۸:۰۰ +0330""#) => Reads(r#"{"date":"2023-05-03","time":"21:28"}"#);
    "fullwidth digits": Date(r#""２０２３-05-04 07:59:00 -0700""#) => Reads(r#"{"date":"2023-05-04","time":"07:59"}"#);
    "digits of two scripts": Date(r#""2023-0٥-04 0७:50:00 -0700""#) => Reads(r#"{"date":"2023-05-04","time":"07:50"}"#);
    "offset with a colon": Date(r#""2023-05-05 07:57:00 -07:00""#) => Reads(r#"{"date":"2023-05-05","time":"07:57"}"#);
    "offset in hours only": Date(r#""2023-05-05 07:58:00 -07""#) => Reads(r#"{"date":"2023-05-05","time":"07:58"}"#);
    "offset from GMT": Date(r#""2023-05-05 07:59:00 GMT+1""#) => Reads(r#"{"date":"2023-05-04","time":"23:59"}"#);
    "no offset, in the zone of the account": Date(r#""2023-05-06 07:57:00""#) => Reads(r#"{"date":"2023-05-06","time":"07:57"}"#);
    "date only": Date(r#""2023-05-07""#) => Reads(r#"{"date":"2023-05-07","time":"00:00"}"#);
    "no offset in an hour that the clocks skip": Date(r#""2023-03-12 02:30:00""#) => Reads(r#"{"date":"2023-03-12","time":"03:30"}"#);
    "ISO with Z": Date(r#""2023-05-08T14:57:00Z""#) => Reads(r#"{"date":"2023-05-08","time":"07:57"}"#);
    "ISO with a fraction of nine digits": Date(r#""2023-05-08T14:58:00.123456789+00:00""#) => Reads(r#"{"date":"2023-05-08","time":"07:58"}"#);
    "seconds since 1970": Date("1683644220") => Reads(r#"{"date":"2023-05-09","time":"07:57"}"#);
    "seconds since 1970 as text": Date(r#""1683644280.5""#) => Reads(r#"{"date":"2023-05-09","time":"07:58"}"#);
    "milliseconds since 1970": Date("1683644340000") => Reads(r#"{"date":"2023-05-09","time":"07:59"}"#);
    "seconds since 2001": Date("705337080.994098") => Reads(r#"{"date":"2023-05-09","time":"07:58"}"#);
    "offset of one digit": Date(r#""2023-05-05 07:56:00 -7""#) => Reads(r#"{"date":"2023-05-05","time":"07:56"}"#);
    "minus of typesetters": Date(r#""2023−05−05 07:55:00 −0700""#) => Reads(r#"{"date":"2023-05-05","time":"07:55"}"#);
    "spaces around": Date(r#""  2023-05-10 07:57:00 -0700 ""#) => Reads(r#"{"date":"2023-05-10","time":"07:57"}"#);
    "marks of writing direction inside": Date("\"\u{200f}2023-05-10 07:58:00\u{200e} -0700\"") => Reads(r#"{"date":"2023-05-10","time":"07:58"}"#);
};

pub(super) const NOT_READ: &[Case<Given, Expect>] = table! {
    "no date": Date("null") => Skipped("invalid_sample");
    "empty date": Date(r#""""#) => Skipped("invalid_sample");
    "date that is true": Date("true") => Skipped("invalid_sample");
    "date that is an object": Date(r#"{"date":"2023-06-01 08:00:00 -0700"}"#) => Skipped("invalid_sample");
    "date that is a list": Date("[2023,6,1]") => Skipped("invalid_sample");
    "30th of February": Date(r#""2023-02-30 08:00:00 -0800""#) => Skipped("invalid_sample");
    "29th of February in a common year": Date(r#""2023-02-29 08:00:00 -0800""#) => Skipped("invalid_sample");
    "month 13": Date(r#""2023-13-01 08:00:00 -0800""#) => Skipped("invalid_sample");
    "month 0": Date(r#""2023-00-10 08:00:00 -0800""#) => Skipped("invalid_sample");
    "day 0": Date(r#""2023-06-00 08:00:00 -0800""#) => Skipped("invalid_sample");
    "hour 24": Date(r#""2023-06-01 24:00:00 -0700""#) => Skipped("invalid_sample");
    "hour 13 of a 12-hour clock": Date(r#""2023-06-01 13:00:00 PM -0700""#) => Skipped("invalid_sample");
    "minute 60": Date(r#""2023-06-01 08:60:00 -0700""#) => Skipped("invalid_sample");
    "second 61": Date(r#""2023-06-01 08:00:61 -0700""#) => Skipped("invalid_sample");
    "offset of 25 hours": Date(r#""2023-06-01 08:00:00 +2500""#) => Skipped("invalid_sample");
    "offset of 60 minutes": Date(r#""2023-06-01 08:00:00 +0160""#) => Skipped("invalid_sample");
    "zone by its letters": Date(r#""2023-06-01 08:00:00 PST""#) => Skipped("invalid_sample");
    "month before the day": Date(r#""06/01/2023, 8:00 AM""#) => Skipped("invalid_sample");
    "day before the month": Date(r#""01.06.2023 08:00""#) => Skipped("invalid_sample");
    "month as a word": Date(r#""1 June 2023 08:00:00 -0700""#) => Skipped("invalid_sample");
    "word for a day": Date(r#""yesterday""#) => Skipped("invalid_sample");
    "week of a year": Date(r#""2023-W22-4""#) => Skipped("invalid_sample");
    "words after the date": Date(r#""2023-06-01 08:00:00 -0700; drop""#) => Skipped("invalid_sample");
    "NUL after the date": Date(r#""2023-06-01 08:00:00 -0700\u0000x""#) => Skipped("invalid_sample");
    "two digits for the year": Date(r#""23-06-01 08:00:00 -0700""#) => Skipped("implausible_date");
    "year of the Hijra": Date(r#""1444-11-12 08:00:00 +0300""#) => Skipped("implausible_date");
    "year of an emperor": Date(r#""0005-06-01 08:00:00 +0900""#) => Skipped("implausible_date");
    "year 0": Date(r#""0000-01-01 08:00:00 +0000""#) => Skipped("implausible_date");
    "year 9999": Date(r#""9999-12-31 23:59:59 +0000""#) => Skipped("implausible_date");
    "year of six digits": Date(r#""202306-06-01 08:00:00 -0700""#) => Skipped("implausible_date");
    "negative year": Date(r#""-2023-06-01 08:00:00 -0700""#) => Skipped("invalid_sample");
    "second 0 of 1970": Date("0") => Skipped("implausible_date");
    "second before 1970": Date("-1") => Skipped("implausible_date");
    "seconds beyond the calendar": Date("9e99") => Skipped("implausible_date");
    "seconds beyond every number": Date("1e999") => Skipped("implausible_date");
    "date of 100 digits": Date(r#""1111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111""#) => Skipped("invalid_sample");
};
