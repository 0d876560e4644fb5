import Foundation
import JSON
import TodoDomain

/// A recurring task, and what the tasks that Taskwarrior has made of it, its children, are here.
///
/// A child is a copy of its parent for one date. As long as it is no more than that, it is what the series shows by itself. One that
/// a person has given something else is a to-do of its own, also while it is open: it settles its date, as one does that was done
/// and opened again, so that nothing of it is lost and the series goes on after it.
///
/// Who changes the parent is asked whether its children change too; if not, these keep what they were made with. So a child that
/// is as it was made has nothing of its own, whatever its parent has been given since.
struct TaskwarriorSeries {
    /// What a child is.
    enum Child: Equatable {
        /// What the series shows by itself.
        case shown
        /// A to-do of its own that settles an occurrence.
        case settling(Occurrence)
        /// A to-do of its own that the series knows nothing of.
        case loose
    }

    /// The to-do that repeats.
    let id: Todo.ID
    private let mode: Recurrence.Mode
    private let stretch: Int
    /// When the first child is due, and on which days all of them are.
    private let due: Due
    private let dates: RecurrenceDates?
    /// What its children have of it; as a hash, because there may be many parents and much of it.
    private let content: Int
    /// When it was last changed.
    private let modified: Date?
    /// Its other times, by attribute.
    private let times: [String: Date]

    /// nil for a task that does not recur, or in a way that is not computed here.
    init?(_ attributes: [String: JSONValue], id: Todo.ID, due: Due, in zone: TimeZone) {
        guard attributes.text("status") != "deleted",
            let recurrence = TaskwarriorRecurrence.recurrence(attributes, due: due, in: zone)
        else { return nil }
        (self.id, self.due, mode, stretch) = (id, due, recurrence.mode, recurrence.stretch)
        dates = (try? RecurrenceRule(recurrence.rule))?.withoutEnd.dates(from: due.day)
        content = Self.content(of: attributes)
        modified = Self.time("modified", of: attributes, in: zone)
        times = Dictionary(
            uniqueKeysWithValues: Self.otherTimes.compactMap { name in
                Self.time(name, of: attributes, in: zone).map { (name, $0) }
            })
    }

    /// What a child is, whose attributes are ``ownAttributes(of:)``.
    func child(_ attributes: [String: JSONValue], in zone: TimeZone) -> Child {
        let isOpen = attributes["status"] != "completed" && attributes["status"] != "deleted"
        if isOpen, !differs(attributes, in: zone) { return .shown }
        // Where not each date is owed, one that is still open would settle those before it too.
        guard !isOpen || mode == .each, let date = Self.time("due", of: attributes, in: zone) else { return .loose }
        let key = day(of: attributes) ?? Day(containing: date, in: zone)
        return .settling(Occurrence(stretch: stretch, key: key))
    }

    /// The attributes of a child without what Taskwarrior has copied of our own ones that are its parent's alone: its id, and how
    /// it repeats.
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
        // Some dates Taskwarrior counts otherwise than the rule here; but whoever moves one edits the task.
        guard Self.isEdited(child, in: zone), let date = Self.time("due", of: child, in: zone) else { return false }
        if isMoved(child, to: date, in: zone) { return true }
        let first = due.moment(in: zone)
        return Self.otherTimes.contains { name in
            guard let time = Self.time(name, of: child, in: zone) else { return false }
            guard let parents = times[name] else { return true }
            // As it was copied, or moved with the due date.
            return time != parents && time.timeIntervalSince(date) != parents.timeIntervalSince(first)
        }
    }

    /// Whether a child is as it was made, and its parent was changed after that.
    private func isFormerCopy(_ child: [String: JSONValue], in zone: TimeZone) -> Bool {
        guard let modified, let made = Self.time("entry", of: child, in: zone), made < modified,
            let touched = Self.time("modified", of: child, in: zone)
        else { return false }
        return touched <= made
    }

    /// Whether a child was edited since it was made. Taskwarrior copies its parent's `modified` too, which is no later than that.
    private static func isEdited(_ child: [String: JSONValue], in zone: TimeZone) -> Bool {
        guard let modified = time("modified", of: child, in: zone) else { return false }
        return time("entry", of: child, in: zone).map { modified > $0 } ?? true
    }

    /// Whether a child has another due date than Taskwarrior gave it, which counts days of 24 hours: what is due at nine is due at
    /// eight once clocks have changed.
    private func isMoved(_ child: [String: JSONValue], to date: Date, in zone: TimeZone) -> Bool {
        guard let day = day(of: child) else { return false }
        let (first, expected) = (due.moment(in: zone), due.on(day).moment(in: zone))
        let shift = zone.secondsFromGMT(for: expected) - zone.secondsFromGMT(for: first)
        return date != expected && date != expected.addingTimeInterval(TimeInterval(shift))
    }

    /// The day on which the rule has a child: by its number, since its date may have been moved.
    private func day(of child: [String: JSONValue]) -> Day? {
        let number = child["imask"]?.number ?? child.text("imask").flatMap(Double.init)
        guard let number, 0..<65_536 ~= number else { return nil }
        return number == 0 ? due.day : dates?.date(number: Int(number) + 1)
    }

    /// What a child has of its parent.
    private static func content(of attributes: [String: JSONValue]) -> Int {
        var content = attributes.filter { !otherAttributes.contains($0.key) && !$0.value.isNull }
        for name in ["tags", "depends"] {
            // In any order.
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

    /// What makes a task a child or a parent, and what is compared otherwise.
    private static let otherAttributes = Taskwarrior.computed.union(otherTimes).union([
        "uuid", "entry", "modified", "end", "status", "due", "parent", "mask", "imask", "rtype", "recur",
        Taskwarrior.Own.id.rawValue, TaskwarriorRecurrence.own,
    ])
}
