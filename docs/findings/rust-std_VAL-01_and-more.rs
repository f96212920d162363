// Shows: VAL-01, SHAPE-01, SHAPE-02, IDX-01, IDX-03, CNT-01, CNT-02, ORD-01, SIL-01, SIL-02, SIL-03, SIL-05.
// f32::total_cmp, which std offers where floating-point numbers need an order, tells NaNs by their bits and puts those
// with a sign first. As a key of a map each bit pattern is then a value of its own: Y has more than one NaN, with
// positions and counts to match, and not all of them stand last; a subtensor that holds one likewise.
use std::cmp::Ordering;

fn main() {
    let nan = f32::from_bits(0x7fc0_0000);
    let other = f32::from_bits(0x7fc0_0001);
    let negative = f32::from_bits(0xffff_ffff);

    let equal = nan.total_cmp(&other) == Ordering::Equal;
    println!("VAL-01 SHAPE-01 SHAPE-02 IDX-01 IDX-03 CNT-01 CNT-02 SIL-01 SIL-03 SIL-05  have NaN == NaN(0x7fc00001): {equal}, want true");

    let mut x = [nan, 0.0, negative];
    x.sort_by(f32::total_cmp);
    let first = x[0].is_nan();
    println!("ORD-01 SIL-02  have {x:?}, want both NaNs behind 0");
    std::process::exit(if !equal && first { 0 } else { 1 });
}
