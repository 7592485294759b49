//! Numbers by chance, the same for the same seed, topic and day.

/// A stream of numbers (`SplitMix64`).
pub(super) struct Numbers(u64);

impl Numbers {
    pub(super) fn new(seed: u64, topic: &str, day: u32) -> Self {
        let mut state = seed ^ (u64::from(day) << 32);
        for byte in topic.bytes() {
            state = mix(state ^ u64::from(byte));
        }
        Self(state)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A whole number from `least` to `most`.
    pub(super) fn between(&mut self, least: i32, most: i32) -> i32 {
        let span = u64::from(most.abs_diff(least)) + 1;
        least + i32::try_from(self.next() % span).expect("a small span")
    }

    /// Whether something happens that happens `percent` times of a hundred.
    pub(super) fn happens(&mut self, percent: i32) -> bool {
        self.between(0, 99) < percent
    }

    /// One of a list.
    pub(super) fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.place(list.len())]
    }

    pub(super) fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            let other = self.place(end + 1);
            list.swap(end, other);
        }
    }

    fn place(&mut self, length: usize) -> usize {
        let last = i32::try_from(length).expect("a short list") - 1;
        usize::try_from(self.between(0, last)).expect("a place in it")
    }
}

fn mix(mut state: u64) -> u64 {
    state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}
