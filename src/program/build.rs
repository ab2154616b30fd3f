//! Links the program at a fixed address.
//!
//! A position-independent program begins with 195,000 relocations, most of them in tables of functions
//! of polars: nine tenths of the instructions of `xenosim --version`. Random addresses make programs harder
//! to attack; this one reads only its user's own files.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=src/program/build.rs");
    // With other C libraries, the kind of executable decides which start files are linked.
    let target = |what: &str| env::var(format!("CARGO_CFG_TARGET_{what}")).unwrap_or_default();
    if target("OS") == "linux" && target("ENV") == "gnu" {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
