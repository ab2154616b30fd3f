//! Thrift's compact protocol, in which a Parquet file describes itself.

/// A structure of Thrift's compact protocol. Fields are written in the order of their numbers,
/// each after its distance from the one before and its type.
pub(super) struct Metadata {
    bytes: Vec<u8>,
    /// The number of the last field of the structure being written.
    last: u8,
}

// Types of fields and of elements of lists. Numbers of 32 and 64 bits are written alike, but readers
// skip a field whose type is not the expected one.
pub(super) const NUMBER: u8 = 5;
const WIDE_NUMBER: u8 = 6;
pub(super) const TEXT: u8 = 8;
const LIST: u8 = 9;
pub(super) const STRUCTURE: u8 = 12;

impl Metadata {
    /// Continues the bytes with a structure.
    pub(super) fn after(bytes: Vec<u8>) -> Self {
        Metadata { bytes, last: 0 }
    }

    fn field(&mut self, number: u8, kind: u8) {
        self.bytes.push((number - self.last) << 4 | kind);
        self.last = number;
    }

    pub(super) fn number(&mut self, field: u8, value: i32) {
        self.field(field, NUMBER);
        self.bare_number(value);
    }

    pub(super) fn wide(&mut self, field: u8, value: usize) {
        self.field(field, WIDE_NUMBER);
        varint(2 * value as u64, &mut self.bytes);
    }

    pub(super) fn text(&mut self, field: u8, value: &str) {
        self.bytes(field, value.as_bytes());
    }

    pub(super) fn bytes(&mut self, field: u8, value: &[u8]) {
        self.field(field, TEXT);
        self.bare_bytes(value);
    }

    /// Begins a list, whose elements must follow.
    pub(super) fn list(&mut self, field: u8, kind: u8, length: usize) {
        self.field(field, LIST);
        match length < 15 {
            true => self.bytes.push((length as u8) << 4 | kind),
            false => {
                self.bytes.push(0xf0 | kind);
                varint(length as u64, &mut self.bytes);
            }
        }
    }

    pub(super) fn structure(&mut self, field: u8, write: impl FnOnce(&mut Self)) {
        self.field(field, STRUCTURE);
        self.element(write);
    }

    /// A structure in a list.
    pub(super) fn element(&mut self, write: impl FnOnce(&mut Self)) {
        let outer = std::mem::take(&mut self.last);
        write(self);
        self.bytes.push(0);
        self.last = outer;
    }

    /// A number in a list. None here is negative.
    pub(super) fn bare_number(&mut self, value: i32) {
        varint(2 * value as u64, &mut self.bytes);
    }

    /// Bytes or a text in a list.
    pub(super) fn bare_bytes(&mut self, value: &[u8]) {
        varint(value.len() as u64, &mut self.bytes);
        self.bytes.extend_from_slice(value);
    }

    /// Ends the structure.
    pub(super) fn end(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

/// Seven bits in each byte, the lowest first; the eighth says that more follow.
pub(super) fn varint(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}
