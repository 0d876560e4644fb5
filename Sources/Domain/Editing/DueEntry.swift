public import Foundation

/// A date as somebody types it for a to-do that may have one already.
///
/// A day keeps the time of day that there is: who moves a meeting to Friday rarely means that it takes all of Friday.
/// `friday, all day` takes the time off.
public struct DueEntry: Hashable, Sendable {
    /// The date that was typed.
    public var due: Due
    /// Whether a day keeps the time of day of the date that it replaces.
    public var keepsTime: Bool

    /// A date that keeps nothing of the one that it replaces, unless told otherwise.
    public init(_ due: Due, keepsTime: Bool = false) {
        self.due = due
        self.keepsTime = keepsTime
    }

    /// Parses `text` as ``DuePhrase`` does; after a day it may say `all day`.
    /// - Throws: ``TodoError`` as ``DuePhrase/parse(_:now:timeZone:settings:isToCome:)``, and with code `usage` for a time
    ///   that is to take all day.
    public static func parse(
        _ text: String, now: Date, timeZone: TimeZone, settings: PhraseSettings = .standard
    ) throws -> DueEntry {
        guard let day = dayOfAllDay(text) else {
            let due = try DuePhrase.parse(text, now: now, timeZone: timeZone, settings: settings)
            return DueEntry(due, keepsTime: true)
        }
        let due = try DuePhrase.parse(day, now: now, timeZone: timeZone, settings: settings)
        guard case .day = due else {
            throw TodoError(.usage, "A time of day does not take all day; leave out one of the two.")
        }
        return DueEntry(due)
    }

    /// The words before `all day` at the end; nil without it.
    private static func dayOfAllDay(_ text: String) -> String? {
        let text = text.trimmed
        guard let ending = ["all day", "all-day"].first(where: text.lowercased().hasSuffix) else { return nil }
        let day = text.dropLast(ending.count)
        guard let last = day.last, last == " " || last == "," else { return nil }
        return String(day[..<(day.lastIndex { $0 != " " && $0 != "," }.map(day.index(after:)) ?? day.startIndex)])
    }

    /// The date in the place of the one that a to-do has: on another day, at the same local time in its zone.
    public func replacing(_ own: Due?) -> Due {
        guard keepsTime, case .day(let day) = due, let own else { return due }
        return own.on(day)
    }

    /// Until when the reminders of a to-do are snoozed by it, where it is a day and the to-do is due at a time of day: until
    /// that time. Nil for all others, whose moments ``ReminderPhrase`` has.
    /// - Parameter due: when the to-do is due.
    public func endOfSnooze(ofWhatIsDue due: Due?) -> Date? {
        guard case .day = self.due, case .instant(let date, _) = replacing(due) else { return nil }
        return date
    }
}
