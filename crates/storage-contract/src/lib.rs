//! The promises every storage backend keeps, as tests.
//!
//! This crate knows what [`vitalog_storage::Storage`] promises, one function a promise, and
//! refuses to know any backend. A promise is handed empty storage and panics when it is broken.
//!
//! A backend runs all of them with one line in its tests:
//!
//! ```
//! use std::sync::Arc;
//! use vitalog_storage::MemoryStorage;
//! use vitalog_storage_contract::{Subject, contract_tests};
//!
//! contract_tests!(async || Subject::new(Arc::new(MemoryStorage::default())));
//! # fn main() {}
//! ```
//!
//! A backend that several programs may have open at once adds [`program_tests!`].
//!
//! Tests of what stands on storage put a [`Hook`] around it to let it fail, wait or tell what it was
//! asked. A new method of a trait is one line in [`Hooked`].
//!
//! To add a promise, write it in the file of its part and name it in the list below. The list is
//! what the backends run; a promise that is not in it is dead code and stops the build.

#![expect(
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "a broken promise is reported by a panic; this crate is run by tests alone"
)]

mod access_log;
mod document;
mod finding;
pub mod generation;
mod hooked;
mod inventory;
mod job;
pub mod programs;
pub mod quarter;
mod race;
mod record;
mod sample;
mod subject;
mod vendor_record;
mod version;
mod whole;

pub use hooked::{Hook, Hooked, Operation};
pub use subject::{Subject, check};

/// Makes a list of promises: a function for each that can be called from a backend's tests, and a
/// macro that makes a test of each.
macro_rules! promises {
    ($dollar:tt ($module:ident, $tests:ident) $($part:ident::$file:ident { $($name:ident,)* })*) => {
        /// Each promise as a function of empty storage.
        pub mod $module {
            use std::sync::Arc;

            use vitalog_storage::Storage;

            $($(
                #[doc = concat!("See `", stringify!($part), "/", stringify!($file), ".rs`.")]
                pub async fn $name(storage: Arc<dyn Storage>) {
                    crate::$part::$file::$name(storage).await;
                }
            )*)*
        }

        /// A part of [`contract_tests!`].
        #[macro_export]
        macro_rules! $tests {
            ($dollar factory:expr) => {
                $($(
                    #[test]
                    fn $name() {
                        $crate::check($dollar factory, $crate::$module::$name);
                    }
                )*)*
            };
        }
    };
}

