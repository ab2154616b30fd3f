//! Reading the lines of a script.
//!
//! `PLAYER [QUESTION [CARD]:] ANSWER [CLAUSE ...] [xN]`

mod occasion;

use super::answer::{MODES, Verb};
use super::{Answer, Body, Clause, Line, Occasion, Wish};
use crate::notation::{Context, Pointer, counted};
use cards::data::{Item, unknown};
use cards::words::Word;
use cards::{Class, KindId};
use game::play::QuestionKind;

/// The words that answer a question to come, and how it would be answered by itself.
const CLAUSES: [(&str, Verb); 8] = [
    ("on", Verb::Choose),
    ("in", Verb::Lane),
    ("at", Verb::At),
    ("with", Verb::Bring),
    ("doing", Verb::Mode),
    ("amount", Verb::Amount),
    ("burning", Verb::Burn),
    ("taking", Verb::Take),
];

/// Reads a line; one that ends in `x3` stands for three.
pub(crate) fn line(item: &Item<'_>, context: Context<'_>) -> Vec<Line> {
    let Some(text) = item.text() else {
        return Vec::new();
    };
    let (single, count) = counted(text);
    let line = ScriptReader::new(single, item, context).and_then(|mut reader| reader.line(text));
    line.map_or(Vec::new(), |line| vec![line; count])
}

/// Reads what a player is to be offered or not: a line without clauses.
pub(crate) fn wish(item: &Item<'_>, context: Context<'_>) -> Option<Wish> {
    let text = item.text()?;
    let mut reader = ScriptReader::new(text, item, context)?;
    let (answer, clauses) = reader.answer()?;
    reader.end()?;
    let mut targets = clauses.into_iter().filter(|clause| clause.needed);
    let target = targets.next();
    if targets.next().is_some() {
        reader.fault("expected one target: use the script for several");
        return None;
    }
    reader.wish(answer, target, text)
}

struct ScriptReader<'t, 'c> {
    words: Vec<&'t str>,
    next: usize,
    item: &'t Item<'t>,
    context: Context<'c>,
    seat: u8,
    occasion: Occasion,
}

impl<'t, 'c> ScriptReader<'t, 'c> {
    /// Reads player and question.
    fn new(text: &'t str, item: &'t Item<'t>, context: Context<'c>) -> Option<Self> {
        let (head, body) = match text.split_once(':') {
            Some((head, body)) => (Some(head), body),
            None => (None, text),
        };
        let mut reader = ScriptReader {
            words: body.split_whitespace().collect(),
            next: 0,
            item,
            context,
            seat: 0,
            occasion: Occasion::default(),
        };
        let Some(head) = head else {
            let player = reader.word("a player")?;
            reader.seat = context.seat(player, item)?;
            return Some(reader);
        };
        let head: Vec<&str> = head.split_whitespace().collect();
        let (player, rest) = head.split_first().or_else(|| {
            reader.fault("expected a player before `:`");
            None
        })?;
        reader.seat = context.seat(player, item)?;
        reader.occasion = reader.occasion(rest)?;
        Some(reader)
    }

    /// An answer that a question never has is a mistake.
    fn check_belongs(&self, answer: &Answer) -> Option<()> {
        match self.occasion.question {
            Some(question) if !answer.answers(question) => {
                self.fault(&format!(
                    "this is never an answer to the question `{}`",
                    question.word()
                ));
                None
            }
            _ => Some(()),
        }
    }

    fn fault(&self, message: &str) {
        self.item.fault(message);
    }

