//! A fast, reproducible simulator of the cooperative card game XenoShyft.

pub mod export;
