//! Chance, by seed: each topic of each day has a stream of its own, so that days can be made in
//! any order and a topic can draw more without moving another.
//!
//! Only additions, multiplications and the like are done with what is drawn. Sines and logarithms
//! come from the platform's library and differ in their last digit from one to the next.

use chacha20::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

/// What is drawn. The number is a part of the seed: never change or reuse one.
#[derive(Clone, Copy, Debug)]
#[repr(u64)]
pub(crate) enum Topic {
    Traits = 1,
    Trips = 2,
    PhoneOff = 3,
    ScaleGap = 4,
    Illness = 5,
    WatchOff = 6,
    Cycle = 7,
    Habits = 8,
    Night = 9,
    Stages = 10,
    RingNight = 11,
    Nap = 12,
    Body = 13,
    BodyDrift = 14,
    Bouts = 15,
    StepsDrift = 16,
    Idle = 17,
    Session = 18,
    Heart = 19,
    Overnight = 20,
    Workout = 21,
    Food = 22,
    Drink = 23,
    Scale = 24,
    Cuff = 25,
    Meter = 26,
    Gait = 27,
    Seldom = 28,
    Surroundings = 29,
    Symptoms = 30,
    Moods = 31,
    Doses = 32,
    Ecg = 33,
    Alerts = 34,
    SleepDrift = 35,
    WeightDrift = 36,
}

/// Standard deviation of the sum of four numbers from 0 to 1, inverted: √3.
const OF_FOUR: f64 = 1.732_050_807_568_877_2;

/// 2³².
const PAST_U32: f64 = 4_294_967_296.0;

/// A stream of random numbers.
pub(crate) struct Stream(ChaCha8Rng);

impl Stream {
    /// The stream of a topic on a day (or whatever `key` counts) in the life of a seed.
    pub(crate) fn of(seed: u64, topic: Topic, key: i64) -> Self {
        let mut bytes = [0; 32];
        let words = [
            seed.to_le_bytes(),
            (topic as u64).to_le_bytes(),
            key.to_le_bytes(),
        ];
        for (byte, word) in bytes.iter_mut().zip(words.iter().flatten()) {
            *byte = *word;
        }
        Self(ChaCha8Rng::from_seed(bytes))
    }

    /// From 0 to under 1.
    pub(crate) fn unit(&mut self) -> f64 {
        f64::from(self.0.next_u32()) / PAST_U32
    }

    /// From `low` to under `high`.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Bell-shaped, with this mean and standard deviation, and never farther than 3.5 of those
    /// from the mean.
    pub(crate) fn normal(&mut self, mean: f64, deviation: f64) -> f64 {
        let sum = self.unit() + self.unit() + self.unit() + self.unit();
        mean + deviation * (sum - 2.0) * OF_FOUR
    }

    /// True with this probability.
    pub(crate) fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// A whole number from 0 to under `end`, which is not 0.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        self.0.next_u32() % end
    }

    /// A whole number in `low..=high`.
    pub(crate) fn whole(&mut self, low: u32, high: u32) -> u32 {
        low + self.below(high - low + 1)
    }

    /// One of a list, which is not empty.
    pub(crate) fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        let length = u32::try_from(list.len()).unwrap_or(u32::MAX);
        &list[self.below(length) as usize]
    }

    /// Sixteen random bytes, written as a phone writes an identifier.
    pub(crate) fn identifier(&mut self) -> String {
        let [a, b, c, d] = std::array::from_fn(|_| self.0.next_u32());
        format!(
            "{a:08X}-{:04X}-4{:03X}-{:04X}-{:04X}{d:08X}",
            b >> 16,
            b & 0xFFF,
            0x8000 | (c >> 16 & 0x3FFF),
            c & 0xFFFF,
        )
    }
}

/// A slow change around 0 with a deviation of 1: what is drawn for a day and the days before it,
/// fading. It has the memory from day to day that a body has, and yet needs no day before it.
pub(crate) fn drift(seed: u64, topic: Topic, key: i64) -> f64 {
    /// Their squares add up to 1.
    const FADING: [f64; 5] = [0.8, 0.48, 0.288, 0.1728, 0.1296];
    FADING
        .iter()
        .zip(0..)
        .map(|(weight, ago)| weight * Stream::of(seed, topic, key - ago).normal(0.0, 1.0))
        .sum()
}

/// Rounds to a number of decimals.
pub(crate) fn round(value: f64, decimals: u32) -> f64 {
    let scale = f64::from(10_u32.pow(decimals));
    (value * scale).round() / scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_of_neighbours_have_nothing_in_common() {
        let draw = |seed, topic, key| Stream::of(seed, topic, key).0.next_u64();
        let drawn = [
            draw(1, Topic::Food, 1),
            draw(1, Topic::Food, 2),
            draw(1, Topic::Drink, 1),
            draw(2, Topic::Food, 1),
        ];
        for (place, one) in drawn.iter().enumerate() {
            assert!(!drawn[place + 1..].contains(one));
        }
    }

    type Draw<'a> = &'a dyn Fn(i64) -> f64;

    #[test]
    fn drawn_numbers_have_the_spread_they_promise() {
        let n = 4000_i32;
        let spread = |draw: Draw<'_>| {
            let values: Vec<f64> = (0..i64::from(n)).map(draw).collect();
            let mean = values.iter().sum::<f64>() / f64::from(n);
            let variance = values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>();
            (mean, (variance / f64::from(n)).sqrt())
        };
        let cases: [(&str, Draw<'_>, f64, f64); 3] = [
            (
                "normal",
                &|k| Stream::of(1, Topic::Food, k).normal(5.0, 2.0),
                5.0,
                2.0,
            ),
            (
                "unit",
                &|k| Stream::of(1, Topic::Food, k).unit(),
                0.5,
                0.289,
            ),
            ("drift", &|k| drift(1, Topic::BodyDrift, k), 0.0, 1.0),
        ];
        for (name, draw, mean, deviation) in cases {
            let (found_mean, found_deviation) = spread(draw);
            assert!(
                (found_mean - mean).abs() < 0.15,
                "{name}: mean {found_mean}"
            );
            assert!(
                (found_deviation - deviation).abs() < 0.08,
                "{name}: {found_deviation}"
            );
        }
    }
}
