//! Tables whose columns are declared in one place: name, type, explanation and value.

use std::borrow::Cow;

use polars::prelude::{
    BooleanChunked, ChunkedArray, Float64Chunked, IntoSeries, NewChunkedArray, PlSmallStr,
    PolarsNumericType, Series, StringChunked,
};

use super::error::ExportError;
use super::table::Table;

/// A column of a table whose rows are made from values of type `R`.
pub struct Declared<R> {
    /// The column's name.
    pub name: Cow<'static, str>,
    /// Its explanation.
    pub about: Cow<'static, str>,
    fill: Box<Fill<R>>,
}

/// Makes a column of its name and rows.
type Fill<R> = dyn Fn(PlSmallStr, &[R]) -> Series + Send + Sync;

impl<R> Declared<R> {
    /// Declares a column; see [`columns!`](crate::columns).
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        about: impl Into<Cow<'static, str>>,
        fill: impl Fn(PlSmallStr, &[R]) -> Series + Send + Sync + 'static,
    ) -> Self {
        Declared {
            name: name.into(),
            about: about.into(),
            fill: Box::new(fill),
        }
    }
}

/// A type of values that columns hold.
pub trait Native: Sized {
    /// A column of values.
    fn series(name: PlSmallStr, values: impl ExactSizeIterator<Item = Self>) -> Series;
}

macro_rules! native_numbers {
    ($($native:ty => $polars:ident),*) => {$(
        impl Native for $native {
            fn series(name: PlSmallStr, values: impl ExactSizeIterator<Item = Self>) -> Series {
                numbers::<polars::prelude::$polars>(name, values.collect())
            }
        }
    )*};
}

native_numbers!(
    u8 => UInt8Type, u16 => UInt16Type, u32 => UInt32Type, u64 => UInt64Type,
    i32 => Int32Type, i64 => Int64Type
);

fn numbers<T: PolarsNumericType>(name: PlSmallStr, values: Vec<T::Native>) -> Series
where
    ChunkedArray<T>: IntoSeries,
{
    ChunkedArray::<T>::from_vec(name, values).into_series()
}

/// Not-a-number counts as missing.
impl Native for Option<f64> {
    fn series(name: PlSmallStr, values: impl ExactSizeIterator<Item = Self>) -> Series {
        let values = values.map(|value| value.filter(|value| !value.is_nan()));
        Float64Chunked::from_iter_options(name, values).into_series()
    }
}

impl Native for bool {
    fn series(name: PlSmallStr, values: impl ExactSizeIterator<Item = Self>) -> Series {
        BooleanChunked::from_iter_values(name, values).into_series()
    }
}

impl Native for &str {
    fn series(name: PlSmallStr, values: impl ExactSizeIterator<Item = Self>) -> Series {
        StringChunked::from_iter_values(name, values).into_series()
    }
}

/// The types of columns by their names in [`columns!`](crate::columns).
#[allow(missing_docs, reason = "a type of Rust each")]
pub mod kinds {
    pub type U8 = u8;
    pub type U16 = u16;
    pub type U32 = u32;
    pub type U64 = u64;
    pub type I32 = i32;
    pub type I64 = i64;
    /// A missing number is an empty field in CSV.
    pub type F64 = Option<f64>;
    pub type Bool = bool;
    pub type Text<'a> = &'a str;
}

/// Declares columns, each by its name, type, explanation, and value from a row.
#[macro_export]
macro_rules! columns {
    ($of:ty; $(($name:expr, $kind:ident, $about:expr, $row:pat => $value:expr)),* $(,)?) => {
        vec![$($crate::Declared::new($name, $about, move |name, rows: &[$of]| {
            let values = rows.iter().map(|$row| $value.into());
            <$crate::kinds::$kind as $crate::Native>::series(name, values)
        })),*]
    };
}

/// A table of declared columns with a row for each value.
pub fn declared_table<R>(
    columns: &[Declared<R>],
    rows: impl IntoIterator<Item = R>,
) -> Result<Table, ExportError> {
    let rows: Vec<R> = rows.into_iter().collect();
    Table::filled(columns, &rows)
}

impl Table {
    /// A table of declared columns with a row for each value.
    pub fn filled<R>(columns: &[Declared<R>], rows: &[R]) -> Result<Self, ExportError> {
        let filled = columns.iter().map(|column| {
            let series = (column.fill)(column.name.as_ref().into(), rows);
            (series, column.about.clone())
        });
        Table::new(filled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polars::prelude::AnyValue;

    struct Animal<'a> {
        name: &'a str,
        legs: u8,
    }

    fn columns<'a>() -> Vec<Declared<Animal<'a>>> {
        let mut all = columns![Animal<'a>;
            ("name", Text, "What it is called.", animal => animal.name),
            ("legs", U8, "How many it has.", animal => animal.legs),
        ];
        for pairs in [1, 2] {
            all.extend(columns![Animal<'a>;
                (format!("share_{pairs}"), F64, "What share is in this many pairs.",
                    animal => (animal.legs > 0).then(|| f64::from(2 * pairs) / f64::from(animal.legs))),
            ]);
        }
        all
    }

    #[test]
    fn a_row_has_the_declared_fields_in_order() {
        let rows = [("ant", 6), ("hen", 2), ("eel", 0)];
        let rows = rows.map(|(name, legs)| Animal { name, legs });
        let table = declared_table(&columns(), rows).unwrap();
        assert_eq!(table.len(), 3);
        assert_eq!(table.value(1, 0), AnyValue::String("hen"));
        assert_eq!(table.value(0, 1), AnyValue::UInt8(6));
        assert_eq!(table.value(1, 3), AnyValue::Float64(2.0));
        assert_eq!(table.value(2, 2), AnyValue::Null);
        assert_eq!(table.columns().nth(1).unwrap().about, "How many it has.");
    }

    #[test]
    fn a_name_that_appears_twice_is_refused() {
        let twice = columns![u8; ("n", U8, "", n => *n), ("n", U8, "", n => *n)];
        let error = declared_table(&twice, [1]).unwrap_err();
        assert!(error.to_string().contains("'n'"), "{error}");
    }
}
