//! Games to count the instructions of: `cargo bench -p players --bench games -- N PLAYERS POLICY`
//! plays that many games as `xenosim simulate` does, to the last round and counted, and prints the
//! numbers of decisions and of games that players imagined (see `benches/instructions.py`).

use cards::load::Library;
use cards::rng::GameKey;
use cards::ruleset::Preset;
use game::observe::tally::Tally;
use game::rules::Layout;
use game::state::GameState;
use players::registry;

fn main() {
    // Cargo adds a word of its own.
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect();
    let [games, players, policy] = &words[..] else {
        panic!("say N PLAYERS POLICY");
    };
    let games: u64 = games.parse().expect("a number of games");
    let cards = Library::embedded()
        .cards()
        .expect("the embedded cards are sound");
    let rules = Preset::Pnp.ruleset(players.parse().expect("a number of players"));
    let policies = registry::resolve(policy, &cards).expect("a policy's name or file");
    let layout = Layout::new(&cards, &rules);
    let mut state = GameState::new(GameKey::new(0, 0), rules.players);
    let mut tally = Tally::new(&cards);
    let (mut decisions, mut playouts) = (0, 0);
    for game in 0..games {
        let key = GameKey::new(1, game);
        layout.set_up(&cards, &rules, key, &mut state);
        state.play_on_to(Some(-10_000));
        let mut players = policies.table(key);
        players.play_counted(&cards, &rules, &mut state, &mut tally);
        tally.finish_game(!state.lost());
        decisions += u64::from(state.decisions());
        playouts += players.effort().playouts;
    }
    println!("{decisions} {playouts}");
}
