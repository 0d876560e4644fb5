import Basics
public import JSON

extension Timestamp {
    /// Parses `2026-11-20T16:02:45.698187Z` (RFC 3339): up to 9 fractional digits, `Z` or an offset such as `+01:00`;
    /// nil if the text is not such a time or is out of range.
    public init?(_ text: String) {
        guard let text = DateTimeText(text, .wire) else { return nil }
        self.init(text)
    }

    private init?(utf8 text: UnsafeBufferPointer<UInt8>) {
        guard let text = DateTimeText(utf8: text, .wire) else { return nil }
        self.init(text)
    }

    private init?(_ text: DateTimeText) {
        guard text.exists else { return nil }
        self.init(seconds: Int64(text.secondsSince1970), nanoseconds: Int32(text.clock?.nanoseconds ?? 0))
    }

    /// The time in UTC with 0, 3, 6 or 9 fractional digits, as few as possible, which is Google's own form.
    public var text: String {
        DateTimeText.text(secondsSince1970: Int(seconds), nanoseconds: Int(nanoseconds), digits: digits)
    }

    private var digits: Int {
        if nanoseconds == 0 { return 0 }
        return nanoseconds % 1_000_000 == 0 ? 3 : nanoseconds % 1000 == 0 ? 6 : 9
    }

    private func withText<T>(_ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: DateTimeText.maximalLength) { buffer in
            let count = DateTimeText.write(
                secondsSince1970: Int(seconds), nanoseconds: Int(nanoseconds), digits: digits, to: buffer)
            return body(UnsafeBufferPointer(rebasing: buffer[..<count]))
        }
    }
}

extension Timestamp: CustomStringConvertible, WireCodable {
    /// The time as ``text``.
    public var description: String { text }

    /// Reads an RFC 3339 string.
    public init(from reader: inout JSONReader) throws {
        _ = try reader.peek()
        let start = reader.offset
        guard let timestamp = try reader.utf8({ Timestamp(utf8: $0) }) else {
            throw JSONError("invalid time", at: start)
        }
        self = timestamp
    }

    /// Writes ``text``.
    public func write(to writer: inout JSONWriter) {
        withText { writer.plainString($0) }
    }
}
