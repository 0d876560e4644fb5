import Basics
import Foundation

/// Dates in HTTP header fields (RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
///
/// The two obsolete forms are not supported: no server sends them today, and no caller requires a date.
enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Parses `text`; nil if it is not such a date.
    static func parse(_ text: String) -> Date? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: String(parts[2])),
            let day = number(parts[1], of: 1...2), let year = number(parts[3], of: 4...4), year >= 1970,
            let time = Self.time(parts[4])
        else { return nil }
        let date = CivilDate(year: year, month: month + 1, day: day)
        guard date.exists else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(date.daysSince1970 * 86_400 + time))
    }

    /// Seconds since midnight. A leap second is allowed.
    private static func time(_ text: Substring) -> Int? {
        DigitScanner.scan(text) { scanner in
            guard let hour = scanner.number(digits: 1...2), hour < 24, scanner.take(":"),
                let minute = scanner.number(digits: 1...2), minute < 60, scanner.take(":"),
                let second = scanner.number(digits: 1...2), second <= 60, scanner.isAtEnd
            else { return nil }
            return (hour * 60 + minute) * 60 + second
        }
    }

    private static func number(_ text: Substring, of digits: ClosedRange<Int>) -> Int? {
        DigitScanner.scan(text) { scanner in
            scanner.number(digits: digits).flatMap { scanner.isAtEnd ? $0 : nil }
        }
    }
}