    fn peek(&self) -> Option<&'t str> {
        self.words.get(self.next).copied()
    }

    fn accept(&mut self, word: &str) -> bool {
        let found = self.peek() == Some(word);
        self.next += usize::from(found);
        found
    }

    fn word(&mut self, expected: &str) -> Option<&'t str> {
        let word = self.peek();
        match word {
            Some(_) => self.next += 1,
            None => self.fault(&format!("the line ends where {expected} was expected")),
        }
        word
    }

    fn kind(&mut self) -> Option<KindId> {
        let word = self.word("a card")?;
        self.context.kind(word, self.item)
    }

    fn pointer(&mut self) -> Option<Pointer> {
        let word = self.word("a card on the board")?;
        self.context.pointer(word, self.item)
    }

    fn player(&mut self) -> Option<u8> {
        let word = self.word("a player")?;
        self.context.seat(word, self.item)
    }

    fn number(&mut self) -> Option<u8> {
        let word = self.word("a number")?;
        self.positive(word)
    }

    fn positive(&self, word: &str) -> Option<u8> {
        let number = word.parse::<u8>().ok().filter(|n| *n >= 1);
        if number.is_none() {
            self.fault(&format!("expected a number from 1, found `{word}`"));
        }
        number
    }

    fn line(&mut self, text: &str) -> Option<Line> {
        let body = self.body(text)?;
        self.end()?;
        if let Body::Answer(answer, _) = &body {
            self.check_belongs(answer)?;
        }
        Some(Line {
            seat: self.seat,
            occasion: self.occasion.clone(),
            body,
            text: text.into(),
            spot: self.item.spot.clone(),
        })
    }

    /// Nothing may follow.
    fn end(&self) -> Option<()> {
        let word = self.peek();
        if let Some(word) = word {
            self.fault(&unknown(
                "part of this line",
                word,
                CLAUSES.iter().map(|(word, _)| *word).chain(["of", "for"]),
            ));
        }
        word.is_none().then_some(())
    }

    fn body(&mut self, text: &str) -> Option<Body> {
        if self.accept("is") {
            return self.offered(text);
        }
        if self.accept("sees") {
            let rest = self.words[self.next..].join(" ");
            self.next = self.words.len();
            return self.sees(&rest);
        }
        let (answer, clauses) = self.answer()?;
        Some(Body::Answer(answer, clauses))
    }

    fn wish(&self, answer: Answer, target: Option<Clause>, text: &str) -> Option<Wish> {
        self.check_belongs(&answer)?;
        Some(Wish {
            seat: self.seat,
            occasion: self.occasion.clone(),
            answer,
            target,
            text: text.into(),
            spot: self.item.spot.clone(),
        })
    }

    fn offered(&mut self, text: &str) -> Option<Body> {
        let never_again = self.accept("never") && self.accept("again");
        let not = self.accept("not");
        if !self.accept("offered") {
            self.fault("expected `is offered`, `is not offered` or `is never again offered`");
            return None;
        }
        let (answer, clauses) = self.answer()?;
        // `deploy` always ends what a troop brings along.
        if clauses.iter().any(|clause| clause.needed) {
            self.fault(
                "an offer here is a choice without its targets; check those with `p1 target CARD: \
                 is offered choose TARGET`",
            );
            return None;
        }
        let wish = self.wish(answer, None, text)?;
        Some(match never_again {
            true => Body::NeverAgain(wish),
            false => Body::Offered(wish, !not),
        })
    }

    fn sees(&mut self, text: &str) -> Option<Body> {
        let (pointer, seen) = text.split_once(',').unwrap_or((text, ""));
        let pointer = self.context.pointer(pointer.trim(), self.item)?;
        let note = match pointer.kind() {
            Some(kind) => self.context.noted(kind, seen, self.item),
            // Of a position, the card is said first.
            None => self.context.note(seen, self.item),
        };
        Some(Body::Sees(pointer, note?))
    }

    fn answer(&mut self) -> Option<(Answer, Vec<Clause>)> {
        let word = self.word("what the player does")?;
        let Some(verb) = Verb::parse_word(word) else {
            let verbs = Verb::all_words().into_iter().chain(["is", "sees"]);
            self.fault(&unknown("verb", word, verbs));
            return None;
        };
        let answer = self.act(verb)?;
        let mut clauses = Vec::new();
        if let (Some(card), true) = (answer.card, verb.has_consequences()) {
            clauses = self.clauses(card)?;
            // The end of what a deployed troop brings along.
            clauses.extend((verb == Verb::Deploy).then(|| Clause {
                card,
                answer: Answer::new(Verb::Pass),
                text: String::new(),
                needed: false,
            }));
        }
        Some((answer, clauses))
    }

    /// Reads what follows a verb.
    fn act(&mut self, verb: Verb) -> Option<Answer> {
        let act = Answer::new(verb);
        Some(match verb {
            Verb::Pass | Verb::Redistribute => act,
            Verb::Spend
            | Verb::Buy
            | Verb::Equip
            | Verb::Play
            | Verb::Bring
            | Verb::Burn
            | Verb::Take
            | Verb::Upgrade => act.card(Some(self.kind()?)),
            Verb::Reduce => {
                self.accept("with");
                act.card(Some(self.kind()?))
            }
            Verb::Deploy => {
                let kind = self.kind()?;
                if self.context.cards.kind(kind).class == Class::Equipment {
                    self.fault("use `equip ITEM on TROOP` to put items on troops");
                    return None;
                }
                act.card(Some(kind))
            }
            Verb::Use => {
                let act = act.card(Some(self.kind()?));
                match self.accept("of") {
                    true => act.on(self.pointer()?),
                    false => act,
                }
            }
            Verb::Arrange => {
                let mut on = Vec::new();
                while self.peek().is_some() {
                    on.push(self.pointer()?);
                }
                Answer { on, ..act }
            }
            Verb::Choose => {
                let act = act.on(self.pointer()?);
                if self.accept("for") {
                    let question = self.occasion.question.or(Some(QuestionKind::Target));
                    self.occasion.question = question;
                    self.occasion.about = Some(self.kind()?);
                }
                act
            }
            Verb::Lose => act.on(self.pointer()?),
            Verb::Discard => self.discard(act)?,
            Verb::Lane => act.number(self.player()?),
            Verb::At if self.accept("end") => act,
            Verb::At if self.accept("front") => act.number(0),
            Verb::At | Verb::Order => act.number(self.number()? - 1),
            Verb::Amount => act.number(self.number()?),
            Verb::Mode => act.number(self.mode()?),
        })
    }

    fn discard(&mut self, act: Answer) -> Option<Answer> {
        let word = self.word("a card")?;
        if !self.accept("from") {
            return Some(act.card(Some(self.context.kind(word, self.item)?)));
        }
        if self.accept("lane") {
            return Some(act.on(self.context.pointer(word, self.item)?));
        }
        let item = self.context.kind(word, self.item)?;
        Some(act.card(Some(item)).on(self.pointer()?))
    }

    fn mode(&mut self) -> Option<u8> {
        let word = self.word("`first`, `second` or `both`")?;
        let mode = (1..).zip(MODES).find(|(_, known)| *known == word);
        if mode.is_none() {
            self.fault(&unknown("mode", word, MODES));
        }
        mode.map(|(number, _)| number)
    }

    /// The answers to the questions that follow from using a card.
    fn clauses(&mut self, card: KindId) -> Option<Vec<Clause>> {
        let mut clauses = Vec::new();
        loop {
            let start = self.next;
            let word = self.peek();
            let clause = CLAUSES.iter().find(|(known, _)| Some(*known) == word);
            let Some((_, verb)) = clause else {
                return Some(clauses);
            };
            self.next += 1;
            clauses.push(Clause {
                card,
                answer: self.act(*verb)?,
                text: self.words[start..self.next].join(" "),
                needed: true,
            });
        }
    }
}
