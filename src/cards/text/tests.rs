//! The words of a dozen cards, and that no ability is left without any.

use super::*;
use crate::cards::load::Library;

#[test]
fn dump() {
    let (set, _) = Library::embedded().compile::<&str, &str>(&[]).unwrap();
    for kind in &set.kinds {
        println!("{} ({})", kind.name, figures(kind));
        for text in ability_texts(kind) {
            println!("    {text}");
        }
    }
}
