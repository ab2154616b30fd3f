//! No ability is left without words; what they are is in `tests/golden/cards.txt`.

use super::*;
use crate::load::Library;

#[test]
fn every_ability_has_words_under_every_ruling() {
    let library = Library::embedded();
    for ruling in library.rulings() {
        for (option, _) in &ruling.options {
            let (set, _) = library.compile(&[(&ruling.name, option)]).unwrap();
            for kind in &set.kinds {
                let texts = ability_texts(&set, kind);
                assert_eq!(texts.len(), kind.abilities.len());
                for text in texts {
                    assert!(
                        text.ends_with(['.', ')']) && text.len() > 10,
                        "{}: {text}",
                        kind.id
                    );
                    assert!(
                        !text.contains("  ") && !text.contains(" ."),
                        "{}: {text}",
                        kind.id
                    );
                    assert!(!text.contains(": ."), "{}: {text}", kind.id);
                }
            }
        }
    }
}
