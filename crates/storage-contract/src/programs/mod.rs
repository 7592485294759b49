//! Several programs on one record: what each sees of the others, and what is left when one is
//! killed.
//!
//! A program is the test binary itself, started once more on one of its tests, which works until
//! it is killed. What it was told is done it prints, and whoever killed it compares. So that it
//! finds that test, [`program_tests!`](crate::program_tests) has to stand at the root of the tests.

mod child;
mod killed_workers;
mod killed_writers;
mod place;
mod side_by_side;

pub use killed_workers::{jobs_survive, work_until_killed};
pub use killed_writers::{
    changes_survive, first_writers_all_write, place_survives, write_until_killed,
};
pub use place::Place;
pub use side_by_side::{one_of_two_writers_wins, others_see_changes_whole, others_see_it_at_once};

/// Makes the tests of several programs. The first argument is an async function that returns a
/// new [`Place`], the second one that opens the storage in the place of a name.
#[macro_export]
macro_rules! program_tests {
    ($place:expr, $open:expr) => {
        $crate::worker_tests!($place, $open);

        #[test]
        fn one_of_two_writers_on_a_revision_wins() {
            $crate::programs::one_of_two_writers_wins($place, $open);
        }

        #[test]
        fn each_program_sees_at_once_what_the_other_stored() {
            $crate::programs::others_see_it_at_once($place, $open);
        }

        #[test]
        fn reader_of_one_program_never_sees_a_part_of_the_others_change() {
            $crate::programs::others_see_changes_whole($place, $open);
        }

        /// The part of a program that is killed. Alone it shows that such a writer works.
        #[test]
        fn writer_writes_generations_until_it_is_killed() {
            $crate::programs::write_until_killed($place, $open);
        }

        #[test]
        fn acknowledged_changes_survive_the_writer_being_killed() {
            $crate::programs::changes_survive($place, $open);
        }

        #[test]
        fn place_of_a_program_killed_while_it_opens_can_be_opened() {
            $crate::programs::place_survives($place, $open);
        }

        #[test]
        fn programs_that_open_a_new_place_at_once_all_write_to_it() {
            $crate::programs::first_writers_all_write($place, $open);
        }
    };
}

/// Makes the tests of workers that are killed, of which [`program_tests!`](crate::program_tests) are more.
#[macro_export]
macro_rules! worker_tests {
    ($place:expr, $open:expr) => {
        /// The part of a program that is killed. Alone it shows that such a worker works.
        #[test]
        fn worker_works_until_it_is_killed() {
            $crate::programs::work_until_killed($place, $open);
        }

        #[test]
        fn no_job_is_lost_or_done_twice_when_workers_are_killed() {
            $crate::programs::jobs_survive($place, $open);
        }
    };
}
