//! Student's distribution.

/// Terms of the continued fraction, of which far fewer are needed.
const MOST_TERMS: u32 = 300;
/// A term that changes less is the last.
const PRECISION: f64 = 1e-14;

/// The probability of a value at least as far from 0, on either side.
pub(crate) fn two_sided(t: f64, df: f64) -> f64 {
    if t.is_infinite() {
        return 0.0;
    }
    incomplete_beta(df / (df + t * t), df / 2.0, 0.5).clamp(0.0, 1.0)
}

/// The regularized incomplete beta function, by its continued fraction.
fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    let front = ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p();
    if x < (a + 1.0) / (a + b + 2.0) {
        front.exp() * continued_fraction(x, a, b) / a
    } else {
        1.0 - front.exp() * continued_fraction(1.0 - x, b, a) / b
    }
}

/// By Lentz's method.
fn continued_fraction(x: f64, a: f64, b: f64) -> f64 {
    let away = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let mut above = 1.0;
    let mut below = 1.0 / away(1.0 - (a + b) * x / (a + 1.0));
    let mut fraction = below;
    for place in 1..=MOST_TERMS {
        let m = f64::from(place);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut change = 1.0;
        for term in [even, odd] {
            below = 1.0 / away(1.0 + term * below);
            above = away(1.0 + term / above);
            change = above * below;
            fraction *= change;
        }
        if (change - 1.0).abs() < PRECISION {
            break;
        }
    }
    fraction
}

/// The logarithm of the gamma function of a positive number, by Lanczos' approximation.
fn ln_gamma(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 8] = [
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    let x = x - 1.0;
    let mut sum = 0.999_999_999_999_809_9;
    let mut at = x;
    for coefficient in COEFFICIENTS {
        at += 1.0;
        sum += coefficient / at;
    }
    let t = x + 7.5;
    0.5 * (2.0 * std::f64::consts::PI).ln() + (x + 0.5) * t.ln() - t + sum.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From tables of the distribution.
    #[test]
    fn probabilities_are_those_of_the_tables() {
        for (t, df, p) in [
            (0.0, 10.0, 1.0),
            (12.706_205, 1.0, 0.05),
            (2.228_139, 10.0, 0.05),
            (-2.228_139, 10.0, 0.05),
            (2.763_262, 28.0, 0.01),
            (1.983_972, 100.0, 0.05),
            (3.390_491, 100.0, 0.001),
            (1.0, 1.0, 0.5),
        ] {
            let found = two_sided(t, df);
            assert!((found - p).abs() < 2e-7, "{t} {df}: {found}");
        }
    }
}
