//! What is printed in the terminal: where it goes, and figures and sentences as people read them.

pub mod compare;
mod faults;
pub mod grid;
mod output;
pub mod rank;
pub mod simulate;
pub mod text;

pub use faults::faults_text;
pub use output::Output;
