//! Steps, pages and lines of text, on real games.

use super::snapshot::{Snapshot, snapshot};
use super::steps::{Mark, Recorder, Step, Thoughts};
use super::table::Table;
use super::text::{Line, Style, wrapped};
use super::viewer::{About, page};
use cards::CardSet;
use cards::load::Library;
use cards::rng::GameKey;
use cards::ruleset::{Ruleset, Switches};
use cards::words::harmless;
use game::observe::Observer;
use game::play::{Choice, Decision, Policy, Resting, View};
use game::rules::{self, Watcher, set_up};
use game::state::GameState;
use players::registry;
use textwrap::core::display_width as text_width;

/// Cards and rules of a game.
struct Game {
    set: CardSet,
    rules: Ruleset,
}

fn game(library: Library, players: u8) -> Game {
    let mut rules = Switches::default().ruleset(players);
    let library = library.taking_part(&rules);
    let (set, rulings) = library.compile::<&str, &str>(&[]).expect("cards");
    rules.rulings = rulings.rules;
    Game { set, rules }
}

/// Plays a whole game of `balanced`, and gives the table it ended with.
fn watched(game: &Game, seed: u64, watch: Watcher<'_>) -> GameState {
    let key = GameKey::new(seed, 0);
    let players = registry::resolve("balanced", &game.set).expect("a policy");
    let mut state = set_up(&game.set, &game.rules, key);
    let players = &mut players.table(key);
    rules::play(&game.set, &game.rules, &mut state, players, watch);
    state
}

/// A whole game in steps, and the table it ended with.
fn played(game: &Game, seed: u64) -> (Vec<Step>, GameState) {
    let mut steps = Vec::new();
    let mut recorder = Recorder::new(&game.rules, |step| steps.push(step));
    let state = watched(game, seed, &mut |state, cards, event| {
        recorder.event(state, cards, event);
    });
    drop(recorder);
    (steps, state)
}

/// The data that a page carries.
fn data(page: &str) -> serde_json::Value {
    let start = page.find("id=\"game\">").expect("data") + "id=\"game\">".len();
    let end = start + page[start..].find("</script>").expect("an end");
    serde_json::from_str(&page[start..end]).expect("JSON")
}

fn about() -> About {
    About {
        title: "A <b>game</b>".into(),
        policies: vec!["balanced".into(); 4],
        command: "xenosim replay".into(),
        play: "xenosim play --from-step ".into(),
    }
}

#[test]
fn every_line_of_the_log_is_in_exactly_one_step() {
    let game = game(Library::embedded(), 2);
    let (steps, end) = played(&game, 3);
    let mut log = game::observe::Log::new(Vec::new(), &game.rules);
    watched(&game, 3, &mut |state, cards, event| {
        log.event(state, cards, event);
    });
    let text = String::from_utf8(log.finish().expect("a log")).expect("text");
    let told: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let shown: Vec<&str> = steps
        .iter()
        .flat_map(|step| &step.lines)
        .map(String::as_str)
        .collect();
    assert_eq!(shown, told);
    assert_eq!(steps.last().expect("steps").state.base(), end.base());
}

#[test]
fn the_changes_of_a_page_lead_to_every_table_of_the_game() {
    let game = game(Library::of_sets(&["hive".into(), "homebrew".into()]), 3);
    let (steps, _) = played(&game, 4);
    let data = data(&page(&game.set, &game.rules, &about(), &steps, None));
    let rows = data["steps"].as_array().expect("steps");
    assert_eq!(rows.len(), steps.len());
    let mut table = Snapshot::new();
    for (row, step) in rows.iter().zip(&steps) {
        let changes = row[1].as_object().expect("changes").clone();
        table.extend(changes);
        assert_eq!(table, snapshot(&step.state, &game.set, &game.rules));
    }
}

