//! Chance that is the same every time, and inputs mutated by it.

/// Numbers that look random and are the same every time.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % most.max(1)
    }
}

/// Pieces of syntax and numbers at the limits, to be put in anywhere.
const PIECES: &str = "\" [ ] { } = \n # . , -1 0 256 65536 99999999999 9223372036854775808 1e308 nan \
                      '' .. \u{feff} é";

/// Changes a text or some bytes at a few places.
pub fn mutate(seed: &[u8], other: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=dice.below(4) {
        let at = dice.below(bytes.len() + 1);
        let end = bytes.len().min(at + 1 + dice.below(30));
        match dice.below(7) {
            0 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
            1 => bytes.truncate(at),
            2 => drop(bytes.drain(at..end)),
            3 => {
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
            4 => {
                let from = dice.below(other.len() + 1);
                let to = other.len().min(from + 1 + dice.below(60));
                bytes.splice(at..end, other[from..to].iter().copied());
            }
            5 => swap_lines(&mut bytes, dice),
            _ => {
                let pieces: Vec<&str> = PIECES.split(' ').collect();
                let piece = pieces[dice.below(pieces.len())];
                bytes.splice(at..at, piece.bytes());
            }
        }
    }
    bytes
}

fn swap_lines(bytes: &mut Vec<u8>, dice: &mut Dice) {
    let mut lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let (a, b) = (dice.below(lines.len()), dice.below(lines.len()));
    if !lines.is_empty() {
        lines.swap(a, b);
        *bytes = lines.concat();
    }
}
