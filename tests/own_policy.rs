//! The worked examples of `policies/README.md`: a policy in TOML and a strategy in Rust.

use crate::common::built_in_cards as cards;
use cards::CardSet;
use cards::rng::GameKey;
use cards::ruleset::{Difficulty, Preset};
use game::play::{Choice, Decision, Policy, View};
use game::rules::{play, set_up, unwatched};
use players::Players;
use players::registry;
use players::registry::PreparedPolicies;
use players::spec::{PolicySpec, Purchase, WrapUp};

const README: &str = include_str!("../policies/README.md");

/// Buys the costliest card that can be paid, and plays as `balanced` otherwise.
struct Spendthrift<'a> {
    others: Players<'a>,
}

impl Policy for Spendthrift<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        match decision {
            // All Xenosathem becomes resources.
            Decision::Spend => options.len() - 1,
            Decision::Buy => {
                let payable = |choice: &Choice| match choice {
                    Choice::Buy { kind, .. } => {
                        let cost = view.kind(*kind).cost;
                        (u16::from(cost) <= view.resources(view.seat())).then_some(cost)
                    }
                    _ => None,
                };
                let costs = options.iter().enumerate();
                let costs = costs.filter_map(|(index, choice)| Some((payable(choice)?, index)));
                costs.max().map_or(0, |(_, index)| index)
            }
            _ => self.others.choose(view, decision, options),
        }
    }
}

fn damage(cards: &CardSet, key: GameKey, policy: &mut dyn Policy) -> i32 {
    let mut rules = Preset::Pnp.ruleset(1);
    Difficulty::Training.apply_base(&mut rules);
    let mut state = set_up(cards, &rules, key);
    play(cards, &rules, &mut state, policy, &mut unwatched);
    -state.base()
}

/// The first block of the README in a language.
fn block(language: &str) -> &'static str {
    let start = format!("```{language}\n");
    let from = README.find(&start).expect("there is such a block") + start.len();
    let length = README[from..].find("```").expect("it ends");
    &README[from..from + length]
}

#[test]
fn the_policy_in_toml_is_sound_and_plays() {
    let cards = cards();
    let spec = PolicySpec::parse("equipment", "README.md", block("toml")).expect("sound");
    assert!(matches!(&spec.purchase, Purchase::Greedy(weights) if weights.equipment == 3.0));
    assert!(matches!(&spec.wrap_up, WrapUp::ByWorth(weights) if weights.instant == 3.0));
    let players = PreparedPolicies::new(&[spec], &cards);
    let key = GameKey::new(4, 4);
    assert!(damage(&cards, key, &mut players.table(key)) > 0);
}

#[test]
fn the_strategy_in_rust_is_the_one_of_the_readme_and_beats_buying_nothing() {
    let source = include_str!("own_policy.rs");
    assert!(
        source.contains(block("rust")),
        "the README shows another example"
    );
    let cards = cards();
    let balanced = registry::resolve("balanced", &cards).expect("built in");
    let pass = registry::resolve("pass", &cards).expect("built in");
    let (mut spent, mut passed) = (0, 0);
    for game in 0..100 {
        let key = GameKey::new(4, game);
        let mut own = Spendthrift {
            others: balanced.table(key),
        };
        spent += damage(&cards, key, &mut own);
        passed += damage(&cards, key, &mut pass.table(key));
    }
    assert!(spent < passed, "{spent} {passed}");
}
