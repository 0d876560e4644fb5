public import JSON

extension Timestamp {
    /// Reads `2026-11-20T16:02:45.698187Z` (RFC 3339): up to 9 digits of a fraction, `Z` or an offset such as `+01:00`;
    /// nil where the text is not such a time or out of range.
    public init?(_ text: String) {
        var text = text
        guard let timestamp = text.withUTF8({ Timestamp(utf8: $0) }) else { return nil }
        self = timestamp
    }

    init?(utf8 text: UnsafeBufferPointer<UInt8>) {
        var scanner = Scanner(text: text)
        guard let year = scanner.digits(4), scanner.takes("-"), let month = scanner.digits(2), scanner.takes("-"),
            let day = scanner.digits(2), scanner.takes("T"), let hour = scanner.digits(2), scanner.takes(":"),
            let minute = scanner.digits(2), scanner.takes(":"), let second = scanner.digits(2),
            let nanoseconds = scanner.fraction(), let offset = scanner.offset(), scanner.isAtEnd,
            1...12 ~= month, 1...Self.days(in: month, of: year) ~= day, hour < 24, minute < 60, second < 60
        else { return nil }
        let days = Self.daysSince1970(year: year, month: month, day: day)
        let seconds = days * 86400 + hour * 3600 + minute * 60 + second - offset * 60
        self.init(seconds: Int64(seconds), nanoseconds: Int32(nanoseconds))
    }

    /// The time in UTC with 0, 3, 6 or 9 digits of a fraction, as few as hold it: Google's own form.
    public var text: String {
        withText { String(decoding: $0, as: UTF8.self) }
    }

    fileprivate func withText<T>(_ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 30) { buffer in
            var count = 0
            func put(_ byte: UInt8) {
                buffer[count] = byte
                count += 1
            }
            func put(_ value: Int, digits: Int) {
                var rest = value
                for index in (count..<count + digits).reversed() {
                    buffer[index] = UInt8(ascii: "0") + UInt8(rest % 10)
                    rest /= 10
                }
                count += digits
            }
            let days = Int(seconds >= 0 ? seconds / 86400 : (seconds + 1) / 86400 - 1)
            let second = Int(seconds) - days * 86400
            let date = Self.date(daysSince1970: days)
            put(date.year, digits: 4)
            put(UInt8(ascii: "-"))
            put(date.month, digits: 2)
            put(UInt8(ascii: "-"))
            put(date.day, digits: 2)
            put(UInt8(ascii: "T"))
            put(second / 3600, digits: 2)
            put(UInt8(ascii: ":"))
            put(second / 60 % 60, digits: 2)
            put(UInt8(ascii: ":"))
            put(second % 60, digits: 2)
            if nanoseconds != 0 {
                put(UInt8(ascii: "."))
                if nanoseconds % 1_000_000 == 0 {
                    put(Int(nanoseconds) / 1_000_000, digits: 3)
                } else if nanoseconds % 1000 == 0 {
                    put(Int(nanoseconds) / 1000, digits: 6)
                } else {
                    put(Int(nanoseconds), digits: 9)
                }
            }
            put(UInt8(ascii: "Z"))
            return body(UnsafeBufferPointer(rebasing: buffer[..<count]))
        }
    }
}

extension Timestamp: CustomStringConvertible, WireCodable {
    /// The time as ``text``.
    public var description: String { text }

    /// Reads a string in the form of RFC 3339.
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

extension Timestamp {
    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }

    /// Days in the proleptic Gregorian calendar. Years begin in March, so that a leap day is the last of its year, and
    /// months come in the repeating pattern of 153 days in five.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let marchMonth = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
        // The year 0 from March on is as far as this reaches back, so no division meets a negative number.
        return marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear - daysUntil1970
    }

    /// Days from 0000-03-01 to 1970-01-01.
    private static let daysUntil1970 = 719_468

    private static func date(daysSince1970: Int) -> (year: Int, month: Int, day: Int) {
        let days = daysSince1970 + daysUntil1970
        let era = days / 146_097
        let dayOfEra = days % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day)
    }

    /// Takes the parts of a time off its text, one by one.
    private struct Scanner {
        let text: UnsafeBufferPointer<UInt8>
        var index = 0

        init(text: UnsafeBufferPointer<UInt8>) { self.text = text }

        var isAtEnd: Bool { index == text.count }

        mutating func takes(_ character: Unicode.Scalar) -> Bool {
            guard index < text.count, text[index] == UInt8(ascii: character) else { return false }
            index += 1
            return true
        }

        mutating func digit() -> Int? {
            guard index < text.count, case let digit = text[index] &- UInt8(ascii: "0"), digit < 10 else { return nil }
            index += 1
            return Int(digit)
        }

        mutating func digits(_ count: Int) -> Int? {
            var value = 0
            for _ in 0..<count {
                guard let digit = digit() else { return nil }
                value = value * 10 + digit
            }
            return value
        }

        /// The fraction in nanoseconds, 0 where there is none.
        mutating func fraction() -> Int? {
            guard takes(".") else { return 0 }
            var value = 0
            var count = 0
            while let digit = digit() {
                guard count < 9 else { return nil }
                value = value * 10 + digit
                count += 1
            }
            guard count > 0 else { return nil }
            for _ in count..<9 { value *= 10 }
            return value
        }

        /// The offset from UTC in minutes.
        mutating func offset() -> Int? {
            if takes("Z") { return 0 }
            let isWest = takes("-")
            guard isWest || takes("+"), let hours = digits(2), takes(":"), let minutes = digits(2), hours < 24,
                minutes < 60
            else { return nil }
            return (isWest ? -1 : 1) * (hours * 60 + minutes)
        }
    }
}
