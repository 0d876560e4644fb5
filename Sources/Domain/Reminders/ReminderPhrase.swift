public import Foundation

/// The text that people type for a reminder.
///
/// Upper and lower case are the same, and nothing is guessed: any form missing from this table is an error.
///
/// | form                                                   | meaning                                                  |
/// |--------------------------------------------------------|----------------------------------------------------------|
/// | `10m`, `2h`, `1d`, `1w`, `1d12h`, `90 minutes before`   | so long before it is due, or if it is not, before it starts |
/// | `2h before it is due`, `1d before start`, `1h after due` | so long before or after that date                        |
/// | `when it is due`, `when it starts`, `0m`                | at that date                                             |
/// | `18:00`, `6pm`, `noon`, `18:00 on the day it is due`    | at that time on the day it is due, or starts             |
/// | `18:00 1 day before`, `9am 2 days before it starts`     | at that time some days earlier                           |
/// | `tomorrow 9am`, `2026-11-21 18:00`, `in 2 hours`, `+2h` | a moment as ``DuePhrase`` reads it                       |
/// | `friday`, `2026-11-21`                                  | that day, at ``ReminderSettings/allDayTime``             |
/// | `arriving`, `leaving`                                   | at the place of the to-do, within 150 m                  |
/// | `arriving/300m`, `arriving:Home`, `leaving:Home/1.5km`  | with a radius, and at a place by its name or id          |
/// | `arriving at Home within 300 m`                         | the same                                                 |
/// | `none`                                                  | no reminder                                              |
public enum ReminderPhrase: Hashable, Sendable {
    /// No reminders at all: existing ones are removed.
    case noReminders
    /// A trigger; a place in it is that of the to-do.
    case trigger(Alarm.Trigger)
    /// Arriving at or leaving a place with this name or id; the radius is in metres.
    case place(Alarm.Proximity, name: String, radius: Int)

    /// The meaning of `text`, typed at `now`.
    /// - Throws: ``TodoError``: `bad-reminder` for text that is not understood, and for more than a hundred years;
    ///   `impossible-day`, `impossible-time` and `usage` for moments as ``DuePhrase`` does.
    public static func parse(
        _ text: String, now: Date, _ settings: ReminderSettings, phrases: PhraseSettings = .standard
    ) throws -> ReminderPhrase {
        guard text.utf8.count <= longestPhrase else {
            throw TodoError(
                .badReminder, "A reminder has at most \(longestPhrase) bytes; this begins “\(text.excerpt)”.")
        }
        let phrase = text.trimmed
        if let place = try place(phrase) { return place }
        do {
            let context = PhraseContext(now: now, zone: settings.timeZone, settings: phrases, in: .value)
            var reader = ReminderReader(phrase.lowercased(), context, settings)
            if let found = try reader.phrase() { return found }
            let due = try DuePhrase.read(phrase, now: now, timeZone: settings.timeZone, settings: phrases)
            if let due { return .trigger(try reader.moment(due)) }
        } catch let error as TodoError {
            throw error.said(of: "“\(phrase.excerpt)”")
        }
        throw TodoError(
            .badReminder,
            """
            “\(phrase.excerpt)” is not a reminder that is understood; give one such as 10m, 2h or 1d before, 18:00, \
            tomorrow 9am, 2026-11-21 18:00, arriving, leaving, arriving:Home/300m or none.
            """)
    }

    /// The trigger; nil for ``noReminders``.
    /// - Parameter place: finds the place with a name or id.
    public func trigger(place: (String) throws -> Location.ID) rethrows -> Alarm.Trigger? {
        switch self {
        case .noReminders: nil
        case .trigger(let trigger): trigger
        case .place(let proximity, let name, let radius): .place(proximity, try place(name), radius: radius)
        }
    }

    /// The text that people would type for a trigger; nil for an unknown trigger.
    /// - Parameter placeName: the name of a place. It returns nil for a place without a name or an unknown one, which
    ///   is then called by its id.
    public init?(_ trigger: Alarm.Trigger, placeName: (Location.ID) throws -> String?) rethrows {
        switch trigger {
        case .unknown: return nil
        case .place(let proximity, let place?, let radius):
            self = .place(proximity, name: try placeName(place) ?? place.rawValue, radius: radius)
        case .moment, .before, .time, .place: self = .trigger(trigger)
        }
    }

    /// The underlying error for a length of more than a hundred years, so that callers can word it for something other
    /// than a reminder.
    package struct TooLong: Error {
        init() {}
    }

    /// Longer than any phrase with the name of a place; bounds the work on hostile text.
    static let longestPhrase = Limits.name + 100
}

extension ReminderPhrase {
    /// `arriving`, `leaving:Home/300m`, `arriving at Home within 300 m`; nil for anything else.
    /// - Throws: ``TodoError`` with code `bad-reminder` for an invalid place or distance.
    static func place(_ text: String) throws -> ReminderPhrase? {
        for (word, proximity) in [("arriving", Alarm.Proximity.arrive), ("leaving", .leave)] {
            // Folds only ASCII, so that each byte of a name keeps its position.
            let begins = text.utf8.prefix(word.utf8.count).elementsEqual(word.utf8) { $0 | 0x20 == $1 }
            guard begins else { continue }
            let rest = String(decoding: text.utf8.dropFirst(word.utf8.count), as: UTF8.self)
            return try Self.place(proximity, rest, text)
        }
        return nil
    }

    private static func place(_ proximity: Alarm.Proximity, _ rest: String, _ text: String) throws -> ReminderPhrase? {
        var (name, distance): (String?, Substring?)
        // As scalars: an accent that begins a name belongs to no colon.
        let scalars = rest.unicodeScalars
        if scalars.first == ":" {
            let split = Metres.split(String(scalars.dropFirst()))
            name = split.text
            distance = split.distance
        } else if rest.isEmpty || scalars.first == "/" {
            distance = rest.isEmpty ? nil : Substring(scalars.dropFirst())
        } else {
            let preposition = proximity == .arrive ? " at " : " "
            guard rest.lowercased().hasPrefix(preposition) else { return nil }
            var words = rest.dropFirst(preposition.count)
            if let within = words.ranges(of: " within ").last {
                distance = words[within.upperBound...]
                words = words[..<within.lowerBound]
            }
            name = words.lowercased() == ownPlace ? nil : String(words)
        }
        let radius = try distance.map { try self.radius(String($0), text) } ?? Alarm.standardRadius
        guard let name = name?.trimmed else { return .trigger(.place(proximity, nil, radius: radius)) }
        guard !name.isEmpty else {
            throw TodoError(.badReminder, "“\(text.excerpt)” lacks the name of a place.")
        }
        guard name.utf8.count <= Limits.name, !name.unicodeScalars.contains(where: \.isControl) else {
            throw TodoError(
                .badReminder, "The name of a place in “\(text.excerpt)” is one line of up to \(Limits.name) bytes.")
        }
        return .place(proximity, name: name, radius: radius)
    }

    private static func radius(_ distance: String, _ text: String) throws -> Int {
        guard let metres = Metres.parse(distance), let radius = Int(exactly: metres.rounded()), Alarm.radii ~= radius
        else {
            throw TodoError(
                .badReminder,
                """
                “\(text.excerpt)” lacks a distance of 1 m to 1000 km with its unit, such as 300m, 1.5km or 1mi, not \
                “\(distance.excerpt)”.
                """)
        }
        return radius
    }

    /// The words for the to-do's own place.
    static let ownPlace = "its place"
}
