use super::settings::{Common, Setting};
use super::*;
use crate::registry;
use cards::load::Library;
use cards::ruleset::Switches;

fn labelled(setting: u64, game: u64) -> Questions {
    let setting = Setting::draw(&Common::of(Library::embedded()), 5, setting).unwrap();
    let [search, student] =
        ["strategist:8", "veteran"].map(|name| registry::resolve(name, &setting.cards).unwrap());
    let rules = setting.rules(5, game);
    let labelled = Labelled {
        cards: &setting.cards,
        rules: &rules,
        search: &search,
        student: &student,
    };
    let mut questions = Questions::default();
    labelled.play(GameKey::new(5, game), game, &mut questions);
    questions
}

#[test]
fn every_question_has_a_plain_option_and_one_that_search_chose() {
    let questions = labelled(1, 1);
    assert!(questions.all().len() > 10, "{}", questions.all().len());
    for question in questions.all() {
        let plain = &question.options[0];
        assert_eq!((plain.advantage, plain.error), (0.0, 0.0), "{question:?}");
        let best = question.options.iter().filter(|tried| tried.is_best);
        assert!(
            question.about == ABOUT_PLANS || best.count() == 1,
            "{question:?}"
        );
        assert!(
            question
                .options
                .iter()
                .any(|tried| tried.features != plain.features)
        );
    }
}

#[test]
fn the_same_game_gives_the_same_questions() {
    assert_eq!(labelled(2, 9).all(), labelled(2, 9).all());
    assert_ne!(labelled(2, 9).all(), labelled(2, 10).all());
}

#[test]
fn settings_cover_rules_cards_and_numbers_of_players() {
    let settings: Vec<Setting> = (0..24)
        .map(|number| Setting::draw(&Common::of(Library::embedded()), 7, number).unwrap())
        .collect();
    let rules: Vec<Ruleset> = (0..200)
        .map(|game| settings[game % settings.len()].rules(7, game as u64))
        .collect();
    for players in 1..=4 {
        assert!(rules.iter().any(|rules| rules.players == players));
    }
    let has = |test: &dyn Fn(&Ruleset) -> bool| rules.iter().any(test);
    assert!(has(&|rules| rules.base_hp < 13) && has(&|rules| rules.base_hp > 85));
    let mut markets: Vec<_> = rules.iter().map(|rules| rules.market).collect();
    markets.dedup();
    assert!(markets.len() > 1);
    let power = |setting: &Setting| {
        let ranger = setting.cards.kinds.iter().find(|kind| kind.id == "ranger");
        ranger.map(|ranger| (ranger.power, ranger.hp, ranger.cost))
    };
    let mut rangers: Vec<_> = settings.iter().filter_map(power).collect();
    rangers.sort_unstable();
    rangers.dedup();
    assert!(rangers.len() > 2, "{rangers:?}");
}

#[test]
fn a_learned_player_says_what_is_unlike_all_it_has_learned_from() {
    let warnings = |library: Library, enemies_per_round, policy| {
        let cards = library.cards().unwrap();
        let mut rules = Switches::default().ruleset(2);
        rules.enemies_per_round = enemies_per_round;
        let policies = registry::resolve(policy, &cards).unwrap();
        policies.warnings(&cards, &rules)
    };
    let usual = [3, 4, 4];
    let changed = || Library::embedded().with_set("ranger.power=4");
    assert!(warnings(changed(), usual, "veteran,strategist").is_empty());
    let workshop = || Library::of_sets(&["hive".into(), "workshop".into()]);
    let said = warnings(workshop(), usual, "veteran,veteran");
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(
        said[0].contains("cards like") && said[0].contains("Flashbang"),
        "{said:?}"
    );
    assert!(!said[0].contains("Ranger"), "{said:?}");
    let said = warnings(changed(), [3, 4, 9], "balanced,strategist");
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("3, 4 and 9 enemies per round"), "{said:?}");
    assert!(warnings(workshop(), usual, "balanced").is_empty());
}
