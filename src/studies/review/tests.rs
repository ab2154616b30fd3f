//! Planted blunders are found, and good answers are left alone.

use super::*;
use answers::Unit;
use cards::load::Library;
use cards::rng::Purpose;
use cards::ruleset::Preset;
use players::Trial;

/// How many games: more with XENOSIM_BLUNDERS, as for the figures in policies/README.md.
fn games() -> u64 {
    let wanted = std::env::var("XENOSIM_BLUNDERS").ok();
    wanted.and_then(|text| text.parse().ok()).unwrap_or(3)
}

/// A game of a player who searches; one of the answers is drawn instead.
struct Blundering<'a> {
    players: Players<'a>,
    key: GameKey,
    asked: usize,
    /// The question answered at random, and how much that costs by its own search.
    planted: Option<usize>,
    costs: Vec<f64>,
}

impl Policy for Blundering<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let number = self.asked;
        self.asked += 1;
        let mut searched = self.players.clone();
        let answer = searched.choose(view, decision, options);
        let die = self.key.stream(Purpose::Sampling, 7, 0).nth(number as u32);
        let random = die.below(options.len() as u32) as usize;
        if self.planted == Some(number) {
            self.players.answered_elsewhere(random);
            return random;
        }
        if self.planted.is_none() {
            let trial = Trial {
                answers: &[answer, random],
                then: &[],
                games: 64,
                luck: self.key.alternative(1000 + number as u64),
                rounds: 1,
            };
            let tried = self.players.examine(view, decision, options, &trial);
            let mean = |scores: &Vec<f64>| scores.iter().sum::<f64>() / scores.len() as f64;
            let cost = tried.map_or(0.0, |one| mean(&one.scores[0]) - mean(&one.scores[1]));
            self.costs.push(cost);
        }
        self.players = searched;
        answer
    }
    fn rest(&mut self, at: &Resting<'_>) {
        self.players.rest(at);
    }
    fn pause(&mut self, at: &Resting<'_>) {
        self.players.pause(at);
    }
}

#[test]
fn what_a_later_answer_could_mend_is_the_mistake_of_that_answer() {
    let number = |value: f64| Number::new(value, Unit::Points).between(value - 0.01, value + 0.01);
    let question = |cost: f64| Question {
        round: 1,
        seat: 0,
        asked: String::new(),
        answered: String::new(),
        prospects: Some(number(0.3)),
        mistake: Some(Mistake {
            better: String::new(),
            cost: number(cost),
            played_on: number(cost),
            wins: [0.0; 2],
        }),
    };
    let given = |turned_up| GivenAnswer {
        seat: 0,
        moment: (1, Phase::Deployment, turned_up),
        choice: Choice::Pass,
    };
    let mut questions = [0.10, 0.14, 0.08, 0.05].map(question);
    blame_the_last(&mut questions, &[0, 0, 0, 1].map(given));
    let costs = questions
        .clone()
        .map(|one| one.mistake.map(|one| one.cost.text()));
    assert_eq!(
        costs,
        [None, Some("+6.0"), Some("+8.0"), Some("+5.0")].map(|cost| cost.map(str::to_string))
    );
    let prospects = questions.map(|one| one.prospects.map(|number| number.text()));
    assert_eq!(
        prospects,
        ["+44.0", "+38.0", "+30.0", "+30.0"].map(|text| Some(text.to_string()))
    );
}

#[test]
fn planted_blunders_are_found_and_good_answers_are_left_alone() {
    let cards = Library::embedded().cards().expect("cards");
    // With more players this takes minutes a game, and their search is itself far from perfect.
    let (seats, games) = (1, games());
    let rules = Preset::Pnp.ruleset(seats);
    let reviewer = registry::resolve_for(REVIEWER, &cards, seats).expect("a policy");
    let (mut found, mut wrong) = (0, 0);
    for game in 0..games {
        let key = GameKey::new(633_001, game);
        let course = |planted| {
            let mut players = Blundering {
                players: reviewer.table(key),
                key,
                asked: 0,
                planted,
                costs: Vec::new(),
            };
            let course = Course::of(&cards, &rules, key, &mut players);
            (course, players.costs)
        };
        let (sound, costs) = course(None);
        let worst = (0..costs.len()).max_by(|a, b| costs[*a].total_cmp(&costs[*b]));
        let (spoiled, _) = course(worst);
        let review =
            |course| Review::by(&reviewer, &cards, &rules, course, &mut unwatched, &|_| ());
        let blunder = worst.expect("a question");
        let spoiled = review(&spoiled);
        let marks: Vec<usize> = spoiled.mistakes().map(|(at, ..)| at).collect();
        found += u64::from(marks.contains(&blunder));
        let sound = review(&sound);
        wrong += sound.mistakes().count() as u64;
    }
    println!("{seats} players: {found} of {games} blunders found, {wrong} other marks");
    assert!(10 * found >= 9 * games, "{found} of {games} blunders found");
    assert!(
        wrong <= games,
        "{wrong} answers of {REVIEWER} marked in {games} games"
    );
}
