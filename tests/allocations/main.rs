//! What allocates nothing. A binary of its own, because it has an allocator of its own.

mod game;
mod policies;

use runs::memory::CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;
