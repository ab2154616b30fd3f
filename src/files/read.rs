//! Whole files, but never more than fits.

use crate::seal::Checksum;
use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;

/// The largest text that is read, in bytes. Nobody writes as much by hand.
pub const TEXT_LIMIT: u64 = 16 << 20;

/// A text that somebody wrote. It may come through a pipe, so only reading it shows its size.
pub fn read_text(path: &Path) -> Result<String> {
    let mut bytes = Vec::new();
    let file = File::open(path)?;
    file.take(TEXT_LIMIT + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > TEXT_LIMIT {
        let most = TEXT_LIMIT >> 20;
        let message = format!("it is larger than {most} MiB");
        return Err(Error::new(ErrorKind::FileTooLarge, message));
    }
    let text = String::from_utf8(bytes);
    text.map_err(|_| Error::new(ErrorKind::InvalidData, "it is not text (UTF-8)"))
}

/// A file that the program wrote: never a device, which may have no end.
pub fn read_own(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_own(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn open_own(path: &Path) -> Result<File> {
    // Asked first: opening a pipe waits for somebody who writes.
    match path.metadata()?.is_file() {
        true => File::open(path),
        false => Err(Error::other("it is not a file")),
    }
}

/// The checksum of a file of any size.
pub fn checksum_of(path: &Path) -> Result<u64> {
    let mut file = open_own(path)?;
    let (mut checksum, mut buffer) = (Checksum::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(checksum.digest()),
            count => checksum.update(&buffer[..count]),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn files_without_end_are_refused() {
        let endless = Path::new("/dev/zero");
        let error = read_text(endless).unwrap_err();
        assert_eq!(error.to_string(), "it is larger than 16 MiB");
        assert!(read_own(endless).is_err() && checksum_of(endless).is_err());
        assert!(read_own(Path::new("/")).is_err());
    }
}
