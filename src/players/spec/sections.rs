//! The sections of a policy: which strategies there are, what they do, and their weights.

use super::section::section;
use super::weights::weights;

section! {
    /// How a player buys, with the numbers for it.
    pub enum Purchase in "purchase" {
        /// Value for money.
        Greedy(GreedyWeights) = "greedy",
            "Gives every card on offer a worth: its power and HP, and what its abilities do. Commits all \
             Xenosathem, buys the card whose worth exceeds its price by most, and goes on until none \
             does. Gives reductions to other players with cards that cost little.";
        /// By chance.
        Random = "random",
            "Answers every question of the phase at random.";
        /// Not at all.
        None = "none",
            "Buys nothing and keeps all Xenosathem in hand.";
    }
}

section! {
    /// How a player deploys, with the numbers for it.
    pub enum Deployment in "deployment" {
        /// Where it is needed most.
        LaneBalancing(DeploymentWeights) = "lane-balancing",
            "Puts every troop, the strongest first, into the lane whose troops have the least power and \
             HP, and every item on a strong troop there, including other players' lanes. Orders its own \
             troops by figures, wounds, cost and abilities: cheap or wounded ones in front, expensive \
             ones and those that help others behind.";
        /// As well as possible, but only in their own lane.
        OwnLane(DeploymentWeights) = "own-lane",
            "Like lane-balancing, but puts nothing into other players' lanes.";
        /// The strongest in front, with all the items.
        FrontHeavy = "front-heavy",
            "Puts the strongest troops into its own lane first, the strongest in front with all \
             items.";
        /// By chance.
        Random = "random",
            "Answers every question of the phase at random.";
    }
}

section! {
    /// How a player uses instants and abilities, with the numbers for it.
    pub enum Reaction in "reaction" {
        /// In danger, where it does most.
        Heuristic(ReactionWeights) = "heuristic",
            "Uses instants and abilities in fights that look like being lost, by the power and HP of \
             troops and enemies, if what they do is worth more than keeping them; averts damage that \
             would kill a troop worth saving; cancels reveals; heals. Aims at the strongest enemy that \
             dies of it.";
        /// At the first opportunity.
        Eager = "eager",
            "Uses every instant and ability at the first opportunity, in the lane being fought.";
        /// Not at all.
        Never = "never",
            "Uses no instants and no optional abilities.";
        /// By chance.
        Random = "random",
            "Answers every question of a fight at random.";
    }
}

section! {
    /// How a player wraps up a round, with the numbers for it.
    pub enum WrapUp in "wrap-up" {
        /// Keeps what is worth more than a new card.
        ByWorth(WrapUpWeights) = "by-worth",
            "Discards cards in hand that are worth less than a new card, and from a full lane the \
             weakest troop if it is not worth its zone. Upgrades Xenosathem whenever possible.";
        /// Discards the whole hand, keeps the lane, trades Xenosathem up.
        DiscardAll = "discard-all",
            "Discards the whole hand, keeps the lane, upgrades Xenosathem whenever possible.";
        /// Discards the whole hand, keeps the lane, upgrades nothing.
        DiscardHand = "discard-hand",
            "Discards the whole hand, keeps the lane, upgrades nothing.";
        /// Keeps everything.
        KeepAll = "keep-all",
            "Discards nothing, upgrades Xenosathem whenever possible.";
        /// By chance.
        Random = "random",
            "Answers every question of the phase at random.";
    }
}

weights! {
    /// What `greedy` thinks a card is worth.
    pub struct GreedyWeights {
        power = "power", 1.0, -5.0..=20.0, "worth of one point of power, of a troop or lent by an item";
        hp = "hp", 1.0, -5.0..=20.0, "worth of one point of HP, of a troop or lent by an item";
        damage = "damage", 1.6, -5.0..=20.0, "worth of one point of damage dealt by an ability";
        harm = "harm", 0.8, -5.0..=20.0, "penalty for one point of damage to its own side";
        protect = "protect", 0.7, -5.0..=20.0, "worth of one point of damage prevented, redirected or healed";
        other = "other", 1.0, -5.0..=20.0, "worth of anything else that an ability does";
        once = "once", 0.25, 0.0..=2.0, "share of an ability's worth that counts if its use must be paid for, as by \
            discarding the card";
        troops = "troops", 1.0, 0.0..=5.0, "factor on the worth of troops";
        equipment = "equipment", 1.6, 0.0..=5.0, "factor on the worth of equipment";
        instants = "instants", 1.6, 0.0..=5.0, "factor on the worth of instants";
        thrift = "thrift", 0.5, -5.0..=20.0, "minimum worth of a purchase per point of its cost";
        give = "give", 1.0, 0.0..=5.0, "how much a card may have cost, per point of the reduction, to be given up for \
            another player's purchase (0: never)";
    }
}

