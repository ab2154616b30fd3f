//! The tables of a ranking.

use super::design::{Method, Ranking};
use super::exposure::meaning;
use super::results::{Effect, Results, SCREEN};
use super::subject::Subject;
use crate::compare::design::Stratum;
use crate::compare::results::methods;
use crate::compare::sums::StratumSums;
use crate::compare::tables::{ends, value};
use crate::sim::stop::LEVEL;
use cards::words::Word;
use tables::{ColumnType, ExportError, Schema, Table, Value};

/// The columns that say where a row belongs and which card it is about.
const CARD: [(&str, ColumnType); 8] = [
    ("players", ColumnType::U8),
    ("policy", ColumnType::Text),
    ("type", ColumnType::Text),
    ("card", ColumnType::Text),
    ("name", ColumnType::Text),
    ("wave", ColumnType::U8),
    ("cost", ColumnType::U8),
    ("copies", ColumnType::U8),
];

/// The values of [`CARD`].
pub(crate) fn card<'a>(at: &'a Stratum, subject: &'a Subject) -> Vec<Value<'a>> {
    let Subject {
        id,
        name,
        card_type,
        wave,
        cost,
        copies,
        ..
    } = subject;
    vec![
        at.players.into(),
        at.policy.as_deref().unwrap_or_default().into(),
        card_type.word().into(),
        id.as_str().into(),
        name.as_str().into(),
        (*wave).into(),
        (*cost).into(),
        (*copies).into(),
    ]
}

/// [`CARD`] and more columns.
pub(crate) fn card_schema(columns: &[(&'static str, ColumnType)]) -> Result<Schema, ExportError> {
    Schema::new(CARD.into_iter().chain(columns.iter().copied()))
}

/// The ranks: a row for each stratum and card.
pub fn ranks_table(
    ranking: &Ranking,
    results: &Results,
    sums: &[StratumSums],
) -> Result<Table, ExportError> {
    let mut table = Table::new(card_schema(&[
        ("rank", ColumnType::U32),
        ("best_rank", ColumnType::U32),
        ("worst_rank", ColumnType::U32),
        ("tier", ColumnType::U32),
        ("method", ColumnType::Text),
        ("measure", ColumnType::Text),
        ("games", ColumnType::U64),
        ("strength", ColumnType::F64),
        ("low", ColumnType::F64),
        ("high", ColumnType::F64),
        ("level", ColumnType::F64),
        ("bh_q", ColumnType::F64),
        ("found", ColumnType::Bool),
        ("settled", ColumnType::Bool),
        ("policies", ColumnType::Text),
        ("replaced_by", ColumnType::Text),
    ])?);
    let (method, measure) = (ranking.primary(), ranking.measure());
    for place in &results.places {
        let effect = results.effect(place.stratum, place.subject, method, measure);
        let q = effect.and_then(|effect| effect.q_value);
        let agreement = effect.and_then(|effect| effect.agreement);
        let arm = ranking.arm(place.subject, method);
        let settled = arm.is_some_and(|arm| sums[place.stratum].settled[arm]);
        let [low, high] = ends(Some(place.strength.interval));
        let at = &ranking.design.strata[place.stratum];
        let mut row = card(at, &ranking.subjects[place.subject]);
        row.extend([
            (place.rank as u32).into(),
            (place.set.best as u32).into(),
            (place.set.worst as u32).into(),
            (place.tier as u32).into(),
            method.word().into(),
            measure.word().into(),
            effect.map_or(0, |effect| effect.games).into(),
            place.strength.value.into(),
            low,
            high,
            LEVEL.value().into(),
            q.into(),
            q.is_some_and(|q| q <= SCREEN).into(),
            settled.into(),
            agreement.map_or("", |agreement| agreement.word()).into(),
            ranking.replaced_by[place.subject].as_str().into(),
        ]);
        table.push_row(&row)?;
    }
    Ok(table)
}

/// The effects: a row for each stratum, card, method and measure.
pub fn effects_table(ranking: &Ranking, results: &Results) -> Result<Table, ExportError> {
    let mut table = Table::new(card_schema(&[
        ("method", ColumnType::Text),
        ("measure", ColumnType::Text),
        ("games", ColumnType::U64),
        ("effect", ColumnType::F64),
        ("low", ColumnType::F64),
        ("high", ColumnType::F64),
        ("level", ColumnType::F64),
        ("interval", ColumnType::Text),
        ("standard_error", ColumnType::F64),
        ("p_value", ColumnType::F64),
        ("bh_q", ColumnType::F64),
        ("strength", ColumnType::F64),
        ("pairing_gain", ColumnType::F64),
        ("changed_games", ColumnType::F64),
        ("mean_without", ColumnType::F64),
        ("mean_with", ColumnType::F64),
        ("policies", ColumnType::Text),
        ("note", ColumnType::Text),
    ])?);
    for effect in &results.effects {
        let [low, high] = ends(effect.estimate.map(|estimate| estimate.interval));
        let sign = ranking.sign(effect.subject, effect.measure);
        let strength = effect.estimate.map(|estimate| estimate.times(sign));
        let note = note(ranking, effect);
        let [without, with] = effect.means.unwrap_or_default();
        let at = &ranking.design.strata[effect.stratum];
        let mut row = card(at, &ranking.subjects[effect.subject]);
        row.extend([
            effect.method.word().into(),
            effect.measure.word().into(),
            effect.games.into(),
            value(effect.estimate),
            low,
            high,
            LEVEL.value().into(),
            interval(results, effect).into(),
            effect.standard_error.into(),
            effect.p_value.into(),
            effect.q_value.into(),
            value(strength),
            effect.pairing_gain.filter(|gain| gain.is_finite()).into(),
            effect.changed_share().into(),
            without.into(),
            with.into(),
            effect
                .agreement
                .map_or("", |agreement| agreement.word())
                .into(),
            note.as_str().into(),
        ]);
        table.push_row(&row)?;
    }
    Ok(table)
}

/// How an interval was made.
fn interval(results: &Results, effect: &Effect) -> &'static str {
    match effect.method {
        Method::Exposure => "normal (slope, robust)",
        Method::Naive => "normal (welch)",
        _ => methods(results.looks).of_difference(effect.measure)[0],
    }
}

/// What must be known to read an effect.
fn note(ranking: &Ranking, effect: &Effect) -> String {
    let subject = &ranking.subjects[effect.subject];
    match effect.method {
        Method::Ablation | Method::Addition if effect.different == Some(0) => {
            "no game differed".into()
        }
        Method::Ablation => format!("replaced by {}", ranking.replaced_by[effect.subject]),
        Method::Addition => "one more copy in its deck".into(),
        Method::Exposure => {
            let plan = &ranking.design.strata[effect.stratum].plans[0];
            format!("for {}", meaning(subject, plan))
        }
        Method::Naive => "confounded: long games see more cards".into(),
    }
}
