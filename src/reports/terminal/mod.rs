//! Terminal output: where it goes, and how figures and sentences are written.

pub mod compare;
mod faults;
pub mod grid;
mod output;
pub mod rank;
pub mod simulate;
pub mod text;

pub use faults::faults_text;
pub use output::Output;
