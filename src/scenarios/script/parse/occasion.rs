//! When a line of a script holds: the question, and what it is about.

use super::super::{Occasion, is_about_a_card};
use super::ScriptReader;
use cards::KindId;
use cards::data::unknown;
use cards::words::Word;
use game::observe::Nature;
use game::play::QuestionKind;

impl ScriptReader<'_, '_> {
    /// Reads `QUESTION [CARD] [by SOURCE] [NATURE] [exchange N]`.
    pub(super) fn occasion(&self, words: &[&str]) -> Option<Occasion> {
        let Some((question, mut rest)) = words.split_first() else {
            self.fault("expected a player and a question before `:`");
            return None;
        };
        let question = self.item.parsed::<QuestionKind>(question)?;
        let mut occasion = Occasion {
            question: Some(question),
            ..Occasion::default()
        };
        while let Some((word, later)) = rest.split_first() {
            rest = later;
            let needed = match (*word, question) {
                ("by", _) => {
                    let value = self.value_of(word, &mut rest)?;
                    occasion.source = Some(self.context.kind(value, self.item)?);
                    QuestionKind::AnswerDamage
                }
                ("exchange", _) => {
                    let value = self.value_of(word, &mut rest)?;
                    occasion.exchange = Some(self.positive(value)?.into());
                    QuestionKind::React
                }
                (word, QuestionKind::AnswerDamage) if Nature::parse_word(word).is_some() => {
                    occasion.nature = Nature::parse_word(word);
                    QuestionKind::AnswerDamage
                }
                (card, question) if occasion.about.is_none() => {
                    occasion.about = Some(self.about_card(card, question)?);
                    question
                }
                (word, _) => {
                    let known = ["by", "exchange"];
                    let natures = Nature::all_words().into_iter();
                    self.fault(&unknown(
                        "part of a question",
                        word,
                        known.into_iter().chain(natures),
                    ));
                    return None;
                }
            };
            if needed != question {
                self.fault(&format!(
                    "`{word}` belongs to the question `{}`",
                    needed.word()
                ));
                return None;
            }
        }
        Some(occasion)
    }

    fn value_of<'w>(&self, word: &str, rest: &mut &'w [&'w str]) -> Option<&'w str> {
        let value = rest.split_off_first();
        if value.is_none() {
            self.fault(&format!("`{word}` needs something before `:`"));
        }
        value.copied()
    }

    /// The card that a question is about; some questions are about none.
    fn about_card(&self, card: &str, question: QuestionKind) -> Option<KindId> {
        let kind = self.context.kind(card, self.item)?;
        if !is_about_a_card(question) {
            self.fault(&format!(
                "the question `{}` is not about a card",
                question.word()
            ));
            return None;
        }
        Some(kind)
    }
}
