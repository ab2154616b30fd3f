//! What the person sees: the table, the question and its answers in words.

use super::desk::{Question, Reply};
use super::hint::MEANING;
use super::session::{Overlay, Session};
use cards::text::{ability_texts, card_texts, full_figures};
use cards::words::Word;
use cards::{CardSet, Class, Kind, KindId};
use game::observe::Describe;
use game::play::{Choice, Decision};
use game::state::{GameState, Phase};
use reports::board::table::Table;
use reports::board::text::{Line, Style, text_width, wrapped};

/// The column in which figures of a hint begin at the latest.
const FIGURES_FROM: usize = 90;
/// Answers that must always fit.
const LEAST_ANSWERS: usize = 3;

const HELP: &str = "\
You defend a base for nine rounds. If it has no HP left, everybody has lost.

Each round:
  Purchase    Turn Xenosathem cards from your hand into resources, then buy
              troops and items; they come into your hand at once. Resources
              that you do not use are lost.
  Deployment  Put troops from your hand into lanes, at most four in a lane,
              and equip them with items. The first troop of a lane fights.
  Combat      Enemies lie face-down (?). The first one turns up, does what its
              card says, and fights the first troop: both suffer the other's
              power as damage. Before that you may use items and abilities.
              Enemies that find no troop damage the base.
  Wrap-up     Discard what you do not want. Damage on troops stays.

Cards show power/HP; W in a text is the number of the wave. What the card under
the cursor does stands at the bottom.

Keys:  arrows and Enter, or a number: choose   a: let the program finish the
       phase   u: take back, until a card is turned   h: hint   c: all cards
       L: log   s: save   q: save and quit   ?: this page";

/// An answer as it is listed.
pub(super) struct Entry {
    /// What choosing it says to the rules.
    pub(super) reply: Reply,
    text: String,
    /// The card that it is about, and which of its abilities.
    about: Option<(KindId, Option<u8>)>,
}

