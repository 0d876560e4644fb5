public import Foundation

extension ReminderPhrase {
    /// The reminder in English, such as "1 day before it is due" or "arriving at Home within 300 m".
    /// ``parse(_:now:_:phrases:)`` reads the same reminder from it in this zone. A place known only by its id is read
    /// as a place with that name.
    public func words(in zone: TimeZone) -> String {
        switch self {
        case .noReminders: "none"
        case .place(let proximity, let name, let radius): Self.words(proximity, name, radius)
        case .trigger(let trigger):
            switch trigger {
            case .moment(let date, _): Self.words(date, in: zone)
            case .before(.zero, .either): "at its time"
            case .before(.zero, let anchor): "when\(Self.words(anchor))"
            case .before(let lead, let anchor): "\(Self.words(lead))\(Self.words(anchor))"
            case .time(let time, 0, let anchor): "\(time.text) on the day\(Self.words(anchor))"
            case .time(let time, let days, let anchor):
                "\(time.text) \(Self.count(days.magnitude, "day")) \(days > 0 ? "before" : "after")\(Self.words(anchor))"
            case .place(let proximity, let place?, let radius): Self.words(proximity, place.rawValue, radius)
            case .place(let proximity, nil, Alarm.standardRadius): Self.word(proximity)
            case .place(let proximity, nil, let radius): Self.spelled(proximity, Self.ownPlace, radius)
            case .unknown: "as a later version says"
            }
        }
    }

    private static func words(_ lead: Alarm.Lead) -> String {
        let counts = [lead.days.magnitude] + lead.parts
        let words = zip(counts, ["day", "hour", "minute", "second"]).filter { $0.0 > 0 }.map { count($0, $1) }
        return words.joined(separator: " ") + (lead.isAfter ? " after" : " before")
    }

    private static func words(_ anchor: Alarm.Anchor) -> String {
        switch anchor {
        case .due: " it is due"
        case .start: " it starts"
        case .either: ""
        }
    }

    private static func count(_ number: UInt, _ unit: String) -> String { "\(number) \(unit)\(number == 1 ? "" : "s")" }

    private static func word(_ proximity: Alarm.Proximity) -> String { proximity == .arrive ? "arriving" : "leaving" }

    /// A name that reads as something else is set off by a colon.
    private static func words(_ proximity: Alarm.Proximity, _ name: String, _ radius: Int) -> String {
        let spelled = spelled(proximity, name, radius)
        let isRead = (try? place(spelled)) == .place(proximity, name: name, radius: radius)
        return isRead ? spelled : "\(word(proximity)):\(name)/\(radius)m"
    }

    private static func spelled(_ proximity: Alarm.Proximity, _ name: String, _ radius: Int) -> String {
        "\(word(proximity))\(proximity == .arrive ? " at" : "") \(name) within \(radius) m"
    }

    /// `2026-11-21 18:00`, with seconds and their fraction if they are not 0. In UTC if the local clock shows that time
    /// twice.
    private static func words(_ date: Date, in zone: TimeZone) -> String {
        let (days, milliseconds) = zone.wallClock(at: date).dividedRoundingDown(by: 86_400_000)
        let fraction = milliseconds % 1000
        var text = "\(Day(daysSince1970: Int(days))) \(ClockTime(milliseconds: Int(milliseconds)).text)"
        if fraction > 0 {
            let seconds = milliseconds / 1000 % 60 == 0 ? ":00" : ""
            text += seconds + "." + String(String(1000 + fraction).dropFirst())
        }
        let read = try? DuePhrase.read(text, now: date, timeZone: zone, settings: .standard)
        return read == .instant(date, zone) ? text : date.rfc3339
    }
}

extension Todo {
    /// One of its reminders in words. A place other than its own is called by its id.
    /// - Parameters:
    ///   - alarm: the reminder.
    ///   - zone: the zone for moments; nil for the zone in which each was entered.
    public func words(for alarm: Alarm, in zone: TimeZone?) -> String { words(for: alarm, in: zone, placeNames: [:]) }

    /// One of its reminders in words.
    /// - Parameters:
    ///   - alarm: the reminder.
    ///   - zone: the zone for moments; nil for the zone in which each was entered.
    ///   - placeNames: the names of places other than its own; a place without a name is called by its id.
    package func words(for alarm: Alarm, in zone: TimeZone?, placeNames: [Location.ID: String]) -> String {
        let own: TimeZone? =
            if case .moment(_, let name) = alarm.trigger { TimeZone(identifier: name) } else { nil }
        let phrase = ReminderPhrase(alarm.trigger) { $0 == location?.id ? location?.placeName : placeNames[$0] }
        return phrase?.words(in: zone ?? own ?? .gmt) ?? "as a later version says"
    }
}

extension DueText {
    /// A reminder of a to-do in words, and until when it is snoozed.
    public func words(_ alarm: Alarm, of todo: Todo) -> String { words(alarm, of: todo, placeNames: [:], nil) }

    /// A reminder of a to-do in words, with the end of its snooze or its dismissal. In a series, it is about the
    /// current occurrence.
    /// - Parameters:
    ///   - placeNames: as for ``Todo/words(for:in:placeNames:)``.
    ///   - settings: needed to know when it rings, and so which ring was dismissed.
    package func words(
        _ alarm: Alarm, of todo: Todo, placeNames: [Location.ID: String], _ settings: ReminderSettings?
    ) -> String {
        let moment: String? = if case .moment(let date, _) = alarm.trigger { short(date) } else { nil }
        let words = moment ?? todo.words(for: alarm, in: timeZone, placeNames: placeNames)
        let reminded = RemindedTodo(todo)
        let state = reminded.states[reminded.ringID(alarm).key] ?? AlarmState()
        let snoozed = state.snoozed.flatMap { state.rings(at: $0) ? $0 : nil }
        if let snoozed { return words + (snoozed > now ? ", snoozed until \(short(snoozed))" : "") }
        let isDismissed =
            settings.flatMap { reminded.moment(of: alarm.trigger, $0) }.map { !state.rings(at: $0) } ?? false
        return words + (isDismissed ? ", dismissed" : "")
    }
}
