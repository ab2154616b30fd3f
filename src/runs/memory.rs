//! Counting allocations, and what happens where there is no memory for one.
#![allow(unsafe_code)] // A global allocator cannot be written without.

use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::{ForkResult, alarm, fork};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fs::File;
use std::io::Write;
use std::mem::ManuallyDrop;
use std::os::fd::FromRawFd;
use std::ptr::null_mut;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// The system's allocator with a counter for each thread. A program that uses it as its global
/// allocator can read how often it allocated; counting costs one addition per allocation.
pub struct CountingAllocator;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    /// Whether this thread is ending the program.
    static ENDS: Cell<bool> = const { Cell::new(false) };
}

/// Allocations until one fails on purpose.
static UNTIL_FAULT: AtomicU64 = AtomicU64::new(u64::MAX);
/// Where they fail in copies of the program: how many there are from one to the next.
static APART: AtomicU64 = AtomicU64::new(u64::MAX);
/// How many seconds a copy of the program has to end.
const TO_END: u32 = 60;
/// What is done before the program ends for want of memory. It must not need any.
static AT_END: OnceLock<fn()> = OnceLock::new();

/// From now on, does this before the program ends for want of memory; with a number, the allocation
/// of that number from now on fails, or all of its multiples, each in a copy of the program.
pub fn without_memory(at_end: fn(), fault: Option<(u64, bool)>) {
    let _ = AT_END.set(at_end);
    if let Some((number, in_copies)) = fault {
        APART.store(if in_copies { number } else { u64::MAX }, Ordering::Relaxed);
        UNTIL_FAULT.store(number, Ordering::Relaxed);
    }
}

/// Allocates, unless this is an allocation that is to fail; counts it.
fn allocated(allocate: impl FnOnce() -> *mut u8) -> *mut u8 {
    ALLOCATIONS.with(|count| count.set(count.get() + 1));
    let is_fault = UNTIL_FAULT.load(Ordering::Relaxed) != u64::MAX
        && UNTIL_FAULT.fetch_sub(1, Ordering::Relaxed) == 1
        && fails_here();
    let pointer = if is_fault { null_mut() } else { allocate() };
    if pointer.is_null() {
        end();
    }
    pointer
}

/// Whether this is the process in which an allocation fails: in a copy if there are several. The copy
/// must end as the program would; if it does not, the program is aborted.
fn fails_here() -> bool {
    let apart = APART.swap(u64::MAX, Ordering::Relaxed);
    if apart == u64::MAX {
        return true;
    }
    // SAFETY: the copy does nothing but end, which no thread that it lacks is needed for.
    match unsafe { fork() } {
        Ok(ForkResult::Child) => {
            alarm::set(TO_END);
            return true;
        }
        Ok(ForkResult::Parent { child }) => match waitpid(child, None) {
            Ok(WaitStatus::Exited(_, 1)) => {}
            _ => std::process::abort(),
        },
        Err(_) => std::process::abort(),
    }
    APART.store(apart, Ordering::Relaxed);
    UNTIL_FAULT.store(apart, Ordering::Relaxed);
    false
}

/// Ends the program where there is no memory left, with a message instead of an abort. Files that
/// are being written have temporary names, so nothing half-written is left under its own.
fn end() {
    static ENDING: AtomicBool = AtomicBool::new(false);
    if ENDS.replace(true) {
        // Ending itself needs memory: nothing is left but to abort.
        return;
    }
    if ENDING.swap(true, Ordering::SeqCst) {
        // Another thread is about to end the program.
        thread::sleep(Duration::from_secs(60));
        return;
    }
    if let Some(at_end) = AT_END.get() {
        at_end();
    }
    // Neither formatted nor through the lock of the standard stream, which this thread may hold.
    // SAFETY: the descriptor is not closed, since the file is not dropped.
    let mut stderr = ManuallyDrop::new(unsafe { File::from_raw_fd(2) });
    let _ = stderr.write_all(b"error: out of memory (see `ulimit -v`)\n");
    // At once: what is done at a usual end may wait for what this thread has begun.
    // SAFETY: nothing is left to be done.
    unsafe { nix::libc::_exit(1) }
}

// SAFETY: everything is passed on to the system's allocator; the counter is a plain cell that needs
// no allocation itself.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        allocated(|| unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        allocated(|| unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        allocated(|| unsafe { System.realloc(pointer, layout, size) })
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// Allocations that `work` made on this thread; `None` if they are not counted.
pub fn count_allocations(work: impl FnOnce()) -> Option<u64> {
    let now = || ALLOCATIONS.with(Cell::get);
    let before = now();
    drop(std::hint::black_box(Box::new(1u8)));
    let start = now();
    work();
    let made = now() - start;
    (start > before).then_some(made)
}
