//! The `xenosim` command.

fn main() {}
