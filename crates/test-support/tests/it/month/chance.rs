//! Chance, the same for the same seed.

/// A stream of numbers (`SplitMix64`).
pub(super) struct Chance(u64);

impl Chance {
    pub(super) fn new(seed: u64) -> Self {
        Self(mix(seed ^ 0x6d6f_6e74_6800_0000))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A whole number from `least` to `most`.
    pub(super) fn between(&mut self, least: i64, most: i64) -> i64 {
        let span = least.abs_diff(most) + 1;
        least + i64::try_from(self.next() % span).unwrap()
    }

    /// Whether something happens that happens `percent` times of a hundred.
    pub(super) fn happens(&mut self, percent: i64) -> bool {
        self.between(0, 99) < percent
    }

    /// One of a list that is not empty.
    pub(super) fn one_of<'l, T>(&mut self, list: &'l [T]) -> &'l T {
        &list[self.place(list.len())]
    }

    pub(super) fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            let other = self.place(end + 1);
            list.swap(end, other);
        }
    }

    fn place(&mut self, length: usize) -> usize {
        usize::try_from(self.between(1, i64::try_from(length).unwrap()) - 1).unwrap()
    }
}

fn mix(mut state: u64) -> u64 {
    state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}