weights! {
    /// Where cards are put.
    pub struct DeploymentWeights {
        own_lane = "own-lane", 10.0, -20.0..=50.0, "how much weaker another player's lane must be to be helped \
            before its own";
        carrier = "carrier", 1.6, -5.0..=20.0, "how much a troop's power and HP speak for putting an item on it, compared \
            with how weak its lane is";
        front_power = "front-power", 0.0, -5.0..=5.0, "how much one point of power speaks for standing in front";
        front_hp = "front-hp", 0.1, -5.0..=5.0, "how much one point of HP left speaks for standing in front";
        front_wound = "front-wound", 0.5, -5.0..=5.0, "how much one point of damage speaks for standing in front";
        front_cost = "front-cost", -0.5, -5.0..=5.0, "how much one point of the cost of a troop and its items speaks for standing in front";
        front_support = "front-support", -1.0, -10.0..=10.0, "how much a bonus for others speaks for standing in front";
    }
}

weights! {
    /// When instants and abilities are used.
    pub struct ReactionWeights {
        calm = "calm", 0.0, -50.0..=50.0, "by how much the enemies of a lane must be stronger than its troops, in power and HP, for \
            abilities to be used there";
        unseen = "unseen", 10.0, 0.0..=50.0, "power and HP expected of an enemy not yet turned up, per wave";
        hold_instant = "hold-instant", 0.2, -5.0..=20.0, "minimum gain for playing an instant, per \
            point of its cost";
        hold_ability = "hold-ability", 0.1, -5.0..=20.0, "minimum gain for using a once-per-round \
            ability";
        hold_troop = "hold-troop", 0.3, -5.0..=20.0, "minimum gain for discarding a troop in hand for an effect, per \
            point of its cost";
        item = "item", 0.5, -5.0..=20.0, "worth of one point of the cost of an item";
        last_round = "last-round", 0.1, 0.0..=1.0, "factor on all that speaks for waiting in the last round";
        others = "others", 0.9, 0.0..=5.0, "weight of gains in other players' lanes (0: never helps others)";
        cancel = "cancel", 4.0, -5.0..=50.0, "gain of cancelling a reveal ability";
        save = "save", 0.5, 0.0..=2.0, "a troop is saved from death if its worth is at least this share of the most \
            valuable troop's";
        other = "other", 1.0, -5.0..=20.0, "gain of anything else that an ability does";
    }
}

weights! {
    /// What is kept in wrap-up.
    pub struct WrapUpWeights {
        resource = "resource", 0.4, -5.0..=20.0, "worth in hand of one point of Xenosathem";
        troop = "troop", 0.3, -5.0..=20.0, "worth in hand of one point of a troop's power and HP";
        equipment = "equipment", 0.5, -5.0..=20.0, "worth in hand of one point of the cost of equipment";
        instant = "instant", 1.0, -5.0..=20.0, "worth in hand of one point of the cost of an instant";
        new_card_1 = "new-card-wave-1", 1.5, -5.0..=20.0, "worth of a new card in wave 1: cards \
            worth less are discarded";
        new_card_2 = "new-card-wave-2", 2.0, -5.0..=20.0, "worth of a new card in wave 2";
        new_card_3 = "new-card-wave-3", 3.0, -5.0..=20.0, "worth of a new card in wave 3";
        zone_1 = "zone-wave-1", 0.0, -5.0..=50.0, "minimum power plus HP of a troop that keeps its \
            zone in a full lane in wave 1";
        zone_2 = "zone-wave-2", 2.5, -5.0..=50.0, "the same in wave 2";
        zone_3 = "zone-wave-3", 4.0, -5.0..=50.0, "the same in wave 3";
    }
}
