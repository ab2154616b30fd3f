//! The sections of a policy: which strategies there are, what they do, and their weights.

use super::learned::LearnedPurchase;
use super::priority::PriorityRule;
use super::section::section;
use super::weights::weights;

section! {
    /// How a player buys, with the numbers for it.
    pub enum Purchase in "purchase" {
        /// Value for money.
        Greedy(GreedyWeights) = "greedy",
            "Gives every card on offer a value: the damage to the base that it is expected to \
             avert in this round's fight in its own lane, plus the worth of its figures and \
             abilities in later rounds. Plans to buy the affordable set of cards with the greatest \
             value; cards in hand are burned for reductions if the set gained is worth more than \
             they are. Commits the Xenosathem that the plan needs, buys what is planned, and plans \
             again with the rest. Gives reductions to other players.";
        /// What the learned value says the table is best off with.
        Learned(Box<LearnedPurchase>) = "learned",
            "Makes plans of what to buy and what to burn for it, from one card to several, keeping \
             the best of each length, and follows the plan with the best learned value. The value \
             looks at which cards are owned, in hand, in lanes and on offer (by their figures and \
             abilities and, if known, by name), and at the round, the players' resources and the \
             state of the lanes. Plans again with the rest. Gives reductions to other players.";
        /// An ordered list with conditions.
        Priority(Vec<PriorityRule>) = "priority",
            "Goes through a list of rules from the top and follows the first one that applies and \
             is affordable; then starts again. Commits all Xenosathem.";
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
        /// Where it does the table the most good.
        LaneBalancing(DeploymentWeights) = "lane-balancing",
            "Estimates how many of the coming enemies every lane outlasts, and puts each troop \
             (the one that outlasts most first) and each item where it averts the most damage to \
             the base, including other players' lanes. Orders its own troops by figures, wounds, \
             cost and abilities: cheap or wounded ones in front, expensive ones and those that \
             help others behind.";
        /// The same, with the enemies to come dealt a few times over.
        LineUp((DeploymentWeights, FightWeights)) = "line-up",
            "As lane-balancing, but before a troop goes to a lane, deals the enemies to come a few times \
             from all that nobody has seen, plays every lane's fight through against each deal, \
             with the troop and without, and puts it where that spares the base and the troops \
             most. Counts the troops in the hands of lanes' owners as deployed there. Puts items on \
             troops when the other players have deployed theirs, and lets items change hands within a \
             lane where that helps in such fights.";
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
        /// When it changes the fight for the better by more than it is worth later.
        Heuristic(ReactionWeights) = "heuristic",
            "Simulates the lane's fight against the face-up enemies in a small model, with and \
             without each possible action and target, estimates how many of the other enemies the \
             lane outlasts (and, if foresight is more than 0, plays on against a few random deals of \
             unseen enemies), and takes the action that improves the outcome most, if that is worth \
             more than saving it for later. Decides in the same way whether to cancel reveals, \
             prevent lethal damage, save troops and strike harder, in every player's lane.";
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
        now = "now", 1.0, 0.0..=20.0, "value of averting one point of damage to the base in this \
            round's fight";
        threat = "threat", 1.0, 0.2..=5.0, "factor on the number of enemies expected";
        use_now = "use-now", 0.5, -5.0..=20.0, "share of an ability's value that counts for this round";
        outlast = "outlast", 0.5, 0.0..=20.0, "value in a later round of outlasting enemies, per point of their power";
        patience = "patience", 0.6, 0.0..=1.0, "share of a card's worth that is left a round later";
        damage = "damage", 0.8, -5.0..=20.0, "value of one point of damage dealt by an ability or item";
        harm = "harm", 0.5, -5.0..=20.0, "penalty for one point of damage to its own side";
        prevent = "prevent", 0.7, -5.0..=20.0, "value of one point of damage prevented or \
            redirected";
        heal = "heal", 0.3, -5.0..=20.0, "value of one point of damage healed";
        save = "save", 3.0, -5.0..=20.0, "value of saving a troop from death";
        cancel = "cancel", 1.5, -5.0..=20.0, "value of cancelling a reveal ability";
        shift = "move", 0.5, -5.0..=20.0, "value of moving a card in its lane";
        boost = "boost", 0.6, -5.0..=20.0, "value of one point of temporary power";
        first_strike = "first-strike", 2.0, -5.0..=20.0, "value of striking first";
        aura = "aura", 1.5, -5.0..=20.0, "value of one point of power or HP for every other troop in the lane";
        kill = "kill", 4.0, -5.0..=20.0, "value of killing an enemy outright";
        economy = "economy", 0.5, -5.0..=20.0, "value of one point of resources or of a reduction";
        ambush = "ambush", 1.0, -5.0..=20.0, "value of being deployable as an instant";
        once = "once", 0.5, 0.0..=2.0, "share of an ability's value when it works from hand and uses up the card, as instants do";
        triggered = "triggered", 0.6, 0.0..=2.0, "share of an ability's value when it needs a \
            trigger (a death, an advance, damage)";
        troop_1 = "troops-wave-1", 1.0, 0.0..=5.0, "factor on the value of troops in later rounds of wave 1";
        troop_2 = "troops-wave-2", 1.0, 0.0..=5.0, "factor on the value of troops in wave 2";
        troop_3 = "troops-wave-3", 1.0, 0.0..=5.0, "factor on the value of troops in wave 3";
        equipment_1 = "equipment-wave-1", 1.0, 0.0..=5.0, "factor on the value of equipment in wave 1";
        equipment_2 = "equipment-wave-2", 1.0, 0.0..=5.0, "factor on the value of equipment in wave 2";
        equipment_3 = "equipment-wave-3", 1.0, 0.0..=5.0, "factor on the value of equipment in wave 3";
        instant_1 = "instants-wave-1", 0.7, 0.0..=5.0, "factor on the value of instants in wave 1";
        instant_2 = "instants-wave-2", 0.8, 0.0..=5.0, "factor on the value of instants in wave 2";
        instant_3 = "instants-wave-3", 0.9, 0.0..=5.0, "factor on the value of instants in wave 3";
        thrift = "thrift", 0.5, -5.0..=20.0, "minimum value of a purchase per point of its cost";
        keep_resource = "keep-resource", 3.0, 0.0..=20.0, "Xenosathem cards of at least this value are held back when the plan does not need them; smaller ones are committed anyway";
        burn = "burn", 0.6, 0.0..=5.0, "share of a card's value that is counted as lost when it is burned for a reduction";
        give = "give", 1.0, 0.0..=5.0, "how freely reductions are given to other players (0: \
            never, 1: as for itself)";
    }
}

