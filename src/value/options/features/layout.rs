//! Where the features are: the slots for cards, and the numbers.

use cards::words::Word;
use game::play::{Decision, QuestionKind};

/// Gives each name the next places.
macro_rules! layout {
    ($at:expr;) => {
        /// How many places there are.
        pub const COUNT: usize = $at;
    };
    ($at:expr; $name:ident $count:literal, $($rest:tt)*) => {
        pub const $name: usize = $at;
        layout!($at + $count; $($rest)*);
    };
}

/// Slots for cards.
#[allow(missing_docs)]
pub(super) mod slot {
    layout! { 0;
        // Of the position.
        OWNED 1, HAND 1, OTHERS_HANDS 1, OFFERED 1, UNSEEN 1, DIVISION 1, OTHERS_DIVISIONS 1, WEATHER 1,
        TROOP 4, TROOP_ITEM 4, ENEMY 5, OTHERS_TROOPS 1, OTHERS_ENEMIES 1,
        ASKED 1, ASKED_TROOP 1, ASKED_ITEM 1, ASKED_ENEMY 1, SOURCE 1,
        // Of an option.
        DEPLOYED 1, DISCARDED_FROM_HAND 1, DISCARDED_FROM_LANE 1, FROM_PILE 1, FROM_HAND 1,
        ON_BOARD 1, ON_BOARD_ITEM 1, USER 1, TARGET_TROOP 1, TARGET_ITEM 1, TARGET_ENEMY 1,
        ORDER 4, ORDER_ITEM 4, BOUGHT 1, AS_INSTANT 1, LANE_TROOP 1, LANE_ITEM 1, LANE_ENEMY 1,
    }
}

/// Numbers.
#[allow(missing_docs)]
pub(super) mod num {
    layout! { 0;
        // Of the position.
        ABOUT 32, VALUE 52, TROOP 28, ENEMY 30, LANE 24, EXPECTED 4, TABLE 16, QUESTION 12,
        // Of an option.
        CHOICE 16, PASS 32, ABILITY 4, TARGET 24, ORDER 12, MODE 4, AMOUNT 4, PLAN 16, POSITION 5,
        CARD 2, EFFECT 12, AFTER 8, BEST 4, OPTION_LANE 20,
    }
}

/// How many slots for cards there are.
pub const SLOTS: usize = slot::COUNT;
/// How many numbers there are.
pub const NUMBERS: usize = num::COUNT;

/// The number of a question about plans of what to buy, after those that the rules ask.
pub const ABOUT_PLANS: u8 = QuestionKind::ALL.len() as u8;

/// What a question is about, as a number.
pub fn about(decision: &Decision) -> u8 {
    decision.kind() as u8
}

/// What a question of a number is about, in words.
pub fn kind_of_question(about: u8) -> &'static str {
    match QuestionKind::ALL.get(usize::from(about)) {
        Some((word, _)) => word,
        None => "plan-of-purchases",
    }
}
