//! Reading the lines of a script.
//!
//! `PLAYER [QUESTION [CARD]:] ANSWER [CLAUSE ...] [xN]`

mod occasion;

use super::{Answer, Body, Clause, Line, Occasion, Position, Question, Wish};
use crate::notation::{Context, Pointer, counted};
use cards::data::{Spot, unknown};
use cards::words::Word;
use cards::{Class, KindId};

/// The verbs of a script.
const VERBS: &[&str] = &[
    "pass",
    "spend",
    "buy",
    "reduce",
    "deploy",
    "equip",
    "play",
    "use",
    "arrange",
    "redistribute",
    "order",
    "choose",
    "lane",
    "at",
    "mode",
    "amount",
    "bring",
    "burn",
    "take",
    "lose",
    "discard",
    "upgrade",
    "is",
    "sees",
];

/// Reads a line; one that ends in `x3` stands for three.
pub(crate) fn line(text: &str, spot: &Spot, context: Context<'_>) -> Vec<Line> {
    let (single, count) = counted(text);
    let line = Reader::new(single, spot, context).and_then(|mut reader| reader.line(text));
    line.map_or(Vec::new(), |line| vec![line; count])
}

/// Reads what a player is to be offered or not: a line without clauses.
pub(crate) fn wish(text: &str, spot: &Spot, context: Context<'_>) -> Option<Wish> {
    let mut reader = Reader::new(text, spot, context)?;
    let (answer, clauses) = reader.answer()?;
    reader.end()?;
    let mut targets = clauses.into_iter().filter(|clause| clause.needed);
    let target = targets.next();
    if targets.next().is_some() {
        reader.fault("expected one target: use the script for several");
        return None;
    }
    reader.check_belongs(&answer)?;
    Some(Wish {
        seat: reader.seat,
        occasion: reader.occasion,
        answer,
        target,
        text: text.into(),
        spot: spot.clone(),
    })
}

/// Whether a line says more than its choice; `deploy` always ends what a troop brings along.
fn names_targets(clauses: &[Clause]) -> bool {
    clauses.iter().any(|clause| clause.needed)
}

struct Reader<'t, 'c> {
    words: Vec<&'t str>,
    next: usize,
    spot: &'t Spot,
    context: Context<'c>,
    seat: u8,
    occasion: Occasion,
}

impl<'t, 'c> Reader<'t, 'c> {
    /// Reads player and question.
    fn new(text: &'t str, spot: &'t Spot, context: Context<'c>) -> Option<Self> {
        let (head, body) = match text.split_once(':') {
            Some((head, body)) => (Some(head), body),
            None => (None, text),
        };
        let mut reader = Reader {
            words: body.split_whitespace().collect(),
            next: 0,
            spot,
            context,
            seat: 0,
            occasion: Occasion::default(),
        };
        let Some(head) = head else {
            let player = reader.word("a player")?;
            reader.seat = context.seat(player, spot)?;
            return Some(reader);
        };
        let head: Vec<&str> = head.split_whitespace().collect();
        let (player, rest) = head.split_first().or_else(|| {
            reader.fault("expected a player before `:`");
            None
        })?;
        reader.seat = context.seat(player, spot)?;
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
        self.context.sink.add(self.spot, message);
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
        self.context.kind(word, self.spot)
    }

    fn pointer(&mut self) -> Option<Pointer> {
        let word = self.word("a card on the board")?;
        self.context.pointer(word, self.spot)
    }

    fn player(&mut self) -> Option<u8> {
        let word = self.word("a player")?;
        self.context.seat(word, self.spot)
    }

    fn number(&mut self) -> Option<u8> {
        let word = self.word("a number")?;
        let number = word.parse::<u8>().ok().filter(|n| *n >= 1);
        if number.is_none() {
            self.fault(&format!("expected a number from 1, found `{word}`"));
        }
        number
    }

    fn line(&mut self, text: &str) -> Option<Line> {
        let body = self.body()?;
        self.end()?;
        if let Body::Answer(answer, _) | Body::Offered(answer, _) | Body::NeverAgain(answer) = &body
        {
            self.check_belongs(answer)?;
        }
        Some(Line {
            seat: self.seat,
            occasion: self.occasion.clone(),
            body,
            text: text.into(),
            spot: self.spot.clone(),
        })
    }

    /// Nothing may follow.
    fn end(&self) -> Option<()> {
        let word = self.peek();
        if let Some(word) = word {
            self.fault(&unknown(
                "part of this line",
                word,
                [
                    "on", "in", "at", "with", "doing", "amount", "burning", "taking", "of", "for",
                ],
            ));
        }
        word.is_none().then_some(())
    }

    fn body(&mut self) -> Option<Body> {
        if self.accept("is") {
            return self.offered();
        }
        if self.accept("sees") {
            let rest = self.words[self.next..].join(" ");
            self.next = self.words.len();
            return self.sees(&rest);
        }
        let (answer, clauses) = self.answer()?;
        Some(Body::Answer(answer, clauses))
    }

    fn offered(&mut self) -> Option<Body> {
        let never_again = self.accept("never") && self.accept("again");
        let not = self.accept("not");
        if !self.accept("offered") {
            self.fault("expected `is offered`, `is not offered` or `is never again offered`");
            return None;
        }
        let (answer, clauses) = self.answer()?;
        if names_targets(&clauses) {
            self.fault(
                "an offer here is a choice without its targets; check those with `p1 target CARD: \
                 is offered choose TARGET`",
            );
            return None;
        }
        Some(if never_again {
            Body::NeverAgain(answer)
        } else {
            Body::Offered(answer, !not)
        })
    }

