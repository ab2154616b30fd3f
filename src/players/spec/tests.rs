//! Good and bad policy files.

use super::*;
use crate::registry;
use crate::registry::BUILT_IN;

fn faults(text: &str) -> Vec<String> {
    let faults = PolicySpec::parse("p", "p.toml", text).unwrap_err();
    faults.0.iter().map(ToString::to_string).collect()
}

const REST: &str = "[deployment]\nstrategy = \"random\"\n[reaction]\nstrategy = \"never\"\n\
                    [wrap-up]\nstrategy = \"keep-all\"\n";

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
fn weights_not_given_have_their_defaults() {
    let text = format!("[purchase]\nstrategy = \"greedy\"\npower = 2\nthrift = 0.25\n{REST}");
    let spec = PolicySpec::parse("p", "p.toml", &text).unwrap();
    let expected = GreedyWeights {
        power: 2.0,
        thrift: 0.25,
        ..GreedyWeights::default()
    };
    assert_eq!(spec.purchase, Purchase::Greedy(expected));
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

#[test]
fn all_faults_are_named_with_line_field_and_nearest_word() {
    let text = "descripton = \"x\"\n\
                [purchase]\n\
                strategy = \"greedy\"\n\
                powr = 1\n\
                hp = \"much\"\n\
                damage = 1000.5\n\
                harm = nan\n\
                [deployment]\n\
                strategy = \"lane-balancng\"\n\
                [reaction]\n\
                [wrap-up]\n\
                strategy = 3\n";
    let found = faults(text);
    for expected in [
        "p.toml:1: field `descripton`: unknown field `descripton`; did you mean `description`?",
        "p.toml:4: field `purchase.powr`: unknown field `powr`; did you mean `power`?",
        "p.toml:5: field `purchase.hp`: expected a number from -5 to 20, found the text `much`",
        "p.toml:6: field `purchase.damage`: expected a number from -5 to 20, found `1000.5`",
        "p.toml:7: field `purchase.harm`: expected a number from -5 to 20, found `nan`",
        "p.toml:9: field `deployment.strategy`: unknown deployment strategy `lane-balancng`; did you mean `lane-balancing`?",
        "field `reaction`: the field `strategy` is missing",
        "p.toml:12: field `wrap-up.strategy`: expected a wrap-up strategy",
    ] {
        assert!(
            found.iter().any(|fault| fault.contains(expected)),
            "{expected}\n{found:#?}"
        );
    }
    assert_eq!(found.len(), 8, "{found:#?}");
}

#[test]
fn sections_must_be_there() {
    let found = faults("[purchase]\nstrategy = \"none\"\n");
    assert_eq!(found.len(), 3, "{found:#?}");
    assert!(found[0].contains("`deployment` is missing"), "{found:#?}");
}
