//! The events of a game. Every change of a hand, pile, lane or the base is a separate event, so
//! that the state can be rebuilt from the list of events alone. How they are serialised is described
//! in `JSON.md`.

use super::json;
use crate::play::{Choice, Decision};
use crate::state::{GameState, MARKET_ROWS, MAX_PLAYERS, Phase, Side};
use cards::KindId;
use cards::ability::Lasts;
use cards::words::words;
use serde::Serialize;

/// A place where a card can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "zone", rename_all = "kebab-case")]
pub enum CardPlace {
    /// Top of a player's deck.
    #[serde(serialize_with = "json::player")]
    Deck(u8),
    /// A player's hand (cards come in at the end).
    #[serde(serialize_with = "json::player")]
    Hand(u8),
    /// A player's discard pile (cards come in on top; the uppermost of its kind is taken).
    #[serde(serialize_with = "json::player")]
    Discard(u8),
    /// A zone of a troop lane.
    Lane {
        /// Whose lane.
        #[serde(serialize_with = "json::from_one")]
        lane: u8,
        /// 0 is the front.
        #[serde(serialize_with = "json::from_one")]
        position: u8,
    },
    /// On a troop in a lane.
    Equipped {
        /// Whose lane.
        #[serde(serialize_with = "json::from_one")]
        lane: u8,
        /// The troop's position.
        #[serde(serialize_with = "json::from_one")]
        position: u8,
    },
    /// On its way: with a troop that has just left its lane, or lifted off a troop to be handed
    /// out again.
    Carried,
    /// In an enemy lane.
    EnemyLane {
        /// Whose lane.
        #[serde(serialize_with = "json::from_one")]
        lane: u8,
        /// 0 is the front.
        #[serde(serialize_with = "json::from_one")]
        position: u8,
    },
    /// Top of a wave's encounter deck (1 to 3).
    #[serde(serialize_with = "json::wave")]
    EncounterDeck(u8),
    /// A wave's encounter discard pile.
    #[serde(serialize_with = "json::wave")]
    EncounterDiscard(u8),
    /// A wave's bosses set aside.
    #[serde(serialize_with = "json::wave")]
    Bosses(u8),
    /// Enemies drawn for the round but not yet dealt.
    Drawn,
    /// Deck of a market row (0 items, 1 to 3 troops of that wave).
    #[serde(serialize_with = "json::row")]
    MarketDeck(u8),
    /// Bottom of the deck of a market row.
    #[serde(serialize_with = "json::row")]
    MarketBottom(u8),
    /// Pool of a market row.
    #[serde(serialize_with = "json::row")]
    MarketPool(u8),
    /// Top of the weather deck.
    WeatherDeck,
    /// The weather card in force.
    Weather,
    /// Weather cards of earlier rounds.
    WeatherDiscard,
    /// The supply of resources, or the box of unused cards.
    Supply,
    /// Out of the game.
    Burned,
}

impl CardPlace {
    /// All places where cards lie in piles.
    pub(crate) fn piles() -> impl Iterator<Item = CardPlace> {
        use CardPlace::*;
        let of_player = |seat| [Deck(seat), Hand(seat), Discard(seat)];
        let of_wave = |wave| [EncounterDeck(wave), EncounterDiscard(wave), Bosses(wave)];
        let of_row = |row| [MarketPool(row), MarketDeck(row)];
        let of_players = (0..MAX_PLAYERS as u8).flat_map(of_player);
        let of_waves = (1..=3).flat_map(of_wave);
        let of_market = (0..MARKET_ROWS as u8).flat_map(of_row);
        let of_all = of_players.chain(of_waves).chain(of_market);
        of_all.chain([WeatherDeck, WeatherDiscard, Weather])
    }

    /// The cards of a pile from the bottom to the top; none where cards do not lie in a pile.
    pub fn cards(self, state: &GameState) -> &[KindId] {
        match self {
            CardPlace::Hand(seat) => state.seats[seat as usize].hand.cards(),
            CardPlace::Deck(seat) => state.seats[seat as usize].deck.cards(),
            CardPlace::Discard(seat) => state.seats[seat as usize].discard.cards(),
            CardPlace::EncounterDeck(wave) => state.encounters[wave as usize - 1].deck.cards(),
            CardPlace::EncounterDiscard(wave) => {
                state.encounters[wave as usize - 1].discard.cards()
            }
            CardPlace::Bosses(wave) => state.encounters[wave as usize - 1].bosses.cards(),
            CardPlace::MarketPool(row) => state.market[row as usize].pool.cards(),
            CardPlace::MarketDeck(row) => state.market[row as usize].deck.cards(),
            CardPlace::WeatherDeck => state.weather.deck.cards(),
            CardPlace::WeatherDiscard => state.weather.discard.cards(),
            CardPlace::Weather => state.weather.card.as_slice(),
            _ => &[],
        }
    }
}

