//! Games to count the instructions of: `cargo bench --bench games -- N PLAYERS POLICY [TOGETHER]`
//! plays that many games without an observer and prints the number of decisions and of games that
//! players imagined for them (see `benches/instructions.py`). What is spent in the players' own
//! code is all inside [`Asked`].

use cards::load::Library;
use cards::rng::GameKey;
use cards::ruleset::{Preset, Ruleset, Together};
use cards::words::Word;
use cards::{CardSet, KindId};
use game::play::{Choice, Decision, Policy, Resting, Spending, View};
use game::rules::{Game, Layout};
use game::state::GameState;
use players::{Effort, Pass, Random, registry};
use std::hint::black_box;

fn main() {
    // Cargo adds a word of its own.
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    let mut word = |what| {
        words
            .next()
            .unwrap_or_else(|| panic!("say {what}: N PLAYERS POLICY"))
    };
    let games = word("how many games").parse().expect("a number of games");
    let players = word("how many players")
        .parse()
        .expect("a number of players");
    let policy = word("who plays");
    let cards = Library::embedded()
        .cards()
        .expect("the embedded cards are sound");
    let mut rules = Preset::Pnp.ruleset(players);
    if let Some(together) = words.next() {
        rules.together = Together::parse_word(&together).expect("how players act together");
    }
    let (decisions, playouts) = play_games(&cards, &rules, &policy, games);
    println!("{decisions} {playouts}");
}

/// A player whose answers can be told from the rules in a profile: they are a few functions, by
/// names that no compiler changes. A black box keeps them from ending with a jump into the player's
/// code.
struct Asked<P>(P);

impl<P: Policy> Policy for Asked<P> {
    #[inline(never)]
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        black_box(self.0.choose(view, decision, options))
    }

    fn spends_at_once(&self, seat: u8) -> bool {
        self.0.spends_at_once(seat)
    }

    #[inline(never)]
    fn spend(&mut self, view: &View<'_>, held: &[KindId], spent: &mut Spending) {
        self.0.spend(view, held, spent);
    }

    #[inline(never)]
    fn next_purchase(&mut self, view: &View<'_>) -> Option<Choice> {
        black_box(self.0.next_purchase(view))
    }

    #[inline(never)]
    fn next_troop(&mut self, view: &View<'_>) -> Option<(KindId, u8)> {
        black_box(self.0.next_troop(view))
    }

    fn rest(&mut self, at: &Resting<'_>) {
        self.0.rest(at);
    }

    fn pause(&mut self, at: &Resting<'_>) {
        self.0.pause(at);
    }
}

/// Plays games and returns the numbers of decisions and of imagined games.
fn play_games(cards: &CardSet, rules: &Ruleset, policy: &str, games: u64) -> (u64, u64) {
    match policy {
        "pass" => play_with(cards, rules, games, |_| Pass, |_| Effort::default()),
        "random" => play_with(cards, rules, games, Random::new, |_| Effort::default()),
        named => {
            let players = registry::resolve(named, cards).expect("a policy's name or file");
            let table = |key| Asked(players.table(key));
            play_with(cards, rules, games, table, |asked| asked.0.effort())
        }
    }
}

fn play_with<P: Policy>(
    cards: &CardSet,
    rules: &Ruleset,
    games: u64,
    players: impl Fn(GameKey) -> P,
    effort: impl Fn(&P) -> Effort,
) -> (u64, u64) {
    let layout = Layout::new(cards, rules);
    let mut state = GameState::new(GameKey::new(0, 0), rules.players);
    let (mut decisions, mut playouts) = (0, 0);
    for game in 0..games {
        let key = GameKey::new(1, game);
        layout.set_up(cards, rules, key, &mut state);
        let mut players = players(key);
        Game::new(cards, rules, &mut state, &mut players, &mut ()).play();
        decisions += u64::from(state.decisions);
        playouts += effort(&players).playouts;
    }
    (decisions, playouts)
}