impl Session<'_> {
    /// The answers to a question. Of orders that look the same, the first one.
    pub(super) fn entries_of(&self, question: &Question) -> Vec<Entry> {
        let set = &self.seating.game.set;
        let words = Describe::new(&question.state, set);
        let mut entries: Vec<Entry> = Vec::new();
        for (index, choice) in question.options.iter().enumerate() {
            let about = about(question, choice);
            let mut text = words.choice(question.seat, &question.decision, choice);
            match (choice, about) {
                (Choice::Pass, _) if question.decision == Decision::Arrange => {
                    text = words.choice(question.seat, &question.decision, &Choice::Order(0));
                }
                (Choice::FromHand { .. } | Choice::OnBoard { .. }, Some((kind, Some(ability)))) => {
                    text += &format!(": {}", words.ability(kind, ability));
                }
                (Choice::Card(kind) | Choice::Buy { kind, .. } | Choice::Deploy(kind), _) => {
                    text = format!("{}: {}", words.kind(*kind), in_brief(set.kind(*kind)));
                }
                _ => {}
            }
            let is_order = question.decision == Decision::Arrange;
            if !is_order || entries.iter().all(|known| known.text != text) {
                let reply = Reply::Index(index);
                entries.push(Entry { reply, text, about });
            }
        }
        if question.decision == Decision::Spend {
            entries.push(Entry {
                reply: Reply::All,
                text: "everything".into(),
                about: None,
            });
        }
        entries
    }

    /// Where the cursor begins: on spending everything, or on the answer that does least.
    pub(super) fn first_cursor(&self, question: &Question) -> usize {
        match question.decision {
            Decision::Spend => self.entries.len() - 1,
            _ => 0,
        }
    }

    /// Whether the answer under the cursor ends what the person can do in this phase.
    pub(super) fn gives_up(&self) -> bool {
        let Some(question) = &self.question else {
            return false;
        };
        let ends = matches!(
            question.decision,
            Decision::Spend | Decision::Buy | Decision::Deploy | Decision::Upgrade
        );
        ends && question.options.first() == Some(&Choice::Pass) && self.cursor == 0
    }

    fn table<'b>(&'b self, state: &'b GameState) -> Table<'b> {
        Table {
            state,
            cards: &self.seating.game.set,
            rules: &self.seating.game.rules,
            names: &self.seating.names,
            open: false,
        }
    }

    /// The screen.
    pub(super) fn lines(&self, (width, height): (usize, usize)) -> Vec<Line> {
        if let Some(overlay) = self.overlay {
            return self.overlay_lines(overlay, width, height);
        }
        if let Some(pause) = &self.pause {
            let (page, is_last) = self.unread((width, height));
            let footer = match is_last {
                true => " press a key to go on ",
                false => " press a key to read on ",
            };
            let mut lines = vec![Line::new(Style::Strong, pause.title.clone())];
            lines.extend(page.unwrap_or_default());
            return framed(lines, height, Line::new(Style::Chosen, footer));
        }
        let Some(question) = &self.question else {
            let from = self.log.len().saturating_sub(height - 1);
            let lines = self.log[from..].iter().map(Line::plain).collect();
            let footer = Line::new(Style::Faint, "the others are thinking ...");
            return framed(lines, height, footer);
        };
        self.question_lines(question, width, height)
    }

    /// The page of what happened that is to be read next, if there is one, and whether it is the last.
    pub(super) fn unread(&self, (width, height): (usize, usize)) -> (Option<Vec<Line>>, bool) {
        let Some(pause) = &self.pause else {
            return (None, true);
        };
        let told = self.log[pause.from..].iter();
        let lines: Vec<Line> = told.flat_map(|text| fought(text, width)).collect();
        let mut pages = lines
            .chunks(height.saturating_sub(2).max(1))
            .skip(pause.page);
        let page = pages.next().map(<[Line]>::to_vec);
        (page, pages.next().is_none())
    }

    fn question_lines(&self, question: &Question, width: usize, height: usize) -> Vec<Line> {
        let table = self.table(&question.state);
        let whose = (height < 40).then_some(question.seat);
        let details = self.details(width, if height < 40 { 3 } else { 12 });
        // The question, some answers and what the chosen one does must always fit.
        let most = height.saturating_sub(details.len() + LEAST_ANSWERS + 4);
        let mut lines = table.lanes(width, whose, true);
        if lines.len() > most {
            lines = table.lanes(width, whose, false);
        }
        lines.truncate(most);
        lines.insert(0, table.status());
        let hints = self.hint.as_ref();
        let means = hints.filter(|hint| !hint.worth.is_empty());
        let asked = self.asked(question, width);
        let room = |lines: &[Line], more: usize| {
            let taken = lines.len() + asked.len() + usize::from(means.is_some()) + more;
            height.saturating_sub(taken + details.len() + 1)
        };
        let market = table.market(width);
        let is_shopping =
            question.state.phase() == Phase::Purchase && question.decision != Decision::Buy;
        if is_shopping && market.len() <= room(&lines, self.entries.len()) {
            lines.extend(market);
        }
        let news = self.log[self.told..].iter();
        let news: Vec<String> = news.flat_map(|text| wrapped(text.trim(), width)).collect();
        // News come with a line above them.
        let told = news.len() + usize::from(!news.is_empty());
        let entries = self.shown_entries(room(&lines, 0), told, width);
        let kept = news.len().min(room(&lines, entries.len() + 1));
        if kept > 0 {
            lines.push(Line::new(Style::Faint, "─".repeat(width)));
        }
        let news = news[news.len() - kept..].iter();
        lines.extend(news.map(|line| Line::new(Style::Faint, line)));
        lines.extend(asked);
        lines.extend(means.map(|_| Line::new(Style::Faint, MEANING)));
        lines.extend(entries);
        lines.resize(height.saturating_sub(details.len() + 1), Line::default());
        lines.extend(details);
        framed(lines, height, self.footer())
    }

    fn asked(&self, question: &Question, width: usize) -> Vec<Line> {
        let words = Describe::new(&question.state, &self.seating.game.set);
        let seat = u16::from(question.seat) + 1;
        let asked = format!("Player {seat}: {}", words.decision(&question.decision));
        let lines = wrapped(&asked, width).into_iter();
        lines.map(|line| Line::new(Style::Strong, line)).collect()
    }

    /// All answers with their whole texts, if `news` lines fit as well; otherwise as many as fit, around
    /// the cursor.
    fn shown_entries(&self, room: usize, news: usize, width: usize) -> Vec<Line> {
        let entries = |wraps| (0..self.entries.len()).map(move |at| self.entry(at, width, wraps));
        let whole: Vec<Line> = entries(true).flatten().collect();
        if whole.len() + news <= room {
            return whole;
        }
        let above = self.cursor.saturating_sub(room.saturating_sub(1));
        let first = above.min(self.entries.len().saturating_sub(room));
        entries(false).skip(first).take(room).flatten().collect()
    }

    fn entry(&self, at: usize, width: usize, wraps: bool) -> Vec<Line> {
        let entry = &self.entries[at];
        let style = if at == self.cursor {
            Style::Chosen
        } else {
            Style::Plain
        };
        let figure = self.figure(entry.reply);
        let room = figure.as_ref().map_or(width, |(_, figure)| {
            width.saturating_sub(text_width(figure)).min(FIGURES_FROM)
        });
        let texts = match wraps {
            true => wrapped(&entry.text, room.saturating_sub(5)),
            false => vec![entry.text.clone()],
        };
        let numbers = std::iter::once((at + 1).to_string()).chain(std::iter::repeat(String::new()));
        let lines = numbers
            .zip(texts)
            .map(|(number, text)| Line::new(style, format!(" {number:>2} {text} ")).fitted(room));
        let mut lines: Vec<Line> = lines.collect();
        if let Some((style, figure)) = figure {
            lines[0] = lines[0].clone().padded(room).with(style, figure);
        }
        lines
    }

    /// What an answer is worth by the hint, if there is one.
    fn figure(&self, reply: Reply) -> Option<(Style, String)> {
        let (Some(hint), Reply::Index(answer)) = (&self.hint, reply) else {
            return None;
        };
        let worth = hint.worth.get(answer);
        let worth = worth.map_or(String::new(), |worth| worth.with_half());
        let (style, advice) = match answer == hint.advice {
            true => (Style::Alert, "<- best"),
            false => (Style::Faint, ""),
        };
        Some((style, format!("  {worth:>13}  {advice:7}")))
    }

    /// What the card under the cursor does.
    fn details(&self, width: usize, most: usize) -> Vec<Line> {
        let Some((kind, ability)) = self.entries.get(self.cursor).and_then(|entry| entry.about)
        else {
            return Vec::new();
        };
        let set = &self.seating.game.set;
        let card = set.kind(kind);
        let texts = match ability
            .and_then(|ability| ability_texts(set, card).into_iter().nth(ability.into()))
        {
            Some(text) => vec![text],
            None => card_texts(set, card),
        };
        let text = format!(
            "{} ({}). {}",
            card.name,
            full_figures(set, card),
            texts.join(" ")
        );
        let lines = wrapped(&text, width).into_iter().take(most);
        lines.map(|line| Line::new(Style::Friend, line)).collect()
    }

    fn overlay_lines(&self, overlay: Overlay, width: usize, height: usize) -> Vec<Line> {
        let all: Vec<Line> = match overlay {
            Overlay::Log => self
                .log
                .iter()
                .flat_map(|text| fought(text, width))
                .collect(),
            Overlay::Cards => self.card_lines(width),
            Overlay::Help => HELP.lines().map(Line::plain).collect(),
        };
        let room = height - 1;
        let from = self.scroll.min(all.len().saturating_sub(room));
        let lines = all.into_iter().skip(from).collect();
        let footer = " arrows scroll, any other key goes on with the game ";
        framed(lines, height, Line::new(Style::Chosen, footer))
    }

    fn card_lines(&self, width: usize) -> Vec<Line> {
        let set: &CardSet = &self.seating.game.set;
        let mut lines = Vec::new();
        let state = self.question.as_ref().map(|question| &*question.state);
        for id in state.map_or(Vec::new(), |state| self.table(state).visible_kinds()) {
            let kind = set.kind(id);
            let head = Line::new(Style::Strong, kind.name.clone());
            lines.push(head.with(Style::Faint, format!("  {}", full_figures(set, kind))));
            for sentence in card_texts(set, kind) {
                let wrapped = wrapped(&sentence, width - 2).into_iter();
                lines.extend(wrapped.map(|line| Line::plain(format!("  {line}"))));
            }
        }
        lines
    }

    fn footer(&self) -> Line {
        if self.confirms {
            let asks = " Nothing more in this phase? y: yes, any other key: no ";
            return Line::new(Style::Alert, asks);
        }
        let keys = " Enter/number choose, u undo, h hint, c cards, a auto, L log, ? help, q quit";
        let line = match self.typed.as_str() {
            "" => Line::default(),
            typed => Line::new(Style::Chosen, format!(" {typed}_ ")),
        };
        match self.message.as_str() {
            "" => line.with(Style::Faint, keys),
            message => line.with(Style::Alert, format!(" {message} ")),
        }
    }
}