/// A card on the board, as events name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct At {
    /// Troop or enemy.
    pub side: Side,
    /// In whose lane.
    #[serde(serialize_with = "json::from_one")]
    pub lane: u8,
    /// Position in that lane when the event happened.
    #[serde(serialize_with = "json::from_one")]
    pub position: u8,
    /// What it is.
    #[serde(rename = "card")]
    pub kind: KindId,
}

impl At {
    /// The place of the items on it.
    pub(crate) fn equipped(&self) -> CardPlace {
        CardPlace::Equipped {
            lane: self.lane,
            position: self.position,
        }
    }
}

words! {
    /// The nature of damage, which determines what can respond to it and what adds to it.
    pub enum Nature as "damage nature" {
        /// A strike in a fight.
        Attack = "attack" says "attack",
        /// The second or later hit of an attack on several troops.
        FurtherHit = "further-hit" says "further hit of the attack",
        /// Attack damage carried over from another troop.
        Overflow = "overflow" says "attack carried over",
        /// An enemy's reveal ability.
        Reveal = "reveal" says "reveal ability",
        /// A trigger of an enemy.
        EnemyTrigger = "enemy-trigger" says "enemy's ability",
        /// A troop's ability or an item.
        OwnAbility = "own-ability" says "ability",
    }

    /// The way in which something happened.
    pub enum Way as "way" {
        /// By a fight.
        Fight = "fight",
        /// By an ability.
        Ability = "ability",
        /// By an enemy that overran a lane.
        Overrun = "overrun",
        /// By attack damage carried past the last troop.
        Overflow = "overflow",
        /// As the price of an ability.
        Cost = "cost",
        /// By a bonus that was lost.
        LostBonus = "lost-bonus",
        /// By the rules of the phase.
        Rule = "rule",
    }
}

impl Nature {
    /// The nature of damage by an ability of a side's cards, other than a reveal ability.
    pub(crate) fn of_ability(side: Side) -> Self {
        match side {
            Side::Enemy => Nature::EnemyTrigger,
            Side::Troop => Nature::OwnAbility,
        }
    }
}

/// The cause of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Cause {
    /// The card that caused it, if any.
    #[serde(rename = "by")]
    pub kind: Option<KindId>,
    /// In which way.
    pub way: Way,
}

impl Cause {
    /// The rules themselves.
    pub const RULE: Cause = Cause {
        kind: None,
        way: Way::Rule,
    };

    /// A card.
    pub fn card(kind: KindId, way: Way) -> Self {
        let kind = Some(kind);
        Cause { kind, way }
    }
}

words! {
    /// An unusual event that is counted.
    pub enum Incident as "incident" {
        /// An exchange that changed nothing; the lane was stopped.
        Stalemate = "stalemate" says "Stalemate: an exchange changed nothing, so the lane's enemies are discarded",
        /// No enemy could be placed: deck and discard pile were empty.
        EmptyEncounterDraw = "empty-encounter-draw" says "No enemy is left to be drawn",
        /// The supply of a resource was empty.
        EmptySupplyDraw = "empty-supply-draw" says "The supply of Xenosathem for this wave is empty",
        /// A player had no card left to draw.
        ShortDraw = "short-draw" says "No card is left to be drawn",
        /// A lane turned up 1,000 enemies; it was stopped.
        EndlessLane = "endless-lane" says "The lane does not end, so its enemies are discarded",
        /// A chain of triggers was cut off.
        CutChain = "cut-chain" says "A chain of abilities grows too long and is cut off",
        /// A card found no room in the fixed-size state.
        Overflow = "overflow" says "There is no room for a card or an answer; it is left out",
    }

    /// Why a lane's combat ended.
    pub enum StopReason as "lane outcome" {
        /// No enemies are left.
        Held = "held" says "no enemies are left",
        /// It was stopped as a stalemate.
        Stalemate = "stalemate" says "stopped as a stalemate",
        /// It was stopped as endless.
        Endless = "endless" says "stopped as endless",
    }
}

