//! Tables in the terminal: aligned, with fewer columns if it is narrow.

use answers::Column;
use comfy_table::{CellAlignment, ContentArrangement, Table};
use textwrap::core::display_width;

/// Blanks before a row and between columns.
const INDENT: usize = 2;

/// A table to be printed: its columns, and rows of texts; missing cells at the end of a row are empty.
pub(super) struct Texts {
    pub columns: Vec<Column>,
    pub rows: Vec<Vec<String>>,
}

/// A table in lines.
pub(super) struct Fitted {
    pub head: String,
    pub rows: Vec<String>,
    /// The titles of columns that did not fit.
    pub left_out: Vec<String>,
}

impl Texts {
    /// The columns that fit a width, as lines.
    pub(super) fn fitted(&self, width: usize) -> Fitted {
        let mut shown: Vec<usize> = (0..self.columns.len()).collect();
        while self.width_of(&shown) > width {
            let spare = |at: &usize| self.columns[*at].spare;
            match shown.iter().copied().max_by_key(spare) {
                Some(at) if spare(&at) > 0 => shown.retain(|one| *one != at),
                _ => break,
            }
        }
        let titles = shown.iter().map(|at| self.columns[*at].title.clone());
        let mut table = Table::new();
        table
            .load_style(comfy_table::presets::NOTHING)
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_width(width.saturating_sub(INDENT).try_into().unwrap_or(u16::MAX))
            .add_row(titles);
        for row in &self.rows {
            let cell = |at: &usize| row.get(*at).cloned().unwrap_or_default();
            table.add_row(shown.iter().map(cell));
        }
        for (place, at) in shown.iter().enumerate() {
            if let Some(column) = table.column_mut(place) {
                column.set_cell_alignment(match self.columns[*at].right {
                    true => CellAlignment::Right,
                    false => CellAlignment::Left,
                });
                let after = if place + 1 < shown.len() { INDENT } else { 0 };
                column.set_padding((0, after as u16));
            }
        }
        let text = table.to_string();
        let mut lines = text.lines().map(|line| {
            format!("{}{}", " ".repeat(INDENT), line.trim_end())
                .trim_end()
                .into()
        });
        let head = lines.next().unwrap_or_default();
        let left_out = (0..self.columns.len()).filter(|at| !shown.contains(at));
        Fitted {
            head,
            rows: lines.collect(),
            left_out: left_out
                .map(|at| self.columns[at].title.clone())
                .filter(|title| !title.is_empty())
                .collect(),
        }
    }

    /// Its width with all columns.
    pub(super) fn width(&self) -> usize {
        self.width_of(&(0..self.columns.len()).collect::<Vec<_>>())
    }

    /// The width of some columns, blanks included.
    fn width_of(&self, shown: &[usize]) -> usize {
        let of = |at: &usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(*at));
            let cells = cells.map(|cell| display_width(cell));
            let title = display_width(&self.columns[*at].title);
            INDENT + cells.max().unwrap_or(0).max(title)
        };
        shown.iter().map(of).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Texts {
        let columns = [
            Column::words("card"),
            Column::numbers("games").spare(2),
            Column::numbers("share").spare(1),
        ];
        let rows = [
            vec!["Prowler".into(), "1,234".into(), "5%".into()],
            vec!["Vi\u{e9}t Cong".into(), "9".into()],
        ];
        Texts {
            columns: columns.into(),
            rows: rows.into(),
        }
    }

    #[test]
    fn columns_are_aligned() {
        let shown = grid().fitted(80);
        assert_eq!(shown.head, "  card       games  share");
        assert_eq!(shown.rows[0], "  Prowler    1,234     5%");
        assert_eq!(shown.rows[1], "  Vi\u{e9}t Cong      9");
        assert!(shown.left_out.is_empty());
    }

    #[test]
    fn narrow_tables_have_fewer_columns() {
        let shown = grid().fitted(20);
        assert_eq!(shown.rows[0], "  Prowler       5%");
        assert_eq!(shown.left_out, ["games"]);
        let shown = grid().fitted(12);
        assert_eq!(shown.head, "  card");
        assert_eq!(shown.left_out, ["games", "share"]);
    }
}
