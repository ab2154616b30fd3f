//! No answer depends on what is hidden: in the middle of games under all sorts of rules, everything
//! hidden is dealt again and the same question is asked again.
//!
//! A search player does not look at the table it is asked at, but goes on from where the game last
//! rested or paused. It is asked a third time, in a game that was dealt again there and has led to
//! the same question by the same answers.

mod configurations;

use cards::rng::{GameKey, Purpose, Stream};
use cards::ruleset::FaceDownPassives;
use configurations::{Configuration, random_configuration};
use game::play::{Choice, Decision, Policy, Resting, View};
use game::rules::hidden::redeal_hidden;
use game::rules::{Game, set_up};
use game::state::GameState;
use players::Players;
use players::registry::{self, PreparedPolicies};
use std::collections::{BTreeMap, BTreeSet};

/// Questions to every policy that answers at once, and to every one that searches.
const QUESTIONS: [usize; 2] = [10_000, 1_000];
/// Kinds of questions that come up: all but which items a troop brings along as an instant.
const KINDS: usize = 28;
/// How often a game that rested is dealt again, at most, to come to the same question.
const TRIES: u64 = 3;
/// One answer in so many is random, so that unusual positions come up.
const RANDOM: u32 = 12;

/// What came of asking a policy the same questions with hidden cards exchanged.
#[derive(Debug, Default)]
struct Asked {
    /// Questions asked again, by their kind.
    kinds: BTreeMap<String, usize>,
    /// Questions in games that were dealt again where they had rested.
    retold: usize,
    /// How often the answers were not the same.
    differently: usize,
}

impl Asked {
    fn questions(&self) -> usize {
        self.kinds.values().sum()
    }
}

/// The players of a game, who are asked everything again.
struct AskedAgain<'a> {
    configuration: &'a Configuration,
    players: Players<'a>,
    searches: bool,
    /// The game where it last rested or paused, and the answers since.
    known: Option<GameState>,
    answers: Vec<usize>,
    stream: Stream,
    count: u32,
    asked: &'a mut Asked,
}

impl AskedAgain<'_> {
    fn luck(&self, nth: u64) -> GameKey {
        GameKey::new(8888 + nth, u64::from(self.count))
    }

    /// The answer at this table with everything hidden dealt again.
    fn at_once(&self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        let table = view.imagine(self.luck(0));
        let view = View::new(&table, view.cards(), view.rules(), view.seat());
        self.players.clone().choose(&view, decision, options)
    }

    /// The answer in a game that was dealt again before, if one leads here.
    fn retold(&self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> Option<usize> {
        let known = self.known.filter(|_| self.searches)?;
        (1..=TRIES).find_map(|nth| {
            let Configuration { cards, rules, .. } = self.configuration;
            let mut table = known;
            redeal_hidden(&mut table, cards, rules, self.luck(nth));
            let mut retold = Retold {
                players: self.players.clone(),
                answers: &self.answers,
                next: 0,
                question: (view, decision, options),
                answer: None,
            };
            Game::new(cards, rules, &mut table, &mut retold, &mut ()).play_step();
            retold.answer.flatten()
        })
    }

    fn keep(&mut self, at: &Resting<'_>) {
        self.known = Some(*at.with_hidden_cards());
        self.answers.clear();
    }
}

impl Policy for AskedAgain<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        self.count += 1;
        let others = [
            Some(self.at_once(view, decision, options)),
            self.retold(view, decision, options),
        ];
        let before = self.players.clone();
        let mut answer = self.players.choose(view, decision, options);
        self.asked.retold += usize::from(others[1].is_some());
        let differs = others.iter().flatten().any(|other| *other != answer);
        self.asked.differently += usize::from(differs);
        let kind = format!("{decision:?}");
        let word = kind.split([' ', '{']).next().unwrap_or_default();
        *self.asked.kinds.entry(word.to_string()).or_default() += 1;
        if self.stream.nth(2 * self.count).below(RANDOM) == 0 {
            let number = self.stream.nth(2 * self.count + 1);
            answer = number.below(options.len() as u32) as usize;
            self.players = before;
            self.players.answered_elsewhere(answer);
        }
        self.answers.push(answer);
        answer
    }

    fn rest(&mut self, at: &Resting<'_>) {
        self.players.rest(at);
        self.keep(at);
    }

    fn pause(&mut self, at: &Resting<'_>) {
        self.players.pause(at);
        self.keep(at);
    }
}

