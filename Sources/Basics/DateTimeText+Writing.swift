extension DateTimeText {
    /// The maximum number of bytes that ``write(secondsSince1970:nanoseconds:digits:_:to:)`` writes.
    public static let maximalLength = 30

    /// Writes a time in UTC, in the years 0 to 9999, and returns its length in bytes. Foundation's formatters would
    /// take longer than all the rest of a record.
    ///
    /// - Parameters:
    ///   - seconds: Seconds since 1970-01-01T00:00:00Z, may be negative.
    ///   - nanoseconds: Nanoseconds after that, 0 to 999,999,999.
    ///   - digits: How many digits of the fraction to write, 0 to 9; the others are dropped.
    ///   - form: The basic form, or any other for RFC 3339.
    ///   - target: Space for ``maximalLength`` bytes, which may be uninitialized.
    public static func write(
        secondsSince1970 seconds: Int, nanoseconds: Int = 0, digits: Int, _ form: Form = .wire,
        to target: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        var count = 0
        func put(_ byte: UInt8) {
            target.initializeElement(at: count, to: byte)
            count += 1
        }
        func put(_ number: Int, width: Int) {
            var rest = number
            for index in (count..<count + width).reversed() {
                target.initializeElement(at: index, to: UInt8(ascii: "0") + UInt8(rest % 10))
                rest /= 10
            }
            count += width
        }
        let isBasic = form == .basic
        let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
        let (date, second) = (CivilDate(daysSince1970: days), seconds - days * 86_400)
        put(date.year, width: 4)
        if !isBasic { put(UInt8(ascii: "-")) }
        put(date.month, width: 2)
        if !isBasic { put(UInt8(ascii: "-")) }
        put(date.day, width: 2)
        put(UInt8(ascii: "T"))
        put(second / 3600, width: 2)
        if !isBasic { put(UInt8(ascii: ":")) }
        put(second / 60 % 60, width: 2)
        if !isBasic { put(UInt8(ascii: ":")) }
        put(second % 60, width: 2)
        if digits > 0 {
            put(UInt8(ascii: "."))
            put((digits..<9).reduce(nanoseconds) { rest, _ in rest / 10 }, width: digits)
        }
        put(UInt8(ascii: "Z"))
        return count
    }

    /// The text from ``write(secondsSince1970:nanoseconds:digits:_:to:)``.
    public static func text(
        secondsSince1970 seconds: Int, nanoseconds: Int = 0, digits: Int, _ form: Form = .wire
    ) -> String {
        String(unsafeUninitializedCapacity: maximalLength) {
            write(secondsSince1970: seconds, nanoseconds: nanoseconds, digits: digits, form, to: $0)
        }
    }

    /// The text of a time in milliseconds since 1970-01-01T00:00:00Z, as ``text(secondsSince1970:nanoseconds:digits:_:)``.
    public static func text(millisecondsSince1970 milliseconds: Int64, digits: Int, _ form: Form = .wire) -> String {
        let second = (milliseconds >= 0 ? milliseconds : milliseconds - 999) / 1000
        return text(
            secondsSince1970: Int(second), nanoseconds: Int(milliseconds - second * 1000) * 1_000_000, digits: digits,
            form)
    }
}
