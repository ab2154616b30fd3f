//! Terminal output: where it goes, and how figures and sentences are written.

mod answer;
mod draw;
mod faults;
mod grid;
mod output;
pub mod text;

pub use answer::write;
pub use faults::faults_text;
pub use output::{Output, printable};
