//! The `xenosim` command.

/// Ends the program with a message where there is no memory left.
#[global_allocator]
static ALLOCATOR: runs::memory::CountingAllocator = runs::memory::CountingAllocator;

fn main() -> std::process::ExitCode {
    xenosim::cli::main()
}