/// What matters most of a card that can be chosen.
fn in_brief(kind: &Kind) -> String {
    let cost = kind.for_sale.then(|| format!("cost {}", kind.cost));
    let rest = match kind.class {
        Class::Resource => format!("value {}", kind.value),
        Class::Troop => format!("power {}, HP {}", kind.power, kind.hp),
        class => class.word().to_string(),
    };
    cost.into_iter()
        .chain([rest])
        .collect::<Vec<_>>()
        .join(", ")
}

/// A line of the log, wrapped and in colour: what the base suffers stands out.
fn fought(text: &str, width: usize) -> Vec<Line> {
    let is_bad = text.contains("The base suffers");
    let style = if is_bad { Style::Alert } else { Style::Plain };
    let indent = text.len() - text.trim_start().len();
    let lines = wrapped(text.trim_start(), width.saturating_sub(indent)).into_iter();
    lines
        .map(|line| Line::new(style, format!("{:indent$}{line}", "")))
        .collect()
}

/// Lines on a screen of this height, with a last one at its bottom.
fn framed(mut lines: Vec<Line>, height: usize, footer: Line) -> Vec<Line> {
    lines.resize(height - 1, Line::default());
    lines.push(footer);
    lines
}

/// The card that an answer is about, and which of its abilities.
fn about(question: &Question, choice: &Choice) -> Option<(KindId, Option<u8>)> {
    match (*choice, question.decision) {
        (Choice::Card(kind) | Choice::Deploy(kind) | Choice::Buy { kind, .. }, _) => {
            Some((kind, None))
        }
        (Choice::FromHand { kind, ability }, _) => Some((kind, Some(ability))),
        (
            Choice::OnBoard {
                card,
                item,
                ability,
            },
            _,
        ) => {
            let troop = question.state.board().get(card)?;
            let items = troop.equipment();
            let kind = items.get(usize::from(item)).filter(|_| item != Choice::OWN);
            Some((*kind.unwrap_or(&troop.kind), Some(ability)))
        }
        (
            _,
            Decision::Mode { kind }
            | Decision::Amount { kind, .. }
            | Decision::Target { kind, .. }
            | Decision::TargetLane { kind }
            | Decision::LoseTroop { kind }
            | Decision::Trigger { kind, .. }
            | Decision::EquipOn { item: kind },
        ) => Some((kind, None)),
        _ => None,
    }
}
