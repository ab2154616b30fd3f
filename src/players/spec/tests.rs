//! Good and bad policy files.

use super::*;
use crate::registry;
use crate::registry::{BUILT_IN, PreparedPolicies};
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
    let text = format!("[purchase]\nstrategy = \"greedy\"\nnow = 2\noutlast = 0.25\n{REST}");
    let spec = PolicySpec::parse("p", "p.toml", &text, &cards()).unwrap();
    let expected = GreedyWeights {
        now: 2.0,
        outlast: 0.25,
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
    check::<FightWeights>();
    check::<ReactionWeights>();
    check::<WrapUpWeights>();
}

#[test]
fn all_faults_are_named_with_line_field_and_nearest_word() {
    let text = "descripton = \"x\"\n\
                [purchase]\n\
                strategy = \"greedy\"\n\
                outlst = 1\n\
                now = \"much\"\n\
                heal = 1000.5\n\
                save = nan\n\
                [deployment]\n\
                strategy = \"lane-balancng\"\n\
                [reaction]\n\
                [wrap-up]\n\
                strategy = 3\n";
    let found = faults(text);
    for expected in [
        "p.toml:1: field `descripton`: unknown field `descripton`; did you mean `description`?",
        "p.toml:4: field `purchase.outlst`: unknown field `outlst`; did you mean `outlast`?",
        "p.toml:5: field `purchase.now`: expected a number from 0 to 20, found the text `much`",
        "p.toml:6: field `purchase.heal`: expected a number from -5 to 20, found `1000.5`",
        "p.toml:7: field `purchase.save`: expected a number from -5 to 20, found `nan`",
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

#[test]
fn an_unknown_policy_is_named_with_the_nearest() {
    let error = registry::resolve("pass,balancd", &cards()).unwrap_err();
    assert!(
        error.to_string().contains("did you mean `balanced`?"),
        "{error}"
    );
    let error = registry::resolve("no/such.toml", &cards()).unwrap_err();
    assert!(error.to_string().contains("cannot be read"), "{error}");
}

/// The base at the end of each of some games.
fn bases_left(policies: &PreparedPolicies, cards: &CardSet, players: u8) -> Vec<i32> {
    let mut rules = cards::ruleset::Preset::Pnp.ruleset(players);
    rules.training = true;
    let games = (0..12).map(|game| {
        let key = cards::rng::GameKey::new(48, game);
        let mut state = game::rules::set_up(cards, &rules, key);
        let mut table = policies.table(key);
        while !state.is_over() {
            game::rules::play_step(cards, &rules, &mut state, &mut table, &mut |_, _, _| {});
        }
        state.base
    });
    games.collect()
}

#[test]
fn policies_for_one_size_of_table_play_there_as_those_for_all() {
    let cards = cards();
    let for_all = registry::resolve("veteran", &cards).unwrap();
    for players in [1, 2] {
        let for_one = registry::resolve_for("veteran", &cards, players).unwrap();
        assert_eq!(for_one.fingerprint(), for_all.fingerprint());
        let played = [&for_one, &for_all].map(|policies| bases_left(policies, &cards, players));
        assert_eq!(played[0], played[1], "{players} players");
    }
}

#[test]
fn another_value_may_judge_purchases_alone() {
    let cards = cards();
    let text = format!("[purchase]\nstrategy = \"learned\"\nvalue-alone = \"solo\"\n{REST}");
    let spec = PolicySpec::parse("p", "p.toml", &text, &cards).unwrap();
    let alone = |spec: &PolicySpec| match &spec.purchase {
        Purchase::Learned(learned) => learned.value_alone.as_ref().map(|value| value.name.clone()),
        _ => None,
    };
    assert_eq!(alone(&spec).as_deref(), Some("solo"));
    // A player who is given a value goes by it, however many players there are.
    let Purchase::Learned(learned) = &spec.purchase else {
        panic!("another strategy");
    };
    assert_eq!(alone(&spec.with_value(&learned.value)), None);
    let without = text.replace("value-alone = \"solo\"\n", "");
    let without = PolicySpec::parse("p", "p.toml", &without, &cards).unwrap();
    let damage = |spec: &PolicySpec, players: u8| {
        let policies = PreparedPolicies::new(std::slice::from_ref(spec), &cards);
        bases_left(&policies, &cards, players)
    };
    assert_ne!(damage(&spec, 1), damage(&without, 1));
    assert_eq!(damage(&spec, 2), damage(&without, 2));
    let faults = faults(&text.replace("solo", "sole"));
    assert!(faults[0].starts_with("p.toml:3: "), "{faults:?}");
    assert!(faults[0].contains("`purchase.value-alone`"), "{faults:?}");
    assert!(faults[0].contains("did you mean `solo`?"), "{faults:?}");
}

#[test]
fn another_value_may_judge_purchases_in_wave_1() {
    let cards = cards();
    let read = |values: &str| {
        let text = format!("[purchase]\nstrategy = \"learned\"\n{values}{REST}");
        PolicySpec::parse("p", "p.toml", &text, &cards).unwrap()
    };
    let plain = read("");
    let first = read("value-wave-1 = \"pair\"\n");
    let both = read("value-alone = \"solo\"\nvalue-wave-1 = \"pair\"\n");
    let alone = read("value-alone = \"solo\"\n");
    // It is written as it was read.
    let Purchase::Learned(learned) = &both.purchase else {
        panic!("another strategy");
    };
    let written = learned.write(&cards);
    assert!(written.contains("value-alone = \"solo\"\nvalue-wave-1 = \"pair\"\n"));
    let explained = learned.explain(&cards).join("\n");
    assert!(explained.contains("value-wave-1 = pair: "), "{explained}");
    let damage = |spec: &PolicySpec, players: u8| {
        let policies = PreparedPolicies::new(std::slice::from_ref(spec), &cards);
        bases_left(&policies, &cards, players)
    };
    assert_ne!(damage(&first, 2), damage(&plain, 2));
    // Alone, the value for one player comes first.
    assert_eq!(damage(&both, 1), damage(&alone, 1));
    assert_eq!(damage(&both, 2), damage(&first, 2));
    for players in [1, 2] {
        let for_table = both.clone().for_table_of(players);
        assert_eq!(damage(&for_table, players), damage(&both, players));
    }
    // A player who is given a value goes by it in all waves.
    assert_eq!(
        damage(&first.with_value(&learned.value), 2),
        damage(&plain, 2)
    );
    let text = format!("[purchase]\nstrategy = \"learned\"\nvalue-wave-1 = \"pairs\"\n{REST}");
    let faults = faults(&text);
    assert!(faults[0].starts_with("p.toml:3: "), "{faults:?}");
    assert!(faults[0].contains("`purchase.value-wave-1`"), "{faults:?}");
    assert!(faults[0].contains("did you mean `pair`?"), "{faults:?}");
}
