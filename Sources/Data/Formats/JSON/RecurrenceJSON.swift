import Foundation
import JSON
import TodoDomain

extension Todo {
    /// The number of dates that are shown for a to-do that repeats, including the current one.
    static let shownDates = 3

    /// Writes the members of a to-do that repeats or settles an occurrence:
    /// `"recurrence":{"rrule","mode","words","next","computed","zone","stretch","base","key","due","number","after"}`, with
    /// `"usual"` only if it has one, and `"start"`, the register, if it has a start; `"series"`, `"occurrence"`, `"skipped"`.
    func writeRecurrence(to writer: inout JSONWriter) {
        writer.key("recurrence")
        if let recurrence {
            writer.beginObject()
            writer.member("rrule", recurrence.rule)
            writer.member("mode", recurrence.mode.rawValue)
            writer.member("words", recurrence.words)
            writer.member("next", .array(nextDays(Self.shownDates).map { .string($0.description) }))
            writer.member("computed", recurrence.isComputed)
            writer.member("zone", recurrence.zone)
            writer.member("stretch", recurrence.stretch)
            writer.member("base", recurrence.base.description)
            writer.member("key", recurrence.key.description)
            writer.key("due")
            Due?.some(recurrence.due).write(to: &writer)
            writer.member("number", recurrence.number)
            writer.member("after", recurrence.after?.description)
            if let usual = recurrence.usual {
                writer.key("usual")
                Due?.some(usual).write(to: &writer)
            }
            if let startRegister {
                writer.key("start")
                Due?.some(startRegister).write(to: &writer)
            }
            writer.endObject()
        } else {
            writer.null()
        }
        writer.member("series", series?.rawValue)
        writer.member("occurrence", occurrence.map { Self.text(of: $0) })
        writer.member("skipped", isSkipped)
    }

    /// The date for the register `start`. A to-do that repeats shows the start of its current occurrence instead.
    var startRegister: Due? {
        guard let recurrence, let start else { return start }
        return recurrence.register(forStart: start, ofOccurrenceOn: current?.key ?? recurrence.key)
    }

    /// The day of an occurrence, after the number of its stretch if that is not the first one.
    static func text(of occurrence: Occurrence) -> String {
        occurrence.stretch == 0 ? "\(occurrence.key)" : "\(occurrence.stretch)/\(occurrence.key)"
    }
}

/// The member `recurrence` of a file: all of our data, or only a rule.
struct ImportedRecurrence {
    private let rule: String
    private let mode: Recurrence.Mode
    private let whole: Recurrence?
    /// Whether the file has the register `start` here, so that the start of its to-do belongs to the current occurrence.
    private let hasStart: Bool

    /// Reads the member; nil if it has another form.
    init?(_ value: JSONValue) {
        guard let rule = value["rrule"]?.string, !rule.isEmpty, rule.utf8.count <= Limits.rule,
            let mode = Recurrence.Mode(rawValue: value["mode"]?.string ?? Recurrence.Mode.every.rawValue)
        else { return nil }
        self.rule = rule
        self.mode = mode
        hasStart = value["start"].flatMap(Self.due) != nil
        guard let zone = value["zone"]?.string, TimeZone(identifier: zone) != nil,
            let base = value["base"]?.string.flatMap(Day.init), let key = value["key"]?.string.flatMap(Day.init),
            let stretch = value["stretch"]?.integer, let number = value["number"]?.integer,
            let due = value["due"].flatMap(Self.due)
        else {
            whole = nil
            return
        }
        var recurrence = Recurrence(
            rule: rule, mode: mode, zone: zone, stretch: Int(clamping: stretch), base: base, key: key, due: due,
            number: Int(clamping: number), after: value["after"]?.string.flatMap(Day.init))
        recurrence.usual = value["usual"].flatMap(Self.due)
        whole = recurrence
    }

    /// The recurrence. If there is only a rule, it begins with the due date of the to-do.
    func recurrence(due: Due?, createdAt: Date, in zone: TimeZone) -> Recurrence {
        if let whole { return whole }
        let due = due ?? .day(Day(containing: createdAt, in: zone))
        return Recurrence(rule: rule, mode: mode, zone: zone.identifier, base: due.day, key: due.day, due: due)
    }

    /// The register for the start of a to-do in the file. If the recurrence has no `start`, the shown start is the register.
    /// - Parameters:
    ///   - shown: its start in the file, which somebody may have edited.
    ///   - due: its due date in the file.
    func start(_ shown: Due?, due: Due?) -> Due? {
        guard let whole, hasStart, let shown else { return shown }
        let key = due.map { $0 == whole.due ? whole.key : $0.day } ?? whole.key
        return whole.register(forStart: shown, ofOccurrenceOn: key)
    }

    /// Reads an occurrence in the form of ``Todo/writeRecurrence(to:)``; nil if the value has another form.
    static func occurrence(_ value: JSONValue) -> Occurrence? {
        guard let parts = value.string?.split(separator: "/", omittingEmptySubsequences: false), parts.count <= 2,
            let day = parts.last.flatMap({ Day(String($0)) }), let stretch = parts.count == 1 ? 0 : Int(parts[0])
        else { return nil }
        return Occurrence(stretch: stretch, key: day)
    }

    private static func due(_ value: JSONValue) -> Due? {
        if let day = value["day"]?.string { return Day(day).map(Due.day) }
        guard let at = value["at"]?.string.flatMap({ Date(rfc3339: $0) }), let zone = value["zone"]?.string else {
            return nil
        }
        return try? Validation.due(.instant(at, zone: zone))
    }
}