/// Something that happened. The state shown with it is the one after it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// The game is set up; cards are in their first places (orders are in the state).
    GameStarted,
    /// A round begins.
    RoundStarted,
    /// A phase begins.
    PhaseStarted {
        /// Which.
        #[serde(skip)]
        phase: Phase,
    },
    /// A weather card has come into force; its move came before.
    WeatherTurned {
        /// Which.
        #[serde(rename = "card")]
        kind: KindId,
    },
    /// A lane's combat begins.
    LaneStarted {
        /// Whose lane.
        #[serde(serialize_with = "json::from_one")]
        lane: u8,
    },
    /// A lane's combat is over.
    LaneEnded {
        /// Whose lane.
        #[serde(serialize_with = "json::from_one")]
        lane: u8,
        /// Why.
        reason: StopReason,
    },
    /// A pile was shuffled or cut; its new order is in the state.
    Shuffled {
        /// Which pile ([`CardPlace::Deck`], [`CardPlace::EncounterDeck`], [`CardPlace::MarketDeck`] or
        /// [`CardPlace::WeatherDeck`]).
        pile: CardPlace,
        /// Whether it was made from its discard pile, which is now empty.
        from_discard: bool,
    },
    /// A card went from one place to another.
    Moved {
        /// What.
        #[serde(rename = "card")]
        kind: KindId,
        /// From where.
        from: CardPlace,
        /// Where to.
        to: CardPlace,
        /// Why.
        #[serde(flatten)]
        cause: Cause,
    },
    /// An empty item stack is replaced by another one; the moves of its cards follow.
    StackReplaced {
        /// The stack that is empty.
        old: KindId,
        /// The stack that takes its place.
        new: KindId,
    },
    /// The cards of a lane changed their order; the new one is in the state.
    Reordered {
        /// Troops or enemies.
        side: Side,
        /// Whose lane.
        #[serde(serialize_with = "json::from_one")]
        lane: u8,
    },
    /// Items have been redistributed among the troops of a lane; their moves came before.
    Redistributed {
        /// Whose lane.
        #[serde(serialize_with = "json::from_one")]
        lane: u8,
    },
    /// A player answered a question that had more than one legal answer.
    Decided {
        /// Who.
        #[serde(rename = "player", serialize_with = "json::from_one")]
        seat: u8,
        /// The question.
        #[serde(skip)]
        decision: Decision,
        /// The answer.
        #[serde(skip)]
        choice: Choice,
        /// How many legal answers there were.
        #[serde(skip)]
        options: u8,
    },
    /// An ability is used, or an instant played.
    Used {
        /// Whose ability.
        #[serde(rename = "card")]
        kind: KindId,
        /// By whom (enemies: the lane's owner).
        #[serde(rename = "player", serialize_with = "json::from_one")]
        seat: u8,
        /// Number of the ability on the card.
        #[serde(serialize_with = "json::from_one")]
        ability: u8,
    },
    /// An enemy was turned face up.
    TurnedUp {
        /// Which.
        #[serde(rename = "target")]
        enemy: At,
    },
    /// A reveal ability was cancelled.
    RevealCancelled {
        /// Whose.
        #[serde(rename = "card")]
        kind: KindId,
        /// In whose lane.
        #[serde(serialize_with = "json::from_one")]
        lane: u8,
    },
    /// A player's resources changed.
    Resources {
        /// Who.
        #[serde(rename = "player", serialize_with = "json::from_one")]
        seat: u8,
        /// What they are now.
        #[serde(rename = "resources")]
        total: u16,
    },
    /// A card was bought; its move follows.
    Bought {
        /// By whom.
        #[serde(rename = "player", serialize_with = "json::from_one")]
        seat: u8,
        /// What.
        #[serde(rename = "card")]
        kind: KindId,
        /// Resources paid.
        paid: u8,
    },
    /// Damage was reduced, prevented or redirected away.
    DamageLessened {
        /// Who would have suffered it.
        target: At,
        /// How much.
        amount: i16,
        /// By what.
        by: KindId,
        /// Whether another card suffers it instead.
        redirected: bool,
    },
    /// Damage was marked on a card.
    Damaged {
        /// On whom.
        target: At,
        /// How much.
        amount: i16,
        /// By what.
        #[serde(rename = "by")]
        source: Option<KindId>,
        /// Its nature.
        nature: Nature,
    },
    /// Damage was removed from a card.
    Healed {
        /// From whom.
        target: At,
        /// How much.
        amount: i16,
    },
    /// A card was killed; its move follows.
    Killed {
        /// Who.
        target: At,
        /// By what.
        #[serde(rename = "by")]
        source: Option<KindId>,
    },
    /// A card that would have been killed was not.
    Survived {
        /// Who.
        target: At,
        /// By what.
        by: KindId,
    },
    /// A card gained power.
    PowerGained {
        /// Who.
        target: At,
        /// How much.
        amount: i16,
        /// For how long.
        lasts: Lasts,
    },
    /// The base suffered damage.
    BaseDamaged {
        /// How much.
        amount: i16,
        /// In whose lane.
        #[serde(serialize_with = "json::from_one")]
        lane: u8,
        /// By what.
        #[serde(flatten)]
        cause: Cause,
    },
    /// An incident.
    Incident {
        /// What.
        what: Incident,
    },
    /// The base fell in a game that is played on.
    BaseFell,
    /// The game is over.
    GameOver {
        /// Whether the base stood.
        won: bool,
    },
}
