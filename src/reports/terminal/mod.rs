//! What is printed in the terminal: where it goes, and figures and sentences as people read them.

mod output;
pub mod text;

pub use output::Output;
