//! Policies in words, made from what they are.

use super::{
    BASES, Deployment, DeploymentStrategy, PolicySpec, PriorityRule, Purchase, PurchaseStrategy, Reaction,
    ReactionStrategy, Search, Wanted, Weights, WrapUp, WrapUpStrategy,
};
use crate::value::descriptor::DESCRIPTOR;
use crate::value::reading::{NUMBERS, ZONE_NAMES};
use crate::value::source::ValueSource;
use crate::value::weights::{FIRST, SECOND};
use cards::CardSet;
use cards::words::Word;

/// A section of a policy in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// The section's name.
    pub section: &'static str,
    /// The strategy's name.
    pub strategy: &'static str,
    /// What the strategy does.
    pub text: &'static str,
    /// Its numbers or rules, one line each.
    pub lines: Vec<String>,
}

/// Explains a policy, section by section.
pub fn explain(spec: &PolicySpec, cards: &CardSet) -> Vec<Explained> {
    let mut all = vec![
        purchase(&spec.purchase, cards),
        deployment(&spec.deployment),
        reaction(&spec.reaction),
        wrap_up(&spec.wrap_up),
    ];
    all.extend(spec.search.as_ref().map(search));
    all
}

fn search(search: &Search) -> Explained {
    let parts = search.parts().map(Word::word).collect::<Vec<_>>();
    let mut lines = vec![
        format!("policy = {}: whose strategies play", search.policy),
        format!(
            "playouts = {}: imagined games for each question, at most",
            playouts(search)
        ),
        format!("candidates = {}: answers tried at most", search.candidates),
        format!(
            "rounds = {}: rounds that an imagined game lasts at most",
            search.rounds
        ),
        format!(
            "caution = {}: standard errors by which an answer must be better",
            search.caution
        ),
        format!("parts = {}: what is searched", parts.join(", ")),
    ];
    if let Some(value) = &search.value {
        lines.extend(about_value(value));
    }
    let (strategy, text) = match search.value {
        _ if search.oracle => (
            "oracle",
            "Not a player who could sit at the table: before answering, imagines the rest of the \
             game once for each answer worth trying, with every deck and face-down enemy as it lies \
             and all luck as it will be, and takes the answer after which the game goes best. \
             Says how much could be won at most by knowing what is hidden.",
        ),
        None => (
            "rollout",
            "Before answering, imagines the rest of the game for each answer worth trying: from \
             the table as it is seen, with deck orders and face-down enemies dealt again, all \
             players playing by the strategies above. Half of the answers drop out after each \
             stage, and any that make no difference or are clearly worse; the best replaces the \
             answer of the strategies if it did clearly better on the same imagined luck, in \
             rounds survived and base left.",
        ),
        Some(_) => (
            "value",
            "Before answering, imagines how the round goes on for each answer worth trying: from \
             the table as it is seen, with deck orders and face-down enemies dealt again, all \
             players playing by the strategies above. Where an imagined game stops, a learned \
             value says how far the players would come from there. Purchases are tried as whole \
             plans, those that the value likes best. Half of the answers drop out after each \
             stage, and any that make no difference or are clearly worse; the best replaces the \
             answer of the strategies if it did clearly better on the same imagined luck.",
        ),
    };
    Explained {
        section: "search",
        strategy,
        text,
        lines,
    }
}

/// The playouts as they are written.
fn playouts(search: &Search) -> String {
    let [first, others @ ..] = search.playouts;
    match others.iter().all(|other| *other == first) {
        true => first.to_string(),
        false => format!("{:?} with 1 to 4 players", search.playouts),
    }
}

/// What a learned value looks at and how it was made, line by line.
fn about_value(value: &ValueSource) -> Vec<String> {
    let weights = &value.learned.weights;
    let mut lines = vec![
        format!(
            "value = {}: a network of {} and {} units that says, for any base, which share of the \
             rounds to come will be survived",
            value.name, FIRST, SECOND
        ),
        format!(
            "the value looks, player by player, at cards that are {}; at {} numbers about the \
             round, the base, the rules, what a player owns and how the lane stands",
            ZONE_NAMES.join(", "),
            NUMBERS
        ),
        format!(
            "the value knows a card by {DESCRIPTOR} figures and abilities, and {} cards by name, too",
            weights.named.len()
        ),
    ];
    lines.extend(value.learned.story.iter().map(|line| format!("  {line}")));
    lines
}

