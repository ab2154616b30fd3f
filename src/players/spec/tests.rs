//! Good and bad policy files.

use super::*;
use crate::registry;
use crate::registry::BUILT_IN;

#[test]
fn the_built_in_policies_are_sound_and_explained() {
    for built_in in BUILT_IN {
        let spec = registry::load(built_in.name).unwrap();
        assert!(!spec.description.is_empty(), "{}", built_in.name);
        assert!(
            built_in.text.starts_with('#'),
            "{}: no comment",
            built_in.name
        );
        for section in explain(&spec) {
            assert!(section.text.len() > 20, "{section:?}");
        }
    }
}

#[test]
fn weights_can_be_listed_read_and_set_by_number() {
    fn check<W: Weights + PartialEq + std::fmt::Debug>() {
        let mut weights = W::default();
        for (index, info) in W::ALL.iter().enumerate() {
            assert_eq!(weights.get(index), info.default, "{}", info.name);
            assert!(
                (info.least..=info.most).contains(&info.default),
                "{}",
                info.name
            );
            weights.set(index, info.most);
            assert_eq!(weights.get(index), info.most, "{}", info.name);
        }
    }
    check::<GreedyWeights>();
    check::<DeploymentWeights>();
    check::<ReactionWeights>();
    check::<WrapUpWeights>();
}
