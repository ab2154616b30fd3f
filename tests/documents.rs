//! The documents name only what there is: files, folders, commands and options. The README's
//! examples run.

use crate::common::{Place, text};
use std::fs;
use std::path::{Path, PathBuf};

/// Folders that documents refer to from the top of the project.
const FOLDERS: [&str; 7] = [
    "src/",
    "tests/",
    "benches/",
    "policies/",
    "data/",
    "reports/",
    ".ci/",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All documents of the project.
fn documents() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            if path.is_dir() {
                if name != "target" && name != ".git" && name != "node_modules" {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|end| end == "md") {
                found.push(path);
            }
        }
    }
    assert!(found.len() > 5, "{found:?}");
    found.sort();
    found
}

/// The parts of a text between two marks.
fn between<'t>(text: &'t str, start: &'t str, end: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(start)
        .skip(1)
        .filter_map(move |rest| Some(rest.split_once(end)?.0))
}

/// The lines of a document's shell examples, continued lines joined.
fn shell_lines(text: &str) -> Vec<String> {
    let joined = text.replace("\\\n", " ");
    let blocks = between(&joined, "```sh\n", "```");
    let lines = blocks.flat_map(str::lines).map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(String::from)
        .collect()
}

/// The arguments of a line that calls the program, without what is done with its output.
fn arguments(line: &str) -> Option<&str> {
    let called = line.strip_prefix("xenosim ")?;
    Some(called.split([';', '|', '>', '#', '$']).next()?.trim())
}

#[test]
fn files_named_in_documents_exist() {
    for document in documents() {
        let text = fs::read_to_string(&document).expect("text");
        let folder = document.parent().expect("a folder");
        for link in between(&text, "](", ")") {
            let file = link.split('#').next().expect("a part");
            let is_elsewhere = file.is_empty() || file.contains(':');
            assert!(
                is_elsewhere || folder.join(file).exists(),
                "{}: link to {link}",
                document.display()
            );
        }
        for word in text.split('`').skip(1).step_by(2) {
            let is_path = FOLDERS.iter().any(|folder| word.starts_with(folder))
                && !word.contains([' ', '*', '{', '<'])
                && !word.contains("...");
            let is_output = word.starts_with("reports/") && !word.contains('.');
            assert!(
                !is_path || is_output || root().join(word).exists() || is_made(word),
                "{}: `{word}`",
                document.display()
            );
        }
    }
}

/// Whether a file is one that a command of the documents writes.
fn is_made(word: &str) -> bool {
    ["reports/learn/", "reports/tune/"]
        .iter()
        .any(|folder| word.starts_with(folder))
}

/// A promise is worth the test that holds it.
#[test]
fn tests_named_in_documents_exist() {
    let promises = fs::read_to_string(root().join("reports/README.md")).expect("text");
    let named = promises.split('`').skip(1).step_by(2);
    let named = named.filter_map(|word| word.split_once("::"));
    let named: Vec<_> = named.filter(|(file, _)| *file != "xenosim").collect();
    assert!(named.len() > 9, "{named:?}");
    for (file, test) in named {
        let path = root().join(format!("tests/{file}.rs"));
        let text = fs::read_to_string(&path).unwrap_or_else(|_| panic!("{path:?}"));
        assert!(text.contains(&format!("fn {test}()")), "{file}::{test}");
    }
}

#[test]
fn commands_named_in_documents_have_their_options() {
    let place = Place::new();
    for document in documents() {
        let written = fs::read_to_string(&document).expect("text");
        for line in shell_lines(&written) {
            let Some(arguments) = arguments(&line) else {
                continue;
            };
            // Options before `--help` are read first, and refused if there are none such.
            let call = format!("{} --help", arguments.split(" -- ").next().expect("a part"));
            let output = place.run(&call.replace(['"', '\''], ""));
            let errors = text(&output.stderr);
            assert!(
                output.status.success(),
                "{}: {line}\n{errors}",
                document.display()
            );
        }
    }
}

#[test]
fn the_examples_of_the_readme_run() {
    let readme = fs::read_to_string(root().join("README.md")).expect("the README");
    let mut examples = 0;
    for line in shell_lines(&readme) {
        let Some(arguments) = arguments(&line) else {
            continue;
        };
        let place = Place::new();
        let few = with_few_games(arguments);
        place.ok(&few);
        examples += 1;
    }
    assert!(examples >= 5, "{examples} examples");
}

/// The same command with few games of a quick player.
fn with_few_games(arguments: &str) -> String {
    let mut words: Vec<&str> = arguments.split_whitespace().collect();
    if let Some(at) = words.iter().position(|word| *word == "--games") {
        words.drain(at..at + 2);
    }
    format!("{} --games 20", words.join(" "))
}
