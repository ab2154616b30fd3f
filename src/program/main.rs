//! The `xenosim` command.

/// Counts allocations, for `xenosim bench`.
#[global_allocator]
static ALLOCATOR: studies::bench::allocations::CountingAllocator =
    studies::bench::allocations::CountingAllocator;

fn main() -> std::process::ExitCode {
    xenosim::cli::main()
}
