//! The built-in set, and a table of bad inputs with the messages they must give.

use super::*;
use crate::cards::Class;

fn builtin() -> CardSet {
    match Library::embedded().compile::<&str, &str>(&[]) {
        Ok((set, _)) => set,
        Err(faults) => panic!("{faults}"),
    }
}

#[test]
fn the_builtin_set_has_all_cards() {
    let set = builtin();
    let count = |class: Class| {
        let kinds = set.kinds.iter().filter(|kind| kind.class == class);
        kinds.fold((0, 0), |(kinds, cards), kind| {
            (kinds + 1, cards + u32::from(kind.copies))
        })
    };
    assert_eq!(set.kinds.len(), 80);
    assert_eq!(set.physical_cards(), 270);
    assert_eq!(count(Class::Resource), (3, 90));
    assert_eq!(count(Class::Troop), (29, 72));
    assert_eq!(count(Class::Enemy), (18, 54));
    assert_eq!(count(Class::Boss), (9, 9));
    let (equipment, instants) = (count(Class::Equipment), count(Class::Instant));
    assert_eq!(equipment.0 + instants.0, 21);
    assert_eq!(equipment.1 + instants.1, 45);
}