weights! {
    /// Where cards are put.
    pub struct DeploymentWeights {
        threat = "threat", 1.0, 0.2..=5.0, "factor on the number of enemies expected";
        own_lane = "own-lane", 0.0, -5.0..=20.0, "extra damage that must be averted to help \
            another player's lane";
        outlast = "outlast", 0.2, -5.0..=20.0, "worth of outlasting one more enemy if the base is \
            safe";
        front_power = "front-power", 0.0, -5.0..=5.0, "how much one point of power speaks for standing in front";
        front_hp = "front-hp", 0.1, -5.0..=5.0, "how much one point of HP left speaks for standing in front";
        front_wound = "front-wound", 0.5, -5.0..=5.0, "how much one point of damage speaks for standing in front";
        front_cost = "front-cost", -0.5, -5.0..=5.0, "how much one point of the cost of a troop and its items speaks for standing in front";
        front_support = "front-support", -1.0, -10.0..=10.0, "how much an ability that helps others speaks for standing in front";
    }
}

weights! {
    /// How fights that are played through count.
    pub struct FightWeights {
        forecast = "forecast", 0.3, 0.0..=20.0, "weight of the forecast beside the fights that are played through";
        live = "live", 0.1, 0.0..=5.0, "worth of a troop that lives on, in damage to the base, per point of its power, HP and cost";
        relief_first = "relief-first", 0.0, 0.0..=3.0, "enemies of each lane that abilities and instants are expected to take out in the first round of a wave: so many fewer are fought in the fights that are played through";
        relief = "relief", 0.0, 0.0..=3.0, "the same in the other rounds";
        item_back = "item-back", 0.0, -5.0..=20.0, "worth of an item one zone further back, in damage to the base";
        item_support = "item-support", 0.0, -5.0..=20.0, "worth of an item on a troop that helps others, in damage to the base";
        share_out = "share-out", 0.0, 0.0..=1000.0, "minimum gain, in damage to the base, for items of a lane to change hands before the enemies come";
    }
}

