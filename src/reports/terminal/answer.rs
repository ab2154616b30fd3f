//! An answer in the terminal.

use super::Output;
use super::draw::{around, bar};
use super::grid::Texts;
use answers::{Answer, Cell, Column, Drawn, Figure, Grid, Number, Section};
use runs::lifecycle::replay_command;
use std::io::{self, Write};

/// Characters of the longest bar.
const WIDEST: usize = 40;
/// Characters that a drawing must have.
const NARROWEST: usize = 10;

/// Writes an answer; all of it if details are asked for.
pub fn write(answer: &Answer, verbose: bool, out: &mut Output) -> io::Result<()> {
    let shown = |detail: bool| verbose || !detail;
    writeln!(out, "{}\n", out.title(&answer.title))?;
    for warning in &answer.warnings {
        out.title_prose(warning)?;
    }
    for sentence in &answer.headline {
        out.prose(sentence)?;
    }
    let figures = answer.figures.iter().filter(|figure| shown(figure.detail));
    write_figures(&figures.collect::<Vec<_>>(), out)?;
    for section in answer
        .sections
        .iter()
        .chain(&answer.measured)
        .filter(|section| shown(section.detail))
    {
        write_section(section, verbose, out)?;
    }
    write_notes(answer, verbose, out)
}

fn write_figures(figures: &[&Figure], out: &mut Output) -> io::Result<()> {
    let width = figures
        .iter()
        .map(|figure| figure.title.chars().count())
        .max();
    let width = width.unwrap_or(0);
    if !figures.is_empty() {
        writeln!(out)?;
    }
    for figure in figures {
        let (number, note) = (figure.number.with_interval(), &figure.note);
        writeln!(out, "{:<width$}  {number}{note}", figure.title)?;
    }
    Ok(())
}

fn write_section(section: &Section, verbose: bool, out: &mut Output) -> io::Result<()> {
    if section.grid.is_none() && section.text.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    if !section.title.is_empty() {
        out.title_prose(&section.title)?;
    }
    for sentence in &section.text {
        out.prose(&format!("  {sentence}"))?;
    }
    if let Some(grid) = &section.grid {
        let rows = grid.first.filter(|_| !verbose).unwrap_or(grid.rows.len());
        out.table(&plain(grid, rows, out.width()))?;
        if rows < grid.rows.len() {
            out.faint_prose(&format!("  {} (--verbose)", grid.rest))?;
        }
    }
    for note in &section.notes {
        out.faint_prose(&format!("  {note}"))?;
    }
    Ok(())
}

fn write_notes(answer: &Answer, verbose: bool, out: &mut Output) -> io::Result<()> {
    writeln!(out)?;
    for note in &answer.notes {
        out.faint_prose(note)?;
    }
    for game in answer.games.iter().filter(|_| verbose) {
        let command = replay_command(&game.arguments);
        out.faint_prose(&format!("{}: {command}", game.what))?;
    }
    Ok(())
}

/// The first rows of a grid as texts, with drawings as wide as the other columns allow.
fn plain(grid: &Grid, rows: usize, width: usize) -> Texts {
    let without = texts(grid, rows, |_, _| None);
    let room = width.saturating_sub(without.width() + 2);
    if room < NARROWEST || grid.columns.iter().all(|column| column.drawn.is_none()) {
        return without;
    }
    let room = room.min(WIDEST);
    texts(grid, rows, |column, row| {
        let numbers = || grid.rows.iter().filter_map(|row| number(row.get(column)?));
        let here = grid.rows[row].get(column).and_then(number);
        grid.columns[column].drawn.map(|drawn| match drawn {
            Drawn::Bar(most) => here.map_or(String::new(), |number| bar(number, most, room)),
            Drawn::Around(gain) => around(here, numbers(), gain, room),
        })
    })
}

fn number(cell: &Cell) -> Option<&Number> {
    match cell {
        Cell::Number(number) => Some(number),
        _ => None,
    }
}

/// Texts of all cells; `drawing` gives that of a cell, where its column is drawn.
fn texts(grid: &Grid, rows: usize, drawing: impl Fn(usize, usize) -> Option<String>) -> Texts {
    let columns = grid.columns.iter().enumerate().flat_map(|(at, column)| {
        let drawn = drawing(at, 0).and(column.drawn);
        let beside = drawn.map(|drawn| match drawn {
            Drawn::Bar(_) => Column::words(""),
            Drawn::Around(_) => Column::words("harder ←   → easier"),
        });
        [Some(column.clone()), beside].into_iter().flatten()
    });
    let row = |row| {
        let cells = (0..grid.columns.len()).flat_map(|at| {
            let cells = [Some(grid.text(row, at)), drawing(at, row)];
            cells.into_iter().flatten()
        });
        cells.collect()
    };
    Texts {
        columns: columns.collect(),
        rows: (0..rows.min(grid.rows.len())).map(row).collect(),
    }
}
