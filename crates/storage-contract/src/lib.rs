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
//! To add a promise, write it in the file of its part and name it in the list below. The list is
//! what the backends run; a promise that is not in it is dead code and stops the build.

#![expect(
    clippy::unwrap_used,
    reason = "a broken promise is reported by a panic; this crate is run by tests alone"
)]

mod document;
mod race;
mod record;
mod sample;
mod subject;
mod vendor_record;
mod version;

pub use subject::{Subject, check};

/// Makes the list of promises: a function for each that can be called from a backend's tests, and
/// the macro that calls them all.
macro_rules! promises {
    ($dollar:tt $($part:ident::$file:ident { $($name:ident,)* })*) => {
        /// Each promise as a function of empty storage.
        pub mod promise {
            use std::sync::Arc;

            use vitalog_storage::Storage;

            $($(
                #[doc = concat!("See `", stringify!($part), "/", stringify!($file), ".rs`.")]
                pub async fn $name(storage: Arc<dyn Storage>) {
                    crate::$part::$file::$name(storage).await;
                }
            )*)*
        }

        /// Makes one test per promise. The argument is an async function that returns a
        /// [`Subject`] with empty storage. No promise can be left out.
        #[macro_export]
        macro_rules! contract_tests {
            ($dollar factory:expr) => {
                $($(
                    #[test]
                    fn $name() {
                        $crate::check($dollar factory, $crate::promise::$name);
                    }
                )*)*
            };
        }
    };
}

promises! { $
    record::fields {
        reading_comes_back_with_each_optional_field_there_or_not,
        workout_comes_back_with_each_optional_field_there_or_not,
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
}
