//! A directory of results: its manifest and its tables.

use super::sheet::{Columns, Sheet};
use crate::ReportError;
use runs::lifecycle::MANIFEST;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// A directory that a command has written.
pub(super) struct Folder {
    path: PathBuf,
    manifest: Value,
}

impl Folder {
    /// Opens a directory by its manifest.
    pub(super) fn open(path: &Path) -> Result<Self, ReportError> {
        let file = path.join(MANIFEST);
        let text = fs::read_to_string(&file).map_err(|error| {
            ReportError::Unreadable(format!(
                "{}: cannot read: {error}; expected a directory written by xenosim, such as \
                 `xenosim simulate --out DIR`",
                file.display()
            ))
        })?;
        let manifest = serde_json::from_str(&text).map_err(|error| {
            ReportError::Unreadable(format!("{}: not a manifest: {error}", file.display()))
        })?;
        Ok(Folder {
            path: path.to_path_buf(),
            manifest,
        })
    }

    /// The name of the directory.
    pub(super) fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str());
        name.to_string_lossy().into_owned()
    }

    /// The command that wrote it.
    pub(super) fn command(&self) -> &str {
        self.manifest["arguments"][0].as_str().unwrap_or("")
    }

    /// A value of the manifest by a path such as `/configuration/players`.
    pub(super) fn fact(&self, pointer: &str) -> Option<&Value> {
        self.manifest
            .pointer(pointer)
            .filter(|value| !value.is_null())
    }

    /// The same as text.
    pub(super) fn text(&self, pointer: &str) -> Option<String> {
        self.fact(pointer).map(|value| match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        })
    }

    /// The same as a number.
    pub(super) fn number(&self, pointer: &str) -> Option<f64> {
        self.fact(pointer).and_then(Value::as_f64)
    }

    /// Whether the run is complete.
    pub(super) fn is_complete(&self) -> bool {
        self.manifest["complete"].as_bool().unwrap_or(true)
    }

    /// The names of all tables, in the order of the manifest.
    pub(super) fn tables(&self) -> Vec<String> {
        let files = self.manifest["files"].as_array();
        let files = files.into_iter().flatten();
        let mut names: Vec<String> = Vec::new();
        for file in files {
            let name = file["name"]
                .as_str()
                .or_else(|| file["file"].as_str())
                .unwrap_or("");
            let table = name
                .strip_suffix(".csv")
                .or_else(|| name.strip_suffix(".parquet"));
            if let Some(table) = table
                && !names.iter().any(|known| known == table)
            {
                names.push(table.to_string());
            }
        }
        names
    }

    /// A table, if it exists: from CSV, otherwise from Parquet.
    pub(super) fn sheet(&self, name: &str) -> Result<Option<Sheet>, ReportError> {
        let Some(path) = self.file(name) else {
            return Ok(None);
        };
        let columns = self.manifest["columns"][name].as_array();
        let about = columns.into_iter().flatten().filter_map(|column| {
            let about = column["about"].as_str().filter(|about| !about.is_empty())?;
            Some((column["name"].as_str()?.to_string(), about.to_string()))
        });
        let mut sheet = Sheet::read(name, &path)?;
        sheet.about = about.collect();
        Ok(Some(sheet))
    }

    /// Some columns of a long table as numbers, if it exists.
    pub(super) fn columns(
        &self,
        name: &str,
        wanted: &[&str],
    ) -> Result<Option<Columns>, ReportError> {
        match self.file(name) {
            Some(path) => Columns::read(&path, wanted).map(Some),
            None => Ok(None),
        }
    }

    fn file(&self, name: &str) -> Option<PathBuf> {
        let files = ["csv", "parquet"].map(|ending| self.path.join(format!("{name}.{ending}")));
        files.into_iter().find(|path| path.is_file())
    }
}