/// Repeats the answers of another game, and asks the players where it leads to the same question.
struct Retold<'a> {
    players: Players<'a>,
    answers: &'a [usize],
    next: usize,
    question: (&'a View<'a>, &'a Decision, &'a [Choice]),
    /// Once the repeated answers have led somewhere: the players' answer, if they led to the question.
    answer: Option<Option<usize>>,
}

impl Policy for Retold<'_> {
    fn choose(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice]) -> usize {
        if self.answer.is_some() {
            return 0;
        }
        if let Some(answer) = self.answers.get(self.next).filter(|n| **n < options.len()) {
            self.next += 1;
            self.players.answered_elsewhere(*answer);
            return *answer;
        }
        let (there, question, choices) = self.question;
        let same = (decision, options) == (question, choices) && looks(view) == looks(there);
        let all_given = self.next == self.answers.len();
        let answered = (same && all_given).then(|| self.players.choose(view, decision, options));
        self.answer = Some(answered);
        0
    }

    fn rest(&mut self, at: &Resting<'_>) {
        if self.next == 0 {
            self.players.rest(at);
        }
    }

    fn pause(&mut self, at: &Resting<'_>) {
        if self.next == 0 {
            self.players.pause(at);
        }
    }
}

/// Everything that is known at a table: what is hidden is dealt in a way that follows from it.
fn looks(view: &View<'_>) -> String {
    let table = view.imagine(GameKey::new(3, 3));
    let (board, burned, base) = (table.board(), table.burned(), table.base());
    let (lanes, encounters, market) = (*table.lanes(), *table.encounters(), *table.market());
    let seats = *table.seats();
    let seats =
        seats.map(|seat| [seat.deck, seat.hand, seat.discard].map(|pile| pile.cards().to_vec()));
    let lanes = lanes.map(|lane| {
        let cards = lane.troops.as_slice().iter().chain(lane.enemies.as_slice());
        cards
            .map(|slot| format!("{:?}", board.card(*slot)))
            .collect::<Vec<_>>()
    });
    let encounters =
        encounters.map(|wave| [wave.deck.cards().to_vec(), wave.bosses.cards().to_vec()]);
    let market = market.map(|row| [row.pool, row.deck].map(|pile| pile.cards().to_vec()));
    format!(
        "{} {base} {seats:?} {lanes:?} {encounters:?} {market:?} {burned:?}",
        view.seat()
    )
}

/// Asks a policy in games under many rules until it has answered enough questions.
fn ask(name: &str, searches: bool) -> Asked {
    let mut asked = Asked::default();
    for number in 0.. {
        let configuration = random_configuration(number);
        // Where passives of face-down enemies count, the power and HP that a table has to announce
        // tell of them.
        let passives = configuration.rules.rulings.face_down_passives;
        if !configuration.tame || passives == FaceDownPassives::Always {
            continue;
        }
        let Configuration { cards, rules, .. } = &configuration;
        let mut spec = registry::load(name).expect("a built-in policy");
        if let Some(search) = &mut spec.search {
            search.playouts = [8; 4];
        }
        let policies = PreparedPolicies::new(&[spec], cards);
        let key = GameKey::new(61, number);
        let mut state = set_up(cards, rules, key);
        let mut players = AskedAgain {
            configuration: &configuration,
            players: policies.table(key),
            searches,
            known: None,
            answers: Vec::new(),
            stream: key.stream(Purpose::Sampling, 60, 0),
            count: 0,
            asked: &mut asked,
        };
        while !state.is_over() && players.asked.questions() < QUESTIONS[usize::from(searches)] {
            Game::new(cards, rules, &mut state, &mut players, &mut ()).play_step();
        }
        if asked.questions() >= QUESTIONS[usize::from(searches)] {
            break;
        }
    }
    asked
}

#[test]
fn no_answer_of_any_policy_depends_on_what_is_hidden() {
    let mut kinds = BTreeSet::new();
    for built_in in registry::BUILT_IN {
        let asked = ask(built_in.name, built_in.searches());
        if built_in.is_oracle() {
            assert!(asked.differently > 20, "{asked:?}");
            continue;
        }
        assert_eq!(asked.differently, 0, "{}: {asked:?}", built_in.name);
        assert!(asked.kinds.len() > 15, "{}: {asked:?}", built_in.name);
        kinds.extend(asked.kinds.keys().cloned());
        assert!(
            !built_in.searches() || asked.retold * 3 > asked.questions(),
            "{asked:?}"
        );
    }
    assert!(kinds.len() >= KINDS, "{kinds:?}");
}
