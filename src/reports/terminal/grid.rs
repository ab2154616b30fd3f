//! Tables in the terminal: aligned, with fewer columns if it is narrow.

use comfy_table::{CellAlignment, ContentArrangement, Table};
use textwrap::core::display_width;

/// Blanks before a row and between columns.
const INDENT: usize = 2;

/// A column of a table.
#[derive(Clone, Debug)]
pub struct GridColumn {
    title: String,
    alignment: CellAlignment,
    /// The columns with the greatest number are left out first; those with 0 never.
    spare: u8,
}

/// A column of words.
pub fn left(title: impl Into<String>) -> GridColumn {
    GridColumn {
        title: title.into(),
        alignment: CellAlignment::Left,
        spare: 0,
    }
}

/// A column of numbers.
pub fn right(title: impl Into<String>) -> GridColumn {
    GridColumn {
        alignment: CellAlignment::Right,
        ..left(title)
    }
}

impl GridColumn {
    /// A column that can be spared; one with a greater number goes first.
    pub fn spare(self, spare: u8) -> Self {
        GridColumn { spare, ..self }
    }
}

/// A table to be printed.
#[derive(Clone, Debug)]
pub struct Grid {
    columns: Vec<GridColumn>,
    rows: Vec<Vec<String>>,
}

/// A table in lines.
pub(super) struct Fitted {
    pub head: String,
    pub rows: Vec<String>,
    /// The titles of columns that did not fit.
    pub left_out: Vec<String>,
}

impl Grid {
    /// A table without rows.
    pub fn new(columns: impl IntoIterator<Item = GridColumn>) -> Self {
        Grid {
            columns: columns.into_iter().collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row; missing cells at its end are empty.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

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
                column.set_cell_alignment(self.columns[*at].alignment);
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

    fn grid() -> Grid {
        let columns = [
            left("card"),
            right("games").spare(2),
            right("share").spare(1),
        ];
        let mut grid = Grid::new(columns);
        grid.row(["Prowler".into(), "1,234".into(), "5%".into()]);
        grid.row(["Vi\u{e9}t Cong".into(), "9".into()]);
        grid
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
