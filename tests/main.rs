//! All integration tests but those with an allocator of their own (`allocations`): one binary, so
//! that the program is linked once.

mod common;

mod adapt;
mod answers;
mod balance;
mod bots;
mod card;
mod cli_cards_rules;
mod cli_divisions;
mod cli_scenario;
mod cluster;
mod compare;
mod documents;
mod engine_guarantees;
mod ladder;
mod learn;
mod lifecycle;
mod market_divisions;
mod merge;
mod own_policy;
mod policies;
mod policy_habits;
mod rank;
mod reconstruction;
mod refusals;
mod replay;
mod report;
mod scenarios;
mod search;
mod selftest;
mod sets;
mod shared_luck;
mod simulate;
mod simulate_interrupted;
mod simulate_refusals;
mod target;
mod tune;
mod verify;
mod widths;
