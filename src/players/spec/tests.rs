//! Good and bad policy files.

use super::*;
use crate::registry;
use crate::registry::BUILT_IN;
use cards::load::Library;

fn cards() -> CardSet {
    Library::embedded().cards().unwrap()
}

fn faults(text: &str) -> Vec<String> {
    let faults = PolicySpec::parse("p", "p.toml", text, &cards()).unwrap_err();
    faults.0.iter().map(ToString::to_string).collect()
}

const REST: &str = "[deployment]\nstrategy = \"random\"\n[reaction]\nstrategy = \"never\"\n\
                    [wrap-up]\nstrategy = \"keep-all\"\n";

#[test]
fn the_built_in_policies_are_sound_and_explained() {
    let cards = cards();
    for built_in in BUILT_IN {
        let spec = registry::load(built_in.name, &cards).unwrap();
        assert!(!spec.description.is_empty(), "{}", built_in.name);
        assert!(
            built_in.text.starts_with('#'),
            "{}: no comment",
            built_in.name
        );
        for section in explain(&spec, &cards) {
            assert!(section.text.len() > 20, "{section:?}");
        }
    }
}

#[test]
fn weights_not_given_have_their_defaults() {
    let text = format!("[purchase]\nstrategy = \"greedy\"\npower = 2\nthrift = 0.25\n{REST}");
    let spec = PolicySpec::parse("p", "p.toml", &text, &cards()).unwrap();
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

#[test]
fn rules_of_a_list_are_read_and_faults_in_them_named() {
    let good = format!(
        "[purchase]\nstrategy = \"priority\"\n[[purchase.rule]]\nbuy = \"ranger\"\nwaves = [1]\n\
         own-fewer-than = 2\n[[purchase.rule]]\nbuy = \"item\"\nreduce = true\n{REST}"
    );
    let cards = cards();
    let spec = PolicySpec::parse("p", "p.toml", &good, &cards).unwrap();
    let Purchase::Priority(rules) = &spec.purchase else {
        panic!("not a list: {spec:?}");
    };
    assert_eq!(rules.len(), 2);
    assert_eq!(rules[0].buy, Wanted::Card(cards.find("ranger").unwrap()));
    assert_eq!((rules[0].waves, rules[0].own_fewer_than), (0b10, Some(2)));
    assert!(rules[1].reduce);
    let bad = format!(
        "[purchase]\nstrategy = \"priority\"\n[[purchase.rule]]\nbuy = \"rangr\"\n\
         [[purchase.rule]]\nbuy = \"militia\"\nwaves = [4]\nwhile = 1\n{REST}"
    );
    let found = faults(&bad);
    for expected in [
        "p.toml:4: field `purchase.rule[1].buy`: unknown card or group `rangr`; did you mean `ranger`?",
        "p.toml:6: field `purchase.rule[2].buy`: `militia` cannot be bought",
        "p.toml:7: field `purchase.rule[2].waves[1]`: expected a whole number from 1 to 3",
        "p.toml:8: field `purchase.rule[2].while`: unknown field `while`",
    ] {
        assert!(
            found.iter().any(|fault| fault.contains(expected)),
            "{expected}\n{found:#?}"
        );
    }
    assert_eq!(found.len(), 4, "{found:#?}");
}
