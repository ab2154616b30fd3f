//! Networks prepared for a card set: how the options of a question are scored in play.

use super::file::Learned;
use super::weights::Weights;
use super::{Feature, GROUPS, Group, SLOTS};
use crate::columns::{Later, add_numbers, conclude};
use crate::descriptor::{DESCRIPTOR, Descriptor, describe};
use crate::likeness;
use crate::weights::{Column, FIRST};
use arrayvec::ArrayVec;
use cards::{CardSet, Kind, KindId};
use std::sync::Arc;

/// How many columns are looked up before they are added.
const BATCH: usize = 64;

/// The networks of a player, one for each group of questions.
#[derive(Clone, Debug)]
pub struct Networks {
    groups: [Network; GROUPS],
    /// The cards that are unlike every card of the training games.
    pub strange: Vec<KindId>,
}

impl Networks {
    /// Prepares weights for a card set.
    pub fn new(learned: &Learned, cards: &CardSet) -> Arc<Self> {
        let descriptions: Vec<Descriptor> = cards.kinds.iter().map(describe).collect();
        let known: Vec<Option<usize>> = cards
            .kinds
            .iter()
            .map(|kind| learned.named.iter().position(|id| *id == kind.id))
            .collect();
        let names: Vec<Option<(usize, f32)>> = (0..known.len())
            .map(|number| {
                let is_known = |kind: usize| known[kind].is_some();
                let (kind, share) = likeness::nearest(number, is_known, &descriptions);
                known[kind].map(|name| (name, share))
            })
            .collect();
        let is_played = |kind: &Kind| kind.for_sale || kind.class.is_enemy();
        let played = cards.iter().filter(|(_, kind)| is_played(kind));
        let prepare = |weights| Network::new(weights, learned.named.len(), &descriptions, &names);
        Arc::new(Networks {
            groups: std::array::from_fn(|group| prepare(&learned.weights[group])),
            strange: played
                .filter(|(id, _)| names[id.index()].is_none())
                .map(|(id, _)| id)
                .collect(),
        })
    }

    /// The network for a group of questions.
    pub fn of(&self, group: Group) -> &Network {
        &self.groups[group as usize]
    }
}

/// One network.
#[derive(Clone, Debug)]
pub struct Network {
    kinds: usize,
    /// For every slot and kind.
    cards: Box<[Column]>,
    numbers: Box<[Column]>,
    first: Column,
    later: Later,
}

impl Network {
    fn new(
        weights: &Weights,
        named: usize,
        descriptions: &[Descriptor],
        names: &[Option<(usize, f32)>],
    ) -> Self {
        let mut cards = Vec::with_capacity(SLOTS * descriptions.len());
        for slot in 0..SLOTS {
            let map = &weights.map[slot * DESCRIPTOR..][..DESCRIPTOR];
            for (description, name) in descriptions.iter().zip(names) {
                let mut columns = ArrayVec::<(&Column, f32), { DESCRIPTOR + 1 }>::new();
                let numbers = map.iter().zip(description.iter().copied());
                columns.extend(numbers.filter(|(_, number)| *number != 0.0));
                columns
                    .extend(name.map(|(name, share)| (&weights.names[slot * named + name], share)));
                let mut column = [0.0; FIRST];
                add_numbers(&mut column, &columns);
                cards.push(column);
            }
        }
        Network {
            kinds: descriptions.len(),
            cards: cards.into(),
            numbers: weights.numbers.clone().into(),
            first: weights.first,
            later: Later {
                second: Box::new(weights.second[..].try_into().expect("a row for each unit")),
                second_offset: weights.second_offset,
                last: weights.last,
                last_offset: 0.0,
            },
        }
    }

    /// What the position of a question adds to the first layer.
    pub fn position(&self, features: &[Feature]) -> Column {
        let mut sum = self.first;
        self.add(&mut sum, features);
        sum
    }

    /// The score of an option: the greater, the better.
    pub fn score(&self, position: &Column, features: &[Feature]) -> f32 {
        let mut sum = *position;
        self.add(&mut sum, features);
        conclude(&self.later, &sum, 1.0)
    }

    /// Adds the columns of features, in their order.
    fn add(&self, sum: &mut Column, features: &[Feature]) {
        for features in features.chunks(BATCH) {
            let columns: ArrayVec<(&Column, f32), BATCH> = features
                .iter()
                .map(|feature| (self.column(*feature), feature.times()))
                .collect();
            add_numbers(sum, &columns);
        }
    }

    fn column(&self, feature: Feature) -> &Column {
        match feature.slot_and_kind() {
            Some((slot, kind)) => &self.cards[slot * self.kinds + kind],
            None => &self.numbers[feature.as_number().unwrap_or(0)],
        }
    }
}