promises! { $ (promise, tests_but_of_jobs)
    record::fields {
        reading_comes_back_with_each_optional_field_there_or_not,
        workout_comes_back_with_each_optional_field_there_or_not,
        day_named_by_the_source_comes_back,
        every_metric_comes_back,
        every_quantity_comes_back_beside_every_original,
        numbers_keep_their_bits,
        negative_zero_is_read_back_as_zero,
        text_comes_back_as_written,
        instants_far_from_now_come_back,
        finer_instants_are_cut,
    }
    record::reads {
        unwritten_record_has_revision_zero_and_no_rows,
        rows_come_in_key_order,
        range_holds_its_start_and_not_its_end,
        range_end_may_lie_within_a_second,
        overlapping_ranges_return_each_row_once,
        range_that_ends_before_it_starts_is_empty,
        metric_not_asked_for_is_not_returned,
        nothing_asked_for_still_tells_the_revision,
        account_never_sees_rows_of_another,
        superseded_rows_are_returned,
    }
    record::writes {
        revision_grows_by_one_with_each_change,
        empty_change_leaves_the_revision,
        put_replaces_the_row_of_its_key_whole,
        rows_that_differ_in_one_part_of_the_key_stand_side_by_side,
        deleted_reading_is_gone_and_its_neighbours_stay,
        deletions_come_before_puts_and_the_later_put_stands,
        stale_revision_writes_nothing,
        revision_not_reached_yet_is_stale,
        documents_change_with_the_record,
        number_that_is_not_finite_is_refused_with_its_change,
        change_of_thousands_of_rows_is_stored_whole,
    }
    record::bounds {
        bounds_are_the_first_and_last_reading_of_each_metric_asked_for,
        superseded_rows_do_not_move_the_bounds,
        account_never_sees_the_bounds_of_another,
    }
    record::daily {
        daily_value_comes_back_as_written,
        daily_values_come_by_day_and_source,
        days_are_replaced_whole_and_their_neighbours_stay,
        refused_change_writes_no_daily_values,
        account_never_sees_daily_values_of_another,
        extents_span_all_values_and_count_days_that_have_one,
        documents_asked_for_come_with_the_record,
    }
    record::races {
        one_of_many_writers_on_a_revision_wins,
        writers_of_other_accounts_do_not_make_a_revision_stale,
        change_is_seen_whole_or_not_at_all,
        document_is_never_behind_or_ahead_of_its_record,
        dropped_write_is_stored_whole_or_not_at_all,
    }
    vendor_record::reads {
        unwritten_vendor_record_is_none,
        vendor_record_comes_back_as_written,
        body_of_eight_megabytes_comes_back,
        accounts_vendors_and_kinds_are_kept_apart,
        vendor_records_are_listed_by_id_page_after_page,
        vendor_records_of_several_megabytes_are_listed_page_after_page,
        records_asked_for_tell_their_digest_and_the_others_nothing,
    }
    vendor_record::writes {
        put_replaces_the_vendor_record_of_its_key_whole,
        digest_changes_with_the_body_and_with_nothing_else,
        later_put_of_one_vendor_record_stands,
        stale_revision_writes_no_vendor_record,
        refused_change_writes_no_vendor_record,
        vendor_record_is_read_as_of_the_moment_of_its_rows,
    }
    version::changes {
        version_differs_after_every_change,
        entries_of_the_access_log_are_no_change,
    }
    document::reads {
        unwritten_document_is_none,
        documents_are_listed_by_id,
        owners_and_kinds_are_kept_apart,
        body_comes_back_as_written,
        document_of_eight_megabytes_comes_back,
        list_of_several_megabytes_comes_whole,
    }
    document::writes {
        version_grows_by_one_from_one,
        creating_what_exists_is_stale_and_changes_nothing,
        changing_what_has_another_version_is_stale_and_changes_nothing,
        changing_what_does_not_exist_is_stale,
        deleted_document_is_gone_and_can_be_created_anew,
        taken_document_is_returned_and_gone,
    }
    document::races {
        one_of_many_creators_wins,
        one_of_many_changers_of_a_version_wins,
        one_of_many_deleters_is_told_it_was_there,
        one_of_many_takers_gets_the_document,
        what_is_taken_is_not_deleted_as_well,
    }
    document::expiry {
        expiry_comes_back_in_whole_seconds,
        each_write_sets_the_expiry_anew,
        document_past_its_expiry_is_there_until_it_is_removed,
        purge_removes_nothing_that_has_not_expired,
    }
    finding::rows {
        run_never_put_has_no_rows,
        findings_are_listed_by_key_page_after_page,
        findings_of_several_megabytes_come_back,
        thousands_of_findings_are_stored_in_one_call,
        finding_put_again_is_replaced_and_the_later_stands,
        accounts_runs_and_sections_are_kept_apart,
        finding_that_is_too_long_is_refused_with_its_call,
    }
    finding::runs {
        account_without_a_run_has_no_current_one,
        findings_of_an_unpublished_run_are_not_current,
        publishing_over_another_run_than_expected_is_stale,
        publishing_a_run_that_is_not_there_is_stale,
        run_without_rows_is_a_run,
        runs_are_listed_in_order,
        current_run_is_never_deleted,
        deleted_run_is_gone_with_its_rows,
        runs_of_accounts_are_kept_apart,
    }
    finding::races {
        one_of_many_publishers_wins,
        run_is_published_or_deleted_and_never_both,
        first_rows_of_a_run_may_come_from_many_at_once,
    }
    access_log::entries {
        account_nobody_asked_about_has_no_entries,
        entries_come_oldest_first,
        finer_instants_of_entries_are_cut,
        entry_added_again_changes_nothing,
        entries_are_listed_page_after_page,
        entries_of_several_megabytes_come_back,
        accounts_have_their_own_log,
        purge_deletes_what_is_older_and_tells_how_many,
        entry_that_is_too_long_is_refused_with_its_batch,
        batches_of_many_at_once_are_all_there,
    }
    inventory::lists {
        empty_storage_lists_nothing,
        whoever_has_anything_is_an_owner,
        queues_with_jobs_are_listed,
        readings_are_listed_with_superseded_ones_page_after_page,
        workouts_are_listed_with_superseded_ones_page_after_page,
        vendor_records_of_all_kinds_are_listed_once,
        documents_of_all_kinds_are_listed_once,
        findings_of_all_sections_are_listed_once,
    }
    inventory::copying {
        everything_comes_back_from_a_copy_and_a_copy_of_it,
        copy_that_was_broken_off_is_continued,
    }
    inventory::restoring {
        restored_document_is_as_it_was_and_can_be_changed,
        restored_job_is_as_it_was_but_for_its_lease,
    }
    whole::moments {
        snapshot_holds_its_moment,
    }
    whole::erasing {
        erased_account_leaves_nothing_and_others_stay,
        erased_account_can_be_written_anew,
        change_of_what_was_erased_meanwhile_is_stale,
    }
}