fn purchase(purchase: &Purchase, cards: &CardSet) -> Explained {
    let (strategy, lines) = match purchase {
        Purchase::Greedy(weights) => (PurchaseStrategy::Greedy, list(weights)),
        Purchase::Learned(learned) => {
            let mut lines = about_value(&learned.value);
            lines.extend(BASES.iter().zip(learned.bases).map(|(name, base)| {
                format!("{name} = {base}: the base per player to plan for, whatever it is")
            }));
            lines.push(format!(
                "width = {}: plans kept from one length to the next",
                learned.width
            ));
            lines.push(format!(
                "trust = {}: what a point of the weights' appraisal of this round counts for beside the value",
                learned.trust
            ));
            lines.extend(list(&learned.weights));
            (PurchaseStrategy::Learned, lines)
        }
        Purchase::Priority(rules) => {
            let rules = rules.iter().map(|rule| rule_line(rule, cards));
            (PurchaseStrategy::Priority, rules.collect())
        }
        Purchase::Random => (PurchaseStrategy::Random, Vec::new()),
        Purchase::None => (PurchaseStrategy::None, Vec::new()),
    };
    Explained {
        section: "purchase",
        strategy: strategy.word(),
        text: purchase_text(strategy),
        lines,
    }
}

/// What a purchase strategy does.
pub(super) fn purchase_text(strategy: PurchaseStrategy) -> &'static str {
    match strategy {
        PurchaseStrategy::Greedy => {
            "Gives every card on offer a value: the damage it is expected to spare the base in \
             this round's fight of their own lane, and what its figures and abilities are worth in \
             the rounds after that. Plans to buy the set of cards with the greatest value that can \
             be paid; cards in hand are burned for reductions where the set gained is worth more \
             than they are. Commits the Xenosathem that the plan needs, buys what is planned, and \
             plans again with what is left. Lends reductions to other players."
        }
        PurchaseStrategy::Learned => {
            "Makes plans of what to buy and what to burn for it, from one card to several, keeping \
             the best of each length, and follows the plan after which the learned value expects \
             the players to come farthest. The value looks at which cards are owned, in hand, in \
             lanes and on offer, knows them by their figures and abilities and, where it has met \
             them, by name, and at the round, the players' means and the state of the lanes. Plans \
             again with what is left. Lends reductions to other players."
        }
        PurchaseStrategy::Priority => {
            "Goes through a list of rules from the top and buys by the first that holds and can \
             be paid; then starts again. Commits all Xenosathem."
        }
        PurchaseStrategy::Random => "Answers every question of the phase by chance.",
        PurchaseStrategy::None => "Buys nothing and keeps all Xenosathem in hand.",
    }
}

fn deployment(deployment: &Deployment) -> Explained {
    let (strategy, lines) = match deployment {
        Deployment::LaneBalancing(weights) => (DeploymentStrategy::LaneBalancing, list(weights)),
        Deployment::OwnLane(weights) => (DeploymentStrategy::OwnLane, list(weights)),
        Deployment::FrontHeavy => (DeploymentStrategy::FrontHeavy, Vec::new()),
        Deployment::Random => (DeploymentStrategy::Random, Vec::new()),
    };
    Explained {
        section: "deployment",
        strategy: strategy.word(),
        text: deployment_text(strategy),
        lines,
    }
}

/// What a deployment strategy does.
pub(super) fn deployment_text(strategy: DeploymentStrategy) -> &'static str {
    match strategy {
        DeploymentStrategy::LaneBalancing => {
            "Reckons how many of the coming enemies every lane outlasts, and puts each troop (the \
             one that outlasts most first) and each item where that spares the base most, be it in \
             another player's lane. Stands its own troops by figures, wounds, cost and abilities: \
             what is cheap or wounded in front, what is costly or helps others behind."
        }
        DeploymentStrategy::OwnLane => {
            "As lane-balancing, but puts nothing into other players' lanes."
        }
        DeploymentStrategy::FrontHeavy => {
            "Puts the strongest troops into their own lane first, the strongest in front and all \
             items on it."
        }
        DeploymentStrategy::Random => "Answers every question of the phase by chance.",
    }
}

