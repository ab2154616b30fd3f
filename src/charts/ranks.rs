//! Ranks with their possible ranges, in tiers.

use crate::node::{Node, text_width};
use crate::rows::{AXIS, Columns, ROW, TOP};
use crate::scale::Scale;
use crate::{Chart, Drawing, Format, WIDTH};

/// A thing with its rank.
#[derive(Clone, Debug)]
pub struct RankRow {
    /// What it is.
    pub label: String,
    /// Its rank by the estimate, 1 being the first.
    pub rank: f64,
    /// The best rank compatible with the data.
    pub best: f64,
    /// The worst rank compatible with the data.
    pub worst: f64,
    /// Its tier, from 1.
    pub tier: usize,
    /// A figure to show beside it.
    pub figure: String,
    /// What else to show on hover.
    pub note: String,
}

/// Ranks one below the other.
#[derive(Clone, Debug)]
pub struct Ranks {
    /// What the chart shows.
    pub title: String,
    /// Name of the axis.
    pub x_label: String,
    /// The things, in order.
    pub rows: Vec<RankRow>,
}

const TIER: f64 = 20.0;

impl Chart for Ranks {
    fn draw(&self) -> Drawing {
        let labels = self.rows.iter().map(|row| row.label.as_str());
        let mut columns = Columns::new(labels, self.rows.iter().map(|row| row.figure.as_str()));
        let tiers = self.tiers();
        if tiers.len() > 1 {
            columns.left += TIER;
        }
        let last = self
            .rows
            .iter()
            .map(|row| row.worst.max(row.rank))
            .fold(1.0, f64::max);
        let scale = Scale::linear((0.5, last + 0.5), (columns.left, columns.right - 6.0));
        let bottom = TOP + ROW * self.rows.len() as f64;
        let mut body = if tiers.len() > 1 {
            self.bands(&tiers)
        } else {
            Vec::new()
        };
        body.extend(columns.axis(&scale, Format::Number(0), &self.x_label, TOP, bottom));
        for (index, row) in self.rows.iter().enumerate() {
            let y = TOP + ROW * (index as f64 + 0.5);
            body.push(columns.label(&row.label, y));
            body.push(columns.figure(&row.figure, y));
            body.push(mark(row, &scale, y));
        }
        Drawing::new(&self.title, bottom + AXIS, body)
    }
}

impl Ranks {
    /// The tiers from the top: number, first row, number of rows.
    fn tiers(&self) -> Vec<(usize, usize, usize)> {
        let mut tiers: Vec<(usize, usize, usize)> = Vec::new();
        for (index, row) in self.rows.iter().enumerate() {
            match tiers.last_mut() {
                Some(tier) if tier.0 == row.tier => tier.2 += 1,
                _ => tiers.push((row.tier, index, 1)),
            }
        }
        tiers
    }

    fn bands(&self, tiers: &[(usize, usize, usize)]) -> Vec<Node> {
        let bands = tiers
            .iter()
            .enumerate()
            .map(|(index, (tier, first, count))| {
                let y = TOP + ROW * *first as f64;
                let height = ROW * *count as f64;
                let name = if height > text_width("tier 00") {
                    format!("tier {tier}")
                } else {
                    tier.to_string()
                };
                let text = if height > text_width("tier 00") {
                    let turn = format!("rotate(-90 12 {:.2})", y + height / 2.0);
                    Node::text_middle(12.0, y + height / 2.0 + 4.0, &name).attr("transform", turn)
                } else {
                    Node::text_middle(9.0, y + height / 2.0 + 4.0, &name)
                };
                let band = Node::new("g")
                    .attr("data-tier", tier)
                    .attr("data-rows", count);
                let band = if index % 2 == 0 {
                    band.child(Node::rect(0.0, y, WIDTH, height).class("xc-stripe"))
                } else {
                    band
                };
                band.child(text.class("xc-soft"))
            });
        bands.collect()
    }
}

fn mark(row: &RankRow, scale: &Scale, y: f64) -> Node {
    let tip = format!(
        "{}: rank {} (possible: {} to {}), tier {}\n{}",
        row.label, row.rank, row.best, row.worst, row.tier, row.note
    );
    let (best, worst) = (scale.at(row.best), scale.at(row.worst));
    // Neighbouring tiers take turns in colour and shape.
    let even = row.tier.is_multiple_of(2);
    let dot = Node::circle(scale.at(row.rank), y, 4.2);
    Node::mark("rank", tip.trim())
        .class(if even { "c1" } else { "c0" })
        .data("label", &row.label)
        .data("rank", row.rank)
        .data("best", row.best)
        .data("worst", row.worst)
        .data("tier", row.tier)
        .child(
            Node::line(best, y, worst, y)
                .class("xc-whisker")
                .attr("opacity", 0.7),
        )
        .child(dot.class(if even { "xc-hollow" } else { "xc-fill" }))
        .child(
            Node::rect(best - 6.0, y - 9.0, worst - best + 12.0, 18.0).attr("fill", "transparent"),
        )
}
