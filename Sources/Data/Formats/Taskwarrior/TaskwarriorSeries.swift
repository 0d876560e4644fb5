import Foundation
import JSON
import TodoDomain

/// A recurring task, and the meaning of the tasks that Taskwarrior has made from it, its children. A child is a copy of its
/// parent for one date. An unchanged child is the current occurrence of the series. A child that a person has changed becomes a
/// to-do of its own, even while it is open, and settles its date. So none of it is lost, and the series goes on after it. If a
/// person changes the parent, Taskwarrior asks whether to change the children too. If they stay as they were made, they count
/// as unchanged, although they differ from their parent.
struct TaskwarriorSeries {
    /// The meanings of a child.
    enum Child: Equatable {
        /// The current occurrence of the series.
        case shown
        /// A to-do of its own that settles an occurrence.
        case settling(Occurrence)
        /// A to-do of its own that does not belong to the series.
        case loose
    }

    /// The to-do that repeats.
    let id: Todo.ID
    private let mode: Recurrence.Mode
    private let stretch: Int
    /// The due date of the first child, and the days of all of them.
    private let due: Due
    private let dates: RecurrenceDates?
    /// A hash of the values that its children copy. There may be many parents with long values.
    private let content: Int
    /// The time of its last change.
    private let modified: Date?
    /// Its other times, by attribute.
    private let times: [String: Date]

    /// nil if the task does not recur, or if its recurrence is not computed here.
    init?(_ attributes: [String: JSONValue], id: Todo.ID, due: Due, in zone: TimeZone) {
        guard attributes.text("status") != "deleted",
            let recurrence = TaskwarriorRecurrence.recurrence(attributes, due: due, in: zone)
        else { return nil }
        self.id = id
        self.due = due
        mode = recurrence.mode
        stretch = recurrence.stretch
        dates = (try? RecurrenceRule(recurrence.rule))?.withoutEnd.dates(from: due.day)
        content = Self.content(of: attributes)
        modified = Self.time("modified", of: attributes, in: zone)
        times = Dictionary(
            uniqueKeysWithValues: Self.otherTimes.compactMap { name in
                Self.time(name, of: attributes, in: zone).map { (name, $0) }
            })
    }

    /// The meaning of a child with these ``ownAttributes(of:)``.
    func child(_ attributes: [String: JSONValue], in zone: TimeZone) -> Child {
        let isOpen = attributes["status"] != "completed" && attributes["status"] != "deleted"
        if isOpen, !differs(attributes, in: zone) { return .shown }
        // If not every date is owed, an open child would also settle the dates before it.
        guard !isOpen || mode == .each, let date = Self.time("due", of: attributes, in: zone) else { return .loose }
        let key = day(of: attributes) ?? Day(containing: date, in: zone)
        return .settling(Occurrence(stretch: stretch, key: key))
    }

    /// The attributes of a child. Taskwarrior also copies our attributes of the parent for its id and its repetition; these are
    /// left out.
    func ownAttributes(of child: [String: JSONValue]) -> [String: JSONValue] {
        var child = child
        if child.text(Taskwarrior.Own.id.rawValue) == id.rawValue { child[Taskwarrior.Own.id.rawValue] = nil }
        child[TaskwarriorRecurrence.own] = nil
        return child
    }

    // MARK: Differences

    /// Whether a person has given a child something that its parent does not have.
    private func differs(_ child: [String: JSONValue], in zone: TimeZone) -> Bool {
        if isFormerCopy(child, in: zone) { return false }
        if Self.content(of: child) != content { return true }
        // Taskwarrior counts some dates differently from the rule here. A person who moves a date edits the task, which shows.
        guard Self.isEdited(child, in: zone), let date = Self.time("due", of: child, in: zone) else { return false }
        if isMoved(child, to: date, in: zone) { return true }
        let first = due.moment(in: zone)
        return Self.otherTimes.contains { name in
            guard let time = Self.time(name, of: child, in: zone) else { return false }
            guard let parents = times[name] else { return true }
            // It is as Taskwarrior copied it, or moved together with the due date.
            return time != parents && time.timeIntervalSince(date) != parents.timeIntervalSince(first)
        }
    }

    /// Whether a child is unchanged, and its parent was changed later.
    private func isFormerCopy(_ child: [String: JSONValue], in zone: TimeZone) -> Bool {
        guard let modified, let made = Self.time("entry", of: child, in: zone), made < modified,
            let touched = Self.time("modified", of: child, in: zone)
        else { return false }
        return touched <= made
    }

    /// Whether a child was edited after it was made. Taskwarrior also copies the parent's `modified`, which is not later.
    private static func isEdited(_ child: [String: JSONValue], in zone: TimeZone) -> Bool {
        guard let modified = time("modified", of: child, in: zone) else { return false }
        return time("entry", of: child, in: zone).map { modified > $0 } ?? true
    }

    /// Whether a child's due date differs from the one that Taskwarrior gave it. Taskwarrior counts days of 24 hours, so a task
    /// due at nine is due at eight after clocks have changed.
    private func isMoved(_ child: [String: JSONValue], to date: Date, in zone: TimeZone) -> Bool {
        guard let day = day(of: child) else { return false }
        let (first, expected) = (due.moment(in: zone), due.on(day).moment(in: zone))
        let shift = zone.secondsFromGMT(for: expected) - zone.secondsFromGMT(for: first)
        return date != expected && date != expected.addingTimeInterval(TimeInterval(shift))
    }

    /// The day of a child by the rule. It follows from the child's number, because its date may have been moved.
    private func day(of child: [String: JSONValue]) -> Day? {
        let number = child["imask"]?.number ?? child.text("imask").flatMap(Double.init)
        guard let number, 0..<65_536 ~= number else { return nil }
        return number == 0 ? due.day : dates?.date(number: Int(number) + 1)
    }

    /// The values that a child copies from its parent.
    private static func content(of attributes: [String: JSONValue]) -> Int {
        var content = attributes.filter { !otherAttributes.contains($0.key) && !$0.value.isNull }
        for name in ["tags", "depends"] {
            // Their order does not matter.
            guard let elements = content[name]?.elements else { continue }
            content[name] = .array(elements.compactMap(\.string).sorted().map(JSONValue.string))
        }
        return JSONValue.object(content).hashValue
    }

    private static func time(_ name: String, of attributes: [String: JSONValue], in zone: TimeZone) -> Date? {
        attributes.text(name).flatMap { Taskwarrior.time($0, in: zone) }
    }

    /// Times that Taskwarrior copies, or moves with the due date.
    private static let otherTimes = ["wait", "scheduled", "until"]

    /// The attributes that make a task a child or a parent, and those that are compared in another way.
    private static let otherAttributes = Taskwarrior.computed.union(otherTimes).union([
        "uuid", "entry", "modified", "end", "status", "due", "parent", "mask", "imask", "rtype", "recur",
        Taskwarrior.Own.id.rawValue, TaskwarriorRecurrence.own,
    ])
}