fn reaction(reaction: &Reaction) -> Explained {
    let (strategy, lines) = match reaction {
        Reaction::Heuristic(weights) => (ReactionStrategy::Heuristic, list(weights)),
        Reaction::Eager => (ReactionStrategy::Eager, Vec::new()),
        Reaction::Never => (ReactionStrategy::Never, Vec::new()),
        Reaction::Random => (ReactionStrategy::Random, Vec::new()),
    };
    Explained {
        section: "reaction",
        strategy: strategy.word(),
        text: reaction_text(strategy),
        lines,
    }
}

/// What a reaction strategy does.
pub(super) fn reaction_text(strategy: ReactionStrategy) -> &'static str {
    match strategy {
        ReactionStrategy::Heuristic => {
            "Plays the lane's fight with the enemies that have turned up through in a small model, \
             with and without each thing that could be done and on each target, reckons with the \
             others by how many of them the lane outlasts, and does what improves the outcome \
             most, if that is more than keeping it for later is worth. Cancels reveals, prevents \
             damage that a troop would die of, saves troops and strikes harder by the same \
             measure, for every player's lane."
        }
        ReactionStrategy::Eager => {
            "Uses every instant and ability at the first opportunity, in the lane being fought."
        }
        ReactionStrategy::Never => "Uses no instants and no abilities that are optional.",
        ReactionStrategy::Random => "Answers every question of a fight by chance.",
    }
}

fn wrap_up(wrap_up: &WrapUp) -> Explained {
    let (strategy, lines) = match wrap_up {
        WrapUp::ByWorth(weights) => (WrapUpStrategy::ByWorth, list(weights)),
        WrapUp::DiscardAll => (WrapUpStrategy::DiscardAll, Vec::new()),
        WrapUp::DiscardHand => (WrapUpStrategy::DiscardHand, Vec::new()),
        WrapUp::KeepAll => (WrapUpStrategy::KeepAll, Vec::new()),
        WrapUp::Random => (WrapUpStrategy::Random, Vec::new()),
    };
    Explained {
        section: "wrap-up",
        strategy: strategy.word(),
        text: wrap_up_text(strategy),
        lines,
    }
}

/// What a wrap-up strategy does.
pub(super) fn wrap_up_text(strategy: WrapUpStrategy) -> &'static str {
    match strategy {
        WrapUpStrategy::ByWorth => {
            "Discards from hand what is worth less than a new card, and from a full lane the \
             weakest troop if it is not worth its zone. Trades Xenosathem up whenever it can."
        }
        WrapUpStrategy::DiscardAll => {
            "Discards the whole hand, keeps the lane, trades Xenosathem up whenever it can."
        }
        WrapUpStrategy::DiscardHand => {
            "Discards the whole hand, keeps the lane, trades nothing up."
        }
        WrapUpStrategy::KeepAll => "Discards nothing, trades Xenosathem up whenever it can.",
        WrapUpStrategy::Random => "Answers every question of the phase by chance.",
    }
}

fn list<W: Weights>(weights: &W) -> Vec<String> {
    let lines = W::ALL.iter().enumerate().map(|(index, info)| {
        let value = weights.get(index);
        let default = match value == info.default {
            true => String::new(),
            false => format!(" (default {})", info.default),
        };
        format!("{} = {value}{default}: {}", info.name, info.text)
    });
    lines.collect()
}

fn rule_line(rule: &PriorityRule, cards: &CardSet) -> String {
    let mut line = match rule.buy {
        Wanted::Card(kind) => format!("buy {}", cards.kind(kind).name),
        Wanted::Class(class) => format!("buy the costliest {} that can be paid", class.word()),
        Wanted::AnyItem => "buy the costliest item that can be paid".to_string(),
    };
    if rule.waves != 0b1110 {
        let waves = (1..=3u8).filter(|wave| rule.waves & 1 << wave != 0);
        let waves: Vec<String> = waves.map(|wave| wave.to_string()).collect();
        line += &format!(", in wave {}", waves.join(" and "));
    }
    if let Some(most) = rule.own_fewer_than {
        line += &format!(", while owning fewer than {most}");
    }
    if let Some(most) = rule.troops_fewer_than {
        line += &format!(", while lane and hand have fewer than {most} troops");
    }
    if let Some(least) = rule.resources_at_least {
        line += &format!(", with at least {least} resources");
    }
    if rule.reduce {
        line += ", burning cards to pay for it if need be";
    }
    line
}
