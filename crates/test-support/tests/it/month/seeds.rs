//! The seeds: 200, in twenty times ten.

use super::drive::converges;

macro_rules! tens {
    ($($tens:ident = $first:literal;)*) => {$(
        mod $tens {
            use super::converges;
            tens!(@ $first t0 0, t1 1, t2 2, t3 3, t4 4, t5 5, t6 6, t7 7, t8 8, t9 9);
        }
    )*};
    (@ $first:literal $($name:ident $ones:literal),*) => {$(
        #[tokio::test(start_paused = true)]
        async fn $name() {
            converges($first + $ones).await;
        }
    )*};
}

tens! {
    s00 = 0; s01 = 10; s02 = 20; s03 = 30; s04 = 40; s05 = 50; s06 = 60; s07 = 70; s08 = 80; s09 = 90;
    s10 = 100; s11 = 110; s12 = 120; s13 = 130; s14 = 140; s15 = 150; s16 = 160; s17 = 170; s18 = 180; s19 = 190;
}

#[test]
fn the_truth_knows_nothing_of_what_it_judges() {
    let files = [
        include_str!("truth/mod.rs"),
        include_str!("truth/oura.rs"),
        include_str!("truth/phone.rs"),
        include_str!("truth/whoop.rs"),
    ];
    for file in files {
        assert!(!file.contains("vitalog"));
    }
}
