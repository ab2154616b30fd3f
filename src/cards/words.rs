//! Enums whose variants have a written form, as used in card files, on the
//! command line and in machine output.

/// A text as a terminal may show it: control characters replaced.
pub fn harmless(text: &str) -> String {
    let shown = text
        .chars()
        .map(|c| if c.is_control() { '\u{fffd}' } else { c });
    shown.collect()
}

/// An enum with a fixed set of written words.
///
/// The words are the single source for parsing, printing, help texts and the
/// "did you mean" suggestions of error messages.
pub trait Word: Copy + Eq + 'static {
    /// What such a word stands for, as named in error messages ("window", "target" ...).
    const WHAT: &'static str;
    /// Every value with its word, in the order in which they are listed to people.
    const ALL: &'static [(&'static str, Self)];

    /// What each of them means, in the same order: its documentation.
    const ABOUT: &'static [&'static str] = &[];

    /// How sentences for people say each of them, in the same order, where they do.
    const PHRASES: &'static [&'static str] = &[];

    /// The place of this value in the lists.
    fn place(self) -> Option<usize> {
        Self::ALL.iter().position(|(_, value)| *value == self)
    }

    /// What this value means.
    fn about(self) -> &'static str {
        let about = self.place().and_then(|place| Self::ABOUT.get(place));
        about.map_or("", |about| about.trim())
    }

    /// How sentences say this value.
    fn phrase(self) -> &'static str {
        let phrase = self.place().and_then(|place| Self::PHRASES.get(place));
        phrase.copied().unwrap_or("")
    }

    /// The word of this value.
    fn word(self) -> &'static str {
        self.place().map_or("?", |place| Self::ALL[place].0)
    }

    /// The value a word stands for, if there is one.
    fn parse_word(word: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .find(|(candidate, _)| *candidate == word)
            .map(|(_, value)| *value)
    }

    /// All words, for "expected one of" lists.
    fn all_words() -> Vec<&'static str> {
        Self::ALL.iter().map(|(word, _)| *word).collect()
    }
}

/// A number of things: "1 player", "2 players".
pub fn counted(number: impl Into<usize>, thing: &str) -> String {
    match number.into() {
        1 => format!("1 {thing}"),
        number => format!("{number} {thing}s"),
    }
}

/// The word nearest to `wrong` among `valid`, if any is near enough to be a likely typo.
pub fn nearest<'a>(wrong: &str, valid: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_few(wrong, valid, 1).first().copied()
}

/// The words nearest to `wrong` among `valid`, at most `most` of them, the nearest first.
pub fn nearest_few<'a>(
    wrong: &str,
    valid: impl IntoIterator<Item = &'a str>,
    most: usize,
) -> Vec<&'a str> {
    let wrong = wrong.to_lowercase();
    let mut near: Vec<(usize, f64, &str)> = valid
        .into_iter()
        .filter_map(|word| {
            let lower = word.to_lowercase();
            let slips = slips(&wrong, &lower)?;
            Some((slips, strsim::jaro_winkler(&wrong, &lower), word))
        })
        .collect();
    near.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
    near.truncate(most);
    near.into_iter().map(|(_, _, word)| word).collect()
}

/// How many typos turn `word` into `wrong`; `None` if too many to be likely. A part of a word
/// counts as one typo.
fn slips(wrong: &str, word: &str) -> Option<usize> {
    if wrong.len() >= 3 && word.contains(wrong) {
        return Some(1);
    }
    let slips = strsim::osa_distance(wrong, word);
    let letters = wrong.chars().count().min(word.chars().count());
    (slips <= (letters + 1) / 3).then_some(slips)
}

#[doc(hidden)]
pub use serde;

/// Declares enums together with their words, by which they are also recorded as data, and with phrases
/// for sentences if they have any.
#[macro_export]
macro_rules! words {
    ($(
        $(#[$meta:meta])*
        pub enum $name:ident as $what:literal {
            $( $(#[doc = $doc:literal])+ $variant:ident = $word:literal $(says $phrase:literal)? ),+ $(,)?
        }
    )+) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $( $(#[doc = $doc])+ $variant ),+ }

        impl $crate::words::Word for $name {
            const WHAT: &'static str = $what;
            const ALL: &'static [(&'static str, Self)] = &[ $( ($word, $name::$variant) ),+ ];
            const ABOUT: &'static [&'static str] = &[ $( concat!($($doc),+) ),+ ];
            const PHRASES: &'static [&'static str] = &[ $( $( $phrase, )? )+ ];
        }

        /// The first, which is the usual one where there is one.
        impl Default for $name {
            fn default() -> Self {
                <$name as $crate::words::Word>::ALL[0].1
            }
        }

        impl $crate::words::serde::Serialize for $name {
            fn serialize<S: $crate::words::serde::Serializer>(
                &self,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                serializer.serialize_str($crate::words::Word::word(*self))
            }
        }

        impl<'de> $crate::words::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::words::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                let word = <String as $crate::words::serde::Deserialize>::deserialize(deserializer)?;
                $crate::words::Word::parse_word(&word).ok_or_else(|| {
                    $crate::words::serde::de::Error::custom(format!("unknown {} `{word}`", $what))
                })
            }
        }
    )+ };
}
pub use crate::words;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_finds_slips_and_parts_but_not_strangers() {
        let valid = ["prowler", "hive-gargant", "militia"];
        assert_eq!(nearest("prwoler", valid), Some("prowler"));
        assert_eq!(nearest("gargant", valid), Some("hive-gargant"));
        assert_eq!(nearest("xyzzy", valid), None);
    }
}
