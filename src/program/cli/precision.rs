//! `--target-error` of commands that judge by more than win rates.

use super::CliError;
use cards::words::Word;
use serde::{Deserialize, Serialize};
use statistics::confseq::TargetError;
use studies::compare::play::EarlyStop;
use studies::compare::results::{Measure, precision_text};
use studies::sim::stop::parse_target_error;

/// A target error as it was asked for: a percentage, or a number in the unit of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Precision {
    target: TargetError,
    is_share: bool,
}

impl Precision {
    /// Reads a target error.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let is_share = text.trim().ends_with('%');
        let target = match is_share {
            true => parse_target_error(text)?,
            false => {
                let number = text.trim().parse::<f64>().ok();
                let target = number.filter(|number| (0.0001..=100.0).contains(number));
                target.and_then(TargetError::new).ok_or(
                    "expected 0.5% (of win rate), or a number from 0.0001 to 100 such as 0.05 \
                     (rounds or base damage)",
                )?
            }
        };
        Ok(Precision { target, is_share })
    }

    /// As it is written on a command line.
    pub(crate) fn text(&self) -> String {
        match self.is_share {
            true => precision_text(self.target, Measure::WinRate),
            false => precision_text(self.target, Measure::RoundsSurvived),
        }
    }

    /// What settles an arm that is judged by a measure; refused in another unit than its.
    pub(crate) fn settles(self, measure: Measure) -> Result<EarlyStop, CliError> {
        match (self.is_share, measure) {
            (true, Measure::WinRate) | (false, Measure::BaseDamage | Measure::RoundsSurvived) => {
                Ok(EarlyStop::Precision(self.target))
            }
            (_, Measure::WinRate) => Err(CliError::Usage(
                "--target-error is about win rates here: give a percentage, such as 0.5%".into(),
            )),
            (_, other) => Err(CliError::Usage(format!(
                "--target-error is about {} here: give a plain number, such as 0.05 (a percentage \
                 goes with --measure win_rate, where a command has it)",
                other.word()
            ))),
        }
    }
}
