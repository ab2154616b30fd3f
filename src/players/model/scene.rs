//! What a window found: the lane, and what comes of it if nothing is done.
//!
//! The players of a window are asked one after the other, and until somebody acts they all look at
//! the same lane. Players with the same policy judge it alike, so that one look is enough.

use super::{Lane, Setting};
use cards::KindId;
use game::play::View;
use game::state::CardRef;

/// A lane as players with the same policy saw it in a window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene<'a> {
    moment: u32,
    /// The lane as it stands.
    pub lane: Lane<'a>,
    /// Whether it is known what comes of it.
    judged: bool,
    /// What it is worth if nothing is done.
    pub before: Worth,
    /// The lane after its fight, to the end of the enemies that have turned up, if nothing is done.
    pub fought: Lane<'a>,
    /// The last ability that was tried and comes to the same whoever uses it.
    pub tried: Option<Tried>,
}

/// The best use of an ability.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tried {
    /// The kind that has it, and its number there.
    pub ability: (KindId, u8),
    pub gain: f32,
    pub target: Option<CardRef>,
    pub parts: u8,
}

impl<'a> Scene<'a> {
    /// Works out what comes of the lane if nothing is done, in a copy of it, unless that is known.
    #[inline(always)]
    pub fn judge(&mut self, leave_alone: impl FnOnce(&mut Lane<'a>) -> Worth) {
        if self.judged {
            return;
        }
        self.judged = true;
        self.fought = self.lane;
        self.before = leave_alone(&mut self.fought);
    }

    /// How far among the troops the fight comes if nothing is done.
    pub fn reached(&self) -> u8 {
        self.fought.reached
    }

    /// Whether a troop of the lane falls if nothing is done, to the enemies that have turned up alone.
    pub fn is_doomed(&self, troop: CardRef) -> bool {
        let place = self
            .lane
            .troops
            .iter()
            .position(|other| other.card == troop);
        place.is_some_and(|place| self.fought.troops[place].hp <= 0)
    }
}

/// What a lane is worth after its fight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Worth {
    /// With what is to be expected on average of enemies not yet turned up.
    pub plain: f32,
    /// With all that is looked into.
    pub all: f32,
}

impl Worth {
    /// Where nothing else is looked into.
    pub fn plain(worth: f32) -> Self {
        Worth {
            plain: worth,
            all: worth,
        }
    }
}

/// The last scene of a table whose players have the same policy.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Scenes<'a> {
    last: Option<Scene<'a>>,
}

impl<'a> Scenes<'a> {
    /// The scene of a lane at this moment: the one that somebody has looked at, or a fresh look.
    #[inline]
    pub fn at(&mut self, view: &View<'_>, setting: &Setting<'a, '_>, lane: u8) -> &mut Scene<'a> {
        let moment = view.moment();
        let scene = self.last.get_or_insert_with(|| Scene {
            moment: 0,
            lane: setting.empty_lane(),
            judged: false,
            before: Worth::plain(0.0),
            fought: setting.empty_lane(),
            tried: None,
        });
        // Before the first window, as on a table that was only set up, any look is a first one.
        if scene.moment != moment || moment == 0 {
            scene.moment = moment;
            scene.judged = false;
            scene.tried = None;
            setting.fill(view, lane, &mut scene.lane);
        }
        scene
    }
}
