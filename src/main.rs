//! The `xenosim` command.

fn main() -> std::process::ExitCode {
    xenosim::cli::main()
}
