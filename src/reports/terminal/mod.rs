//! What is printed in the terminal: where it goes, and figures and sentences as people read them.

mod faults;
pub mod grid;
mod output;
pub mod text;

pub use faults::faults_text;
pub use output::Output;