    fn sees(&mut self, text: &str) -> Option<Body> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let resources = |number: &str| number.parse::<u16>().ok();
        match words.as_slice() {
            ["resources", number] if resources(number).is_some() => {
                return Some(Body::SeesResources(self.seat, resources(number)?));
            }
            ["resources", number, "of", player] if resources(number).is_some() => {
                let seat = self.context.seat(player, self.spot)?;
                return Some(Body::SeesResources(seat, resources(number)?));
            }
            _ => {}
        }
        let (pointer, parts) = match text.split_once(',') {
            Some((pointer, parts)) => (pointer.trim(), parts.trim()),
            None => (text.trim(), ""),
        };
        Some(Body::Sees(
            self.context.pointer(pointer, self.spot)?,
            self.context.sight(pointer, parts, self.spot)?,
        ))
    }

    fn answer(&mut self) -> Option<(Answer, Vec<Clause>)> {
        let verb = self.word("what the player does")?;
        let mut clauses = Vec::new();
        let answer = match verb {
            "pass" => Answer::Pass,
            "spend" => Answer::Spend(self.kind()?),
            "buy" => Answer::Buy(self.kind()?),
            "reduce" => {
                self.accept("with");
                let kind = self.kind()?;
                clauses = self.clauses(kind)?;
                Answer::Reduce(kind)
            }
            "deploy" => {
                let kind = self.kind()?;
                if self.context.cards.kind(kind).class == Class::Equipment {
                    self.fault("use `equip ITEM on TROOP` to put items on troops");
                    return None;
                }
                clauses = self.clauses(kind)?;
                clauses.push(Clause {
                    card: kind,
                    answer: Answer::Pass,
                    text: String::new(),
                    needed: false,
                });
                Answer::Deploy(kind)
            }
            "equip" => {
                let kind = self.kind()?;
                clauses = self.clauses(kind)?;
                Answer::Equip(kind)
            }
            "play" => {
                let kind = self.kind()?;
                clauses = self.clauses(kind)?;
                Answer::Play(kind)
            }
            "use" => {
                let kind = self.kind()?;
                let of = if self.accept("of") {
                    Some(self.pointer()?)
                } else {
                    None
                };
                clauses = self.clauses(kind)?;
                Answer::Use { kind, of }
            }
            "arrange" => {
                let mut order = Vec::new();
                while self.peek().is_some() {
                    order.push(self.pointer()?);
                }
                Answer::Arrange(order)
            }
            "redistribute" => Answer::Redistribute,
            "order" => Answer::Order(self.number()? - 1),
            "choose" => {
                let pointer = self.pointer()?;
                if self.accept("for") {
                    let question = self.occasion.question.or(Some(Question::Target));
                    self.occasion.question = question;
                    self.occasion.about = Some(self.kind()?);
                }
                Answer::Choose(pointer)
            }
            "lane" => Answer::Lane(self.player()?),
            "at" => Answer::At(self.position()?),
            "mode" => Answer::Mode(self.mode()?),
            "amount" => Answer::Amount(self.number()?),
            "bring" => Answer::Bring(self.kind()?),
            "burn" => Answer::Burn(self.kind()?),
            "take" => Answer::Take(self.kind()?),
            "lose" => Answer::Lose(self.pointer()?),
            "discard" => self.discard()?,
            "upgrade" => Answer::Upgrade(self.kind()?),
            other => {
                self.fault(&unknown("verb", other, VERBS.iter().copied()));
                return None;
            }
        };
        Some((answer, clauses))
    }

    fn discard(&mut self) -> Option<Answer> {
        let word = self.word("a card")?;
        if !self.accept("from") {
            return Some(Answer::DiscardHand(self.context.kind(word, self.spot)?));
        }
        if self.accept("lane") {
            return Some(Answer::DiscardTroop(self.context.pointer(word, self.spot)?));
        }
        let item = self.context.kind(word, self.spot)?;
        Some(Answer::DiscardItem(item, self.pointer()?))
    }

    fn position(&mut self) -> Option<Position> {
        match self.peek() {
            Some("front") => {
                self.next += 1;
                Some(Position::From(0))
            }
            Some("end") => {
                self.next += 1;
                Some(Position::End)
            }
            _ => Some(Position::From(self.number()? - 1)),
        }
    }

    fn mode(&mut self) -> Option<u8> {
        let word = self.word("`first`, `second` or `both`")?;
        match word {
            "first" => Some(1),
            "second" => Some(2),
            "both" => Some(3),
            other => {
                self.fault(&unknown("mode", other, ["first", "second", "both"]));
                None
            }
        }
    }

    /// The answers to the questions that follow from using a card.
    fn clauses(&mut self, card: KindId) -> Option<Vec<Clause>> {
        let mut clauses = Vec::new();
        loop {
            let start = self.next;
            let answer = match self.peek() {
                Some("on") => {
                    self.next += 1;
                    Answer::Choose(self.pointer()?)
                }
                Some("in") => {
                    self.next += 1;
                    Answer::Lane(self.player()?)
                }
                Some("at") => {
                    self.next += 1;
                    Answer::At(self.position()?)
                }
                Some("with") => {
                    self.next += 1;
                    Answer::Bring(self.kind()?)
                }
                Some("doing") => {
                    self.next += 1;
                    Answer::Mode(self.mode()?)
                }
                Some("amount") => {
                    self.next += 1;
                    Answer::Amount(self.number()?)
                }
                Some("burning") => {
                    self.next += 1;
                    Answer::Burn(self.kind()?)
                }
                Some("taking") => {
                    self.next += 1;
                    Answer::Take(self.kind()?)
                }
                _ => return Some(clauses),
            };
            clauses.push(Clause {
                card,
                answer,
                text: self.words[start..self.next].join(" "),
                needed: true,
            });
        }
    }
}
