//! Forgetting an account.

use vitalog_core::AccountId;

use crate::{
    error::Failure,
    name::Names,
    session::{self, Session},
};

/// The words of an account's rows: of apps, devices, units, of the person. Names that the program
/// itself gives (metrics, kinds, vendors) stay, and so does the account's own: what looks for
/// them remembers their numbers.
const WORDS: &str = "
    SELECT source FROM reading WHERE account = $1
    UNION SELECT original_unit FROM reading WHERE account = $1
    UNION SELECT label FROM reading WHERE account = $1 AND label IS NOT NULL
    UNION SELECT name FROM workout WHERE account = $1
    UNION SELECT source FROM workout WHERE account = $1
    UNION SELECT source FROM daily_value_by_source WHERE account = $1";

/// The record's row goes first, as it is what whoever writes to the record locks first.
const ERASE: &[&str] = &[
    "DELETE FROM record WHERE account = $1",
    "DELETE FROM reading WHERE account = $1",
    "DELETE FROM daily_value WHERE account = $1",
    "DELETE FROM daily_value_by_source WHERE account = $1",
    "DELETE FROM workout WHERE account = $1",
    "DELETE FROM vendor_record WHERE account = $1",
    "DELETE FROM document WHERE owner = $1",
    "DELETE FROM finding WHERE account = $1",
    "DELETE FROM current_run WHERE account = $1",
    "DELETE FROM run WHERE account = $1",
    "DELETE FROM access_entry WHERE account = $1",
];

/// Waits for whoever is about to write rows with these words; who comes later finds them gone.
const LOCK_WORDS: &str = "SELECT FROM name WHERE id = ANY ($1) ORDER BY id FOR UPDATE";

/// Another statement than the one that locks: it sees what those wrote who were waited for.
const FORGET_WORDS: &str = "
    DELETE FROM name WHERE id = ANY ($1) AND text <> ALL ($2) AND id NOT IN (
        SELECT source FROM reading UNION SELECT original_unit FROM reading
        UNION SELECT metric FROM reading UNION SELECT via FROM reading
        UNION SELECT label FROM reading WHERE label IS NOT NULL
        UNION SELECT grain FROM reading WHERE grain IS NOT NULL
        UNION SELECT context FROM reading WHERE context IS NOT NULL
        UNION SELECT superseded_by FROM reading WHERE superseded_by IS NOT NULL
        UNION SELECT name FROM workout UNION SELECT source FROM workout
        UNION SELECT via FROM workout
        UNION SELECT superseded_by FROM workout WHERE superseded_by IS NOT NULL
        UNION SELECT source FROM daily_value_by_source
        UNION SELECT metric FROM daily_value_by_source UNION SELECT metric FROM daily_value
        UNION SELECT account FROM record UNION SELECT account FROM reading
        UNION SELECT account FROM workout UNION SELECT account FROM vendor_record
        UNION SELECT vendor FROM vendor_record UNION SELECT kind FROM vendor_record
        UNION SELECT owner FROM document UNION SELECT kind FROM document
        UNION SELECT queue FROM job UNION SELECT account FROM run
        UNION SELECT account FROM current_run UNION SELECT section FROM finding
        UNION SELECT account FROM access_entry)";

/// `lasting` are the words that stay, whoever uses them.
pub(crate) async fn erase(
    session: &Session,
    names: &Names,
    lasting: &[&str],
    account: &AccountId,
) -> Result<(), Failure> {
    let known = names.find(session, [account.as_str()]).await?;
    let Some(account) = known.find(account.as_str()) else {
        return Ok(());
    };
    session.begin(session::WRITE).await?;
    let words = session.select(WORDS, &[&account]).await?;
    let words: Vec<i32> = words
        .iter()
        .map(|row| Ok(row.try_get(0)?))
        .collect::<Result<_, Failure>>()?;
    for statement in ERASE {
        session.change(statement, &[&account]).await?;
    }
    session.select(LOCK_WORDS, &[&words]).await?;
    session.change(FORGET_WORDS, &[&words, &lasting]).await?;
    session.commit().await?;
    names.forget();
    Ok(())
}
