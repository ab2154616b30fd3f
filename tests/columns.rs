//! Every column of every table is explained, and `columns` shows it.

use crate::common::{Place, assert_has, names};
use std::path::Path;

/// Commands that write every table there is but those of tune, learn, bench and selftest, small.
const COMMANDS: [&str; 6] = [
    "simulate --games 20 --rounds --policy random",
    "compare --arm a:base-hp=9 --games 20 --policy random --explain",
    "ladder --policies pass,random --players 1 --games 20",
    "rank prowler --games 20 --policy random",
    "target --games 20 --policy random",
    "card ranger --with west --games 20 --policy random",
];

fn header(file: &Path) -> Vec<String> {
    let mut reader = csv::Reader::from_path(file).expect("a table");
    let header = reader.headers().expect("a header");
    header.iter().map(str::to_string).collect()
}

#[test]
fn every_column_is_explained() {
    let place = Place::new();
    for (number, command) in COMMANDS.iter().enumerate() {
        let out = format!("o{number}");
        place.ok(&format!("{command} --out {out} --quiet"));
        let manifest = place.manifest(&out);
        let columns = manifest["columns"].as_object().expect("columns");
        let tables = names(&place.path(&out));
        let tables = tables.iter().filter_map(|name| name.strip_suffix(".csv"));
        for table in tables {
            let header = header(&place.path(&format!("{out}/{table}.csv")));
            let explained = columns[table].as_array().expect("a list");
            assert_eq!(header.len(), explained.len(), "{command}: {table}");
            for (name, column) in header.iter().zip(explained) {
                assert_eq!(column["name"], name.as_str(), "{command}: {table}");
                let about = column["about"].as_str().expect("a text");
                assert!(about.len() > 5, "{command}: {table}: {name}: {about}");
            }
        }
    }
    let shown = place.ok("report o0 --columns");
    assert_has(&shown, "rounds_survived (u8)");
    assert_has(&shown, "statistic (text)");
    assert!(!place.path("o0/report.html").exists());
}