#[test]
fn what_players_tried_out_is_shown_with_their_decision() {
    let mut game = game(Library::embedded(), 1);
    game.rules.base_hp = 4;
    let key = GameKey::new(2, 0);
    let players = registry::resolve("strategist:8", &game.set).expect("a policy");
    let thoughts = Thoughts::default();
    let mut steps = Vec::new();
    let recorder = Recorder::new(&game.rules, |step| steps.push(step));
    let mut recorder = recorder.with_thoughts(&thoughts);
    struct Thinking<'a>(players::Players<'a>, Thoughts);
    impl Policy for Thinking<'_> {
        fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
            let answer = self.0.choose(view, decision, options);
            self.1.keep(self.0.considered(), view, decision, options);
            answer
        }
        fn rest(&mut self, at: &Resting<'_>) {
            self.0.rest(at);
        }
    }
    let mut state = set_up(&game.set, &game.rules, key);
    let mut table = Thinking(players.table(key), thoughts.clone());
    let mut watch = |state: &_, cards: &_, event: &_| recorder.event(state, cards, event);
    rules::play(&game.set, &game.rules, &mut state, &mut table, &mut watch);
    drop(recorder);
    let thinking: Vec<&Step> = steps
        .iter()
        .filter(|step| !step.thoughts.is_empty())
        .collect();
    assert!(!thinking.is_empty(), "nothing was ever tried out");
    for step in thinking {
        let decided = |mark: &Mark| matches!(mark, Mark::Decided { .. });
        assert!(step.marks.iter().any(decided), "{:?}", step.lines);
        assert!(step.thoughts.len() > 1 && step.thoughts.iter().all(|one| one.games > 0));
        assert!(step.thoughts.is_sorted_by(|a, b| a.worth >= b.worth));
    }
}

#[test]
fn a_page_shows_hostile_names_as_text() {
    let hostile = Library::embedded().with_set("ranger.name=\"<script>alert(1)</script>\"");
    let game = game(hostile, 1);
    let (steps, _) = played(&game, 1);
    let page = page(&game.set, &game.rules, &about(), &steps, None);
    assert!(!page.contains("<script>alert") && !page.contains("<b>game"));
    let cards = data(&page)["cards"].clone();
    let names = cards
        .as_array()
        .expect("cards")
        .iter()
        .map(|card| card["name"].clone());
    assert!(
        names
            .into_iter()
            .any(|name| name == "<script>alert(1)</script>")
    );
}

#[test]
fn the_table_fits_eighty_columns_and_hides_what_lies_face_down() {
    let game = game(Library::embedded(), 4);
    let (steps, _) = played(&game, 2);
    let names = vec!["balanced".to_string(); 4];
    let mut hidden = 0;
    for step in &steps {
        let table = |open| Table {
            state: &step.state,
            cards: &game.set,
            rules: &game.rules,
            names: &names,
            open,
        };
        let lines = table(false).lines(80);
        for line in &lines {
            let shown = line.fitted(80).text();
            assert!(text_width(&shown) <= 80, "{shown}");
        }
        let text: String = lines.iter().map(Line::text).collect();
        hidden += text.matches("? |").count();
        let open: String = table(true).lines(80).iter().map(Line::text).collect();
        assert!(!open.contains("? |"));
    }
    assert!(hidden > 0, "no enemy ever lay face-down");
}

#[test]
fn lines_are_cut_with_an_ellipsis() {
    let line = Line::new(Style::Strong, "abc").with(Style::Plain, "defgh");
    assert_eq!(line.fitted(8).text(), "abcdefgh");
    assert_eq!(line.fitted(7).text(), "abcdef…");
    assert_eq!(line.fitted(3).text(), "ab…");
    assert_eq!(text_width(&Line::plain("🦠🦠🦠🦠").fitted(5).text()), 5);
}

#[test]
fn text_is_wrapped_between_words_and_loses_nothing() {
    assert_eq!(
        wrapped("one two three four", 9),
        ["one two", "three", "four"]
    );
    let long = "a".repeat(30);
    let lines = wrapped(&format!("x {long} y"), 10);
    assert!(lines.iter().all(|line| text_width(line) <= 10), "{lines:?}");
    assert_eq!(lines.concat().replace(' ', ""), format!("x{long}y"));
}

#[test]
fn a_terminal_never_sees_control_characters() {
    assert_eq!(harmless("a\x1b[31mb\x07"), "a\u{fffd}[31mb\u{fffd}");
}
