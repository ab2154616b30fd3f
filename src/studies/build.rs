//! Notes how the program was built, for the descriptions of measurements.

use std::process::Command;

fn main() {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let version = Command::new(rustc).arg("--version").output();
    let version = version.map_or_else(
        |_| "unknown".to_string(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_string(),
    );
    let fact = |name: &str| std::env::var(name).unwrap_or_else(|_| "unknown".into());
    println!("cargo:rustc-env=XENOSIM_RUSTC={version}");
    println!(
        "cargo:rustc-env=XENOSIM_PROFILE={}, opt-level {}",
        fact("PROFILE"),
        fact("OPT_LEVEL")
    );
    println!("cargo:rerun-if-changed=build.rs");
}
