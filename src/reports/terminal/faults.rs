//! Errors in files, each with its line.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use cards::data::{Fault, Faults};
use std::ops::Range;

/// Faults as they are printed. `colour`: for a terminal that shows it.
pub fn faults_text(faults: &Faults, colour: bool) -> String {
    let renderer = if colour {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let (shown, more) = faults.shown();
    let mut lines: Vec<String> = shown.iter().map(|fault| one(fault, &renderer)).collect();
    match more {
        0 => {}
        1 => lines.push("error: ... and 1 more error".into()),
        more => lines.push(format!("error: ... and {more} more errors")),
    }
    lines.join("\n")
}

fn one(fault: &Fault, renderer: &Renderer) -> String {
    let message = fault.to_string();
    let title = Level::ERROR.primary_title(&message);
    let Some((number, line)) = line_of(fault) else {
        return renderer.render(&[annotate_snippets::Group::with_title(title)]);
    };
    let mark = AnnotationKind::Primary.span(marked(fault, &line));
    let snippet = Snippet::source(&line).line_start(number).annotation(mark);
    renderer.render(&[title.element(snippet)])
}

/// The line of a fault, if its file can still be read.
fn line_of(fault: &Fault) -> Option<(usize, String)> {
    let number = fault.line? as usize;
    let text = files::read_text(fault.file.as_ref()).ok()?;
    let line = text.lines().nth(number.checked_sub(1)?)?.trim_end();
    (!line.is_empty()).then(|| (number, line.to_string()))
}

/// What is marked in a line: the field if it is there, otherwise the whole line.
fn marked(fault: &Fault, line: &str) -> Range<usize> {
    let whole = line.len() - line.trim_start().len()..line.len();
    let field = fault.field.as_deref().unwrap_or_default();
    let name = field.rsplit('.').next().unwrap_or_default();
    let name = name.split('[').next().unwrap_or_default();
    match line.find(name) {
        Some(start) if !name.is_empty() => start..start + name.len(),
        _ => whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_shows_its_line_and_marks_the_field() {
        let place = tempfile::tempdir().expect("a directory");
        let file = place.path().join("p.toml");
        std::fs::write(&file, "a = 1\noutlst = 2\n").expect("a file");
        let fault = |line| Fault {
            file: file.display().to_string(),
            line,
            subject: None,
            field: Some("purchase.outlst".into()),
            message: "unknown field".into(),
            spoils: None,
        };
        let text = faults_text(&Faults(vec![fault(Some(2))]), false);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("error: ") && lines[0].ends_with(": unknown field"));
        assert!(text.contains("2 | outlst = 2"), "{text}");
        assert!(text.contains("^^^^^^"), "{text}");
        let without = faults_text(&Faults(vec![fault(Some(9)), fault(None)]), false);
        assert_eq!(without.lines().count(), 2, "{without}");
    }
}
