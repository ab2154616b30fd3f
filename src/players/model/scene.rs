//! What a window found: the lane, and what comes of it if nothing is done.
//!
//! The players of a window are asked one after the other, and until somebody acts they all look at
//! the same lane. Players of one mind think the same of it, so that one look is enough.

use super::{Lane, Setting};
use game::play::View;

/// A lane as players of one mind saw it in a window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene<'a> {
    moment: u32,
    /// The lane as it stands.
    pub lane: Lane<'a>,
    /// What it is worth if nothing is done.
    pub before: f32,
    /// How far among the troops the fight comes if nothing is done.
    pub reached: u8,
}

/// The last scene of a table whose players are of one mind.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Scenes<'a> {
    last: Option<Scene<'a>>,
}

impl<'a> Scenes<'a> {
    /// The scene of a lane at this moment: the one that somebody has looked at, or a fresh look at
    /// the lane and at what comes of a copy of it.
    #[inline]
    pub fn at(
        &mut self,
        view: &View<'_>,
        setting: &Setting<'a>,
        lane: u8,
        leave_alone: impl FnOnce(&mut Lane<'a>) -> f32,
    ) -> &Scene<'a> {
        let moment = view.moment();
        let scene = self.last.get_or_insert_with(|| Scene {
            moment: 0,
            lane: setting.empty_lane(),
            before: 0.0,
            reached: 0,
        });
        // Before the first window, as on a table that was only set up, any look is a first one.
        if scene.moment != moment || moment == 0 {
            scene.moment = moment;
            setting.fill(view, lane, &mut scene.lane);
            let mut fought = scene.lane;
            scene.before = leave_alone(&mut fought);
            scene.reached = fought.reached;
        }
        scene
    }
}
