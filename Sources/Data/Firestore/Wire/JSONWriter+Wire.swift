import Basics
import JSON

extension JSONWriter {
    /// Writes an object whose members are written by `body`.
    @inline(__always)
    mutating func message(_ body: (inout JSONWriter) -> Void) {
        beginObject()
        body(&self)
        endObject()
    }

    /// Writes an array of messages.
    mutating func list(_ elements: some Sequence<some WireCodable>) {
        beginArray()
        for element in elements { element.write(to: &self) }
        endArray()
    }

    /// Writes the member `key`.
    mutating func member(_ key: String, _ value: some WireCodable) {
        self.key(key)
        value.write(to: &self)
    }

    /// Writes the member `key` if there is a value.
    mutating func member(_ key: String, _ value: (some WireCodable)?) {
        if let value { member(key, value) }
    }

    /// Writes the member `key` if the list is not empty.
    mutating func member(_ key: String, _ elements: [some WireCodable]) {
        guard !elements.isEmpty else { return }
        self.key(key)
        list(elements)
    }

    /// Writes the member `key` if the list is not empty.
    mutating func member(_ key: String, _ strings: [String]) {
        guard !strings.isEmpty else { return }
        self.key(key)
        beginArray()
        for string in strings { self.string(string) }
        endArray()
    }

    /// Writes the member `key` if the text is not empty.
    mutating func member(_ key: String, _ text: String) {
        guard !text.isEmpty else { return }
        self.key(key)
        string(text)
    }

    /// Writes the member `key` in base64 if there are bytes.
    mutating func member(_ key: String, base64 bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        self.key(key)
        base64(bytes)
    }

    /// Writes a 64-bit integer as a string, as the wire format requires.
    mutating func int64(_ value: Int64) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { buffer in
            var magnitude = value.magnitude
            var start = buffer.count
            repeat {
                start -= 1
                buffer[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude % 10)
                magnitude /= 10
            } while magnitude > 0
            if value < 0 {
                start -= 1
                buffer[start] = UInt8(ascii: "-")
            }
            plainString(UnsafeBufferPointer(rebasing: buffer[start...]))
        }
    }

    /// Writes a double: a number, or a string if JSON has no number for it.
    mutating func wireDouble(_ value: Double) {
        if value.isFinite {
            double(value)
        } else {
            string(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
        }
    }

    /// Writes bytes in standard base64, padded.
    mutating func base64(_ bytes: [UInt8]) {
        Base64.encode(bytes).withUnsafeBufferPointer { plainString($0) }
    }
}
