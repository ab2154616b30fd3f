//! Files read with care. What people wrote is bounded in size; what the program wrote carries a
//! [`seal`], and is used only if that is intact.

mod read;
pub mod seal;

pub use read::{TEXT_LIMIT, checksum_of, read_own, read_text};
pub use seal::{Checksum, Kind, Sealed, checksum};
