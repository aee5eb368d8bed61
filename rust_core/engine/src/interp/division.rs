//! Division that rounds to minus infinity.

/// Quotient rounded to minus infinity; nothing by zero.
pub(super) fn floor_div(a: i32, b: i32) -> Option<i32> {
    if b == 0 {
        return None;
    }
    let quotient = a.wrapping_div(b);
    let rest = a.wrapping_rem(b);
    Some(if rest != 0 && (rest < 0) != (b < 0) {
        quotient - 1
    } else {
        quotient
    })
}

/// Rest of that division.
pub(super) fn floor_mod(a: i32, b: i32) -> Option<i32> {
    if b == 0 {
        return None;
    }
    let rest = a.wrapping_rem(b);
    Some(if rest != 0 && (rest < 0) != (b < 0) {
        rest + b
    } else {
        rest
    })
}

#[cfg(test)]
mod tests {
    use super::{floor_div, floor_mod};

    #[test]
    fn division_rounds_to_minus_infinity() {
        let cases = [
            (7, 2, 3, 1),
            (-7, 2, -4, 1),
            (7, -2, -4, -1),
            (-7, -2, 3, -1),
            (6, -3, -2, 0),
        ];
        for (a, b, quotient, rest) in cases {
            assert_eq!(
                (floor_div(a, b), floor_mod(a, b)),
                (Some(quotient), Some(rest)),
                "{a} by {b}"
            );
        }
        assert_eq!(
            (floor_div(i32::MIN, -1), floor_mod(i32::MIN, -1)),
            (Some(i32::MIN), Some(0))
        );
        assert_eq!((floor_div(1, 0), floor_mod(1, 0)), (None, None));
    }
}
