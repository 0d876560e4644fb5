public import Foundation
import TodoDomain

/// Times as text: RFC 3339 in UTC with milliseconds, `2026-11-21T18:00:00.000Z`.
///
/// Written by hand because a formatter of Foundation costs more than all the rest of a record.
public enum Timestamp {
    /// The text of a time in the years 1 to 9999; a time beyond them is taken as the nearest within.
    public static func text(_ date: Date) -> String {
        let (day, rest) = parts(date)
        return String(unsafeUninitializedCapacity: 24) { target in
            var digits = DigitWriter(target: target)
            digits.write(day.year, width: 4, followedBy: "-")
            digits.write(day.month, width: 2, followedBy: "-")
            digits.write(day.day, width: 2, followedBy: "T")
            digits.write(rest / 3_600_000, width: 2, followedBy: ":")
            digits.write(rest / 60_000 % 60, width: 2, followedBy: ":")
            digits.write(rest / 1000 % 60, width: 2, followedBy: ".")
            digits.write(rest % 1000, width: 3, followedBy: "Z")
            return digits.position
        }
    }

    /// The basic form of iCalendar and Taskwarrior, cut to the second: `20261121T180000Z`.
    static func basicText(_ date: Date) -> String {
        let (day, rest) = parts(date)
        return String(unsafeUninitializedCapacity: 16) { target in
            var digits = DigitWriter(target: target)
            digits.write(day.year, width: 4)
            digits.write(day.month, width: 2)
            digits.write(day.day, width: 2, followedBy: "T")
            digits.write(rest / 3_600_000, width: 2)
            digits.write(rest / 60_000 % 60, width: 2)
            digits.write(rest / 1000 % 60, width: 2, followedBy: "Z")
            return digits.position
        }
    }

    private static func parts(_ date: Date) -> (day: Day, milliseconds: Int) {
        let bounds = Limits.time
        let milliseconds = min(max(date.milliseconds, bounds.lowerBound), bounds.upperBound)
        let (days, rest) = milliseconds.dividedRoundingDown(by: 86_400_000)
        return (Day(daysSince1970: Int(days)), Int(rest))
    }

    /// The time of a text in RFC 3339 with any offset, cut to the millisecond; nil for any other text.
    public static func date(_ text: String) -> Date? {
        guard case .instant(let milliseconds)? = TimeText(extended: text) else { return nil }
        return Date(milliseconds: milliseconds)
    }
}

/// Writes numbers of known width into uninitialised memory.
private struct DigitWriter {
    let target: UnsafeMutableBufferPointer<UInt8>
    private(set) var position = 0

    init(target: UnsafeMutableBufferPointer<UInt8>) { self.target = target }

    mutating func write(_ number: Int, width: Int, followedBy separator: Unicode.Scalar? = nil) {
        var number = number
        for index in stride(from: position + width - 1, through: position, by: -1) {
            target.initializeElement(at: index, to: UInt8(ascii: "0") + UInt8(number % 10))
            number /= 10
        }
        position += width
        if let separator {
            target.initializeElement(at: position, to: UInt8(ascii: separator))
            position += 1
        }
    }
}
