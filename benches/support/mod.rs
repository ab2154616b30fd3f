//! Timing shared by the benchmarks: best of several passes, so that a busy machine does less harm.

use std::time::Instant;

/// Runs `work` (which does `count` units) several times and prints the best rate.
pub fn measure(name: &str, unit: &str, count: u64, mut work: impl FnMut() -> u64) {
    const PASSES: usize = 5;
    let mut best = f64::INFINITY;
    let mut check = 0u64;
    for _ in 0..PASSES {
        let start = Instant::now();
        check = check.wrapping_add(work());
        best = best.min(start.elapsed().as_secs_f64());
    }
    let rate = count as f64 / best;
    let nanos = best / count as f64 * 1e9;
    println!("{name:<34} {rate:>14.0} {unit}/s {nanos:>12.1} ns each   (check {check})");
}
