//! The `xenosim` command.

/// Counts allocations, for `xenosim bench`.
#[global_allocator]
static ALLOCATOR: xenosim::bench::allocations::CountingAllocator =
    xenosim::bench::allocations::CountingAllocator;

fn main() -> std::process::ExitCode {
    xenosim::cli::main()
}