weights! {
    /// When instants and abilities are used.
    pub struct ReactionWeights {
        base = "base", 2.0, 0.0..=50.0, "weight of one point of damage to the base";
        doom = "doom", 20.0, 0.0..=500.0, "extra weight of the base falling";
        power = "power", 0.5, -5.0..=20.0, "worth of one point of power of a troop that survives";
        hp = "hp", 0.5, -5.0..=20.0, "worth of one point of HP of a troop that survives";
        cost = "cost", 0.5, -5.0..=20.0, "worth of one point of a troop's purchase cost";
        item = "item", 0.5, -5.0..=20.0, "worth of one point of the purchase cost of carried items";
        wound = "wound", 0.6, 0.0..=1.0, "share of its worth that a troop loses with its HP";
        threat = "threat", 1.0, 0.2..=5.0, "factor on the power and HP expected of enemies not yet seen";
        hold_instant = "hold-instant", 0.5, -5.0..=20.0, "minimum gain for playing an instant, per \
            point of its cost";
        hold_ability = "hold-ability", 0.1, -5.0..=20.0, "minimum gain for using a once-per-round \
            ability";
        hold_troop = "hold-troop", 0.3, -5.0..=20.0, "minimum gain for deploying or discarding a \
            troop in hand for an effect, per point of its cost";
        last_round = "last-round", 0.1, 0.0..=1.0, "factor on all holding values and worths in the last round";
        others = "others", 0.9, 0.0..=5.0, "weight of gains in other players' lanes (0: never \
            helps others)";
        foresight = "foresight", 0.0, 0.0..=1.0, "share of a window's answer that goes by fights against enemies dealt from those nobody has seen (0: none is dealt); the rest goes by how many the lane outlasts";
        patience = "patience", 0.0, 0.0..=5.0, "how much more must be gained in a window for each enemy of the lane not yet turned up, as a share of what must be gained otherwise";
        reveal_patience = "reveal-patience", 0.0, 0.0..=5.0, "the same when a reveal ability could be cancelled";
        others_after = "others-after", 0.0, 0.0..=5.0, "weight of gains in other players' lanes once its own lane has been fought (0: the same as before)";
        doomed = "doomed", 1.0, 0.0..=1.0, "share of its holding value that an ability keeps if the troop that has it is about to fall";
        unseen = "unseen", 0.0, 0.0..=2.0, "weight of hitting a face-down enemy, if targets are chosen by fights against dealt enemies (0: by the enemies that have turned up alone, and face-down ones are left alone)";
        strike_back = "strike-back", 0.0, 0.0..=20.0, "worth of the damage that an ability deals besides preventing damage to a troop that would live (0: it is kept until a troop would fall)";
        save = "save", 0.5, 0.0..=2.0, "a troop is saved from death if its worth is at least this share of the most valuable troop still in danger";
        burn = "burn", 0.3, 0.0..=5.0, "worth of a card in its discard pile per point of its cost, \
            when it could be burned for an effect";
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