promises! { $ (job_promise, job_tests)
    job::queue {
        queue_never_used_has_no_jobs,
        job_comes_back_as_it_was_added,
        queues_are_kept_apart,
        job_is_not_added_again_while_it_is_there,
        job_that_is_gone_may_be_added_again,
        jobs_are_listed_by_id_page_after_page,
        jobs_of_several_megabytes_are_listed_and_claimed_whole,
        job_that_is_too_long_is_refused,
    }
    job::claims {
        jobs_are_claimed_in_the_order_they_were_to_run,
        job_is_not_claimed_before_its_time,
        leased_job_is_not_claimed_until_the_lease_is_past,
        finer_instants_of_leases_are_cut,
        extended_lease_holds_longer,
        job_lost_by_a_crash_is_claimed_again,
        lease_that_is_past_holds_until_another_claims,
        retried_job_runs_at_its_new_time_and_keeps_its_attempts,
        completed_job_is_gone_and_its_neighbours_stay,
        claim_of_an_earlier_job_of_that_id_holds_nothing,
    }
    job::single {
        job_is_claimed_by_its_id_before_others,
        job_that_is_not_free_tells_from_when_on_it_is,
        job_that_is_gone_or_dead_is_nothing_to_claim,
        one_of_many_claimers_of_a_job_gets_it,
    }
    job::dead {
        dead_job_is_kept_and_not_claimed,
        long_reason_is_cut,
        revived_job_starts_over,
        only_a_dead_job_is_revived,
        job_is_dropped_whatever_its_state,
    }
    job::clock {
        clock_set_back_neither_loses_nor_doubles_a_job,
        clock_set_forward_neither_loses_nor_doubles_a_job,
        lease_that_ends_before_it_begins_is_past,
    }
    job::races {
        one_of_many_enqueuers_adds_the_job,
        no_two_claimers_get_one_job,
        job_is_completed_once_by_many_with_one_claim,
        lease_is_extended_or_taken_over_and_never_both,
        job_is_completed_or_taken_over_and_never_both,
        one_of_many_is_told_that_it_dropped_the_job,
    }
}

/// Makes one test per promise. The argument is an async function that returns a [`Subject`] with
/// empty storage. No promise can be left out.
#[macro_export]
macro_rules! contract_tests {
    ($factory:expr) => {
        $crate::tests_but_of_jobs!($factory);
        $crate::job_tests!($factory);
    };
}
