package import Foundation
import JSON
package import TodoDomain
package import TodoFormats

/// A value of a to-do that stands as a whole.
package enum MergeField: Hashable, Sendable {
    case title, notes, due, start, status, priority, place, parent
    /// A property that is kept as it is, by its name.
    case other(String)

    /// The properties that say it.
    var properties: [String] {
        switch self {
        case .title: ["SUMMARY"]
        case .notes: ["DESCRIPTION"]
        case .due: ["DUE"]
        case .start: ["DTSTART"]
        case .status: ["STATUS"]
        case .priority: ["PRIORITY"]
        case .place: ["GEO", "LOCATION"]
        case .parent: ["RELATED-TO"]
        case .other(let name): [name]
        }
    }

    /// Whether all clients have it, so that it is taken off where it is missing.
    var isUniversal: Bool {
        switch self {
        case .title, .notes, .due, .status, .priority: true
        case .start, .place, .parent, .other: false
        }
    }

    static let plain: [MergeField] = [.title, .notes, .due, .start, .status, .priority, .place, .parent]
}

/// A client’s changes of a to-do.
package struct MergeChanges: Hashable, Sendable {
    /// The values that differ now.
    package var fields: Set<MergeField> = []
    /// Those of them that overwrite what the client's user has not seen.
    package var conflicts: Set<MergeField> = []
    /// Titles of tags that came.
    package var addedTags: [String] = []
    /// Titles of tags that were taken off.
    package var removedTags: [String] = []
    /// To-dos that have to be done first.
    package var addedDependencies: Set<Todo.ID> = []
    /// To-dos that no longer have to be done first.
    package var removedDependencies: Set<Todo.ID> = []
    /// Alarms that came.
    package var addedAlarms: [Alarm] = []
    /// Alarms that were taken off.
    package var removedAlarms: [Alarm] = []
    /// Comments that came.
    package var addedComments: [String] = []
    /// A comment that was edited.
    package var editedComment: [String] = []
    /// Whether it has another place among its siblings.
    package var isReordered = false
    /// Up to when its alarms were acknowledged since.
    package var acknowledged: Date?
    /// Until when the alarm that rang last is snoozed since.
    package var snoozed: Date?
    /// Whether a snooze was ended since.
    package var endsSnooze = false

    /// No changes.
    package init() {}
}

/// Compares a client's object with the state that it has changed. It writes nothing.
package struct Merging {
    /// The state that was changed; nil if it is not known.
    package var base: CalDAVObject?
    /// The client’s object.
    package var body: CalDAVObject
    /// The stored object.
    package var present: CalDAVObject
    /// The states that the client was served before the base, newest first, if it was served that so lately that its user
    /// cannot have seen it; nil if it was not.
    package var earlier: [CalDAVObject]?
    /// Whether the base is what the client sent last.
    package var isAfterPut = false
    /// The properties that the client has ever sent.
    package var support: Set<String> = []
    /// The rules.
    package var rules = MergeRules()
    /// The values that are left out, as a series has its own rules.
    package var excluded: Set<MergeField> = []

    /// A comparison.
    package init(base: CalDAVObject?, body: CalDAVObject, present: CalDAVObject) {
        self.base = base
        self.body = body
        self.present = present
    }

    /// The client’s changes.
    package func changes() -> MergeChanges {
        var changes = MergeChanges()
        let names = Set(body.others.keys).union(base?.others.keys ?? [:].keys)
        for field in MergeField.plain + names.map(MergeField.other) where !excluded.contains(field) {
            guard isChanged(field), !isSame(field, present, body) else { continue }
            changes.fields.insert(field)
            if rules.recordsConflicts, isUnseen(field) { changes.conflicts.insert(field) }
        }
        compareTags(&changes)
        compareSets(&changes)
        compareComments(&changes)
        if let base, let order = body.order, let former = base.order { changes.isReordered = order != former }
        if let acknowledged = body.acknowledged,
            present.acknowledged.map({ $0 < acknowledged }) ?? true, acknowledged != base?.acknowledged
        {
            changes.acknowledged = acknowledged
            changes.endsSnooze = body.snoozed == nil && base?.snoozed != nil && base?.snoozed == present.snoozed
        }
        if let snoozed = body.snoozed, snoozed != base?.snoozed, snoozed != present.snoozed {
            changes.snoozed = snoozed
        }
        return changes
    }

    /// Whether a property that is missing is meant to be taken off.
    func takesOff(_ field: MergeField) -> Bool {
        takesOff(field.properties, isUniversal: field.isUniversal)
    }

    private func takesOff(_ properties: [String], isUniversal: Bool = false) -> Bool {
        if isUniversal || rules.deletesAbsent || !rules.learnsSupport { return true }
        return body.revision != nil || properties.contains { support.contains($0) }
    }

    /// The length in bytes above which DAVx5 drops a property that it does not know.
    private static let longestKept = 25_000

    /// Whether a property is so long that its client may have dropped it, and nobody has taken it off.
    private func isTooLong(_ field: MergeField, _ base: CalDAVObject) -> Bool {
        guard case .other(let name) = field else { return false }
        return base.others[name]?.contains { $0.utf8.count > Self.longestKept } ?? false
    }

    // MARK: Single values

    private func isChanged(_ field: MergeField) -> Bool {
        let isMissing = field.properties.allSatisfy { !body.names.contains($0) }
        guard let base else { return !(isMissing && !Self.value(field, present).isNull) && !isMissing }
        guard !isSame(field, base, body) else { return false }
        if isMissing, field != .status, !takesOff(field) || isTooLong(field, base) { return false }
        // A client that reads again and writes its old values has not changed them.
        if !isAfterPut, let earlier, earlier.contains(where: { isSame(field, $0, body) }) { return false }
        return true
    }

    /// Whether somebody else has written the present value without the client's user having seen it.
    private func isUnseen(_ field: MergeField) -> Bool {
        guard let base else { return !Self.value(field, present).isNull }
        if !isSame(field, base, present) { return true }
        guard !isAfterPut, let before = earlier?.first else { return false }
        return !isSame(field, before, base)
    }

    /// The value of an object, in a form in which equal ones are equal.
    static func value(_ field: MergeField, _ object: CalDAVObject) -> JSONValue {
        switch field {
        case .title: return .string(object.todo.title)
        case .notes: return object.todo.notes.isEmpty ? .null : .string(object.todo.notes)
        case .due: return .due(object.todo.due)
        case .start: return .due(object.todo.start)
        case .status:
            if object.todo.isDone { return .string(object.status == "CANCELLED" ? "cancelled" : "done") }
            return object.status == "IN-PROCESS" ? .string("started") : .null
        case .priority: return object.todo.priority.map { .string("\($0)") } ?? .null
        case .place: return object.place.isEmpty ? .null : .string(object.place.joined(separator: "\n"))
        case .parent: return object.parent.map { .string(CalDAVEncoder.id(uid: $0).rawValue) } ?? .null
        case .other(let name):
            guard let lines = object.others[name], lines != ["\(name):0"] || name != "PERCENT-COMPLETE" else {
                return .null
            }
            return .string(lines.joined(separator: "\n"))
        }
    }

    /// Whether two objects say the same, however they spell it.
    func isSame(_ field: MergeField, _ one: CalDAVObject, _ other: CalDAVObject) -> Bool {
        let (left, right) = (Self.value(field, one), Self.value(field, other))
        if left == right { return true }
        guard rules.knowsSpellings else { return false }
        switch field {
        case .title, .notes: return Self.plain(left.string ?? "") == Self.plain(right.string ?? "")
        case .due: return isSameTime("DUE", one.todo.due, other.todo.due, one, other)
        case .start:
            if isSameTime("DTSTART", one.todo.start, other.todo.start, one, other) { return true }
            // Some programs add a start that is the due date.
            return isStartless(one) && isStartless(other)
        case .status, .priority, .place, .parent, .other: return false
        }
    }

    private func isStartless(_ object: CalDAVObject) -> Bool {
        object.todo.start.map { $0.sortKey == object.todo.due?.sortKey } ?? true
    }

    private static func plain(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0).trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
            .trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping
    }

    private func isSameTime(
        _ name: String, _ one: Due?, _ other: Due?, _ left: CalDAVObject, _ right: CalDAVObject
    ) -> Bool {
        switch (one, other) {
        case (.instant(let a, _)?, .instant(let b, _)?):
            if a == b { return true }
            return (right.floating.contains(name) || left.floating.contains(name))
                && left.digits[name] == right.digits[name]
        case (.day?, .instant?): return isMidnight(name, left, right)
        case (.instant?, .day?): return isMidnight(name, right, left)
        default: return false
        }
    }

    /// A date becomes a time where the start has one.
    private func isMidnight(_ name: String, _ day: CalDAVObject, _ time: CalDAVObject) -> Bool {
        guard let date = day.digits[name], let written = time.digits[name] else { return false }
        return written == date + "T000000" && time.digits["DTSTART"]?.contains("T") ?? false
    }

    // MARK: Sets

    private func compareTags(_ changes: inout MergeChanges) {
        // todoman drops tags and keeps our line. Only a client that has ever sent tags takes the last one off.
        guard
            body.names.contains("CATEGORIES") || support.contains("CATEGORIES") || rules.deletesAbsent
                || !rules.learnsSupport
        else { return }
        let before = Self.tags(base?.categories ?? [])
        var after = Self.tags(body.categories)
        if rules.knowsSpellings, body.categories.count == 1, let text = body.categories.first, text.contains(",") {
            let parts = Self.tags(text.split(separator: ",").map { String($0).trimmingCharacters(in: .whitespaces) })
            if Set(parts.keys) == Set(before.keys)
                || before.isEmpty && parts.keys.allSatisfy(Set(Self.tags(present.categories).keys).contains)
            {
                after = parts
            }
        }
        let here = Set(Self.tags(present.categories).keys)
        let earlier = isAfterPut ? nil : self.earlier?.map { Set(Self.tags($0.categories).keys) }
        for (name, title) in after.sorted(by: { $0.key < $1.key }) where before[name] == nil && !here.contains(name) {
            if !(earlier?.contains { $0.contains(name) } ?? false) { changes.addedTags.append(title) }
        }
        guard base != nil else { return }
        for (name, title) in before.sorted(by: { $0.key < $1.key }) where after[name] == nil && here.contains(name) {
            if !(earlier?.contains { !$0.contains(name) } ?? false) { changes.removedTags.append(title) }
        }
    }

    private static func tags(_ titles: [String]) -> [String: String] {
        Dictionary(titles.map { (TagName.folded($0), $0) }) { first, _ in first }
    }

    /// Whether the client had an element as it sends it now before it was served the base.
    private func isEcho(_ had: (CalDAVObject) -> Bool) -> Bool {
        !isAfterPut && earlier?.contains(where: had) ?? false
    }

    private func compareSets(_ changes: inout MergeChanges) {
        if body.names.contains("RELATED-TO") || takesOff(["RELATED-TO"]) {
            let (before, after) = (Set(base?.todo.dependsOn ?? []), Set(body.todo.dependsOn))
            // A program that only writes the parent does not know of other relations.
            if !after.isEmpty || body.revision != nil || base == nil {
                changes.addedDependencies = after.subtracting(before).filter { id in
                    !isEcho { $0.todo.dependsOn.contains(id) }
                }
                changes.removedDependencies = before.subtracting(after).filter { id in
                    !isEcho { !$0.todo.dependsOn.contains(id) }
                }
            }
        }
        guard body.names.contains("VALARM") || takesOff(["VALARM"]) else { return }
        let before = base?.alarms ?? []
        changes.addedAlarms = body.alarms.filter { alarm in
            !alarm.isIn(before) && !alarm.isIn(present.alarms) && !isEcho { alarm.isIn($0.alarms) }
        }.map(\.alarm)
        changes.removedAlarms = present.alarms.filter { alarm in
            alarm.isIn(before) && !alarm.isIn(body.alarms) && !isEcho { !alarm.isIn($0.alarms) }
        }.map(\.alarm)
    }

    /// Clients keep only one of several comments, so a missing comment is never a deletion.
    private func compareComments(_ changes: inout MergeChanges) {
        let (before, here) = (base?.comments ?? [], present.comments)
        var known = Set((before + here).map(Self.plain))
        if !isAfterPut { known.formUnion((earlier ?? []).flatMap(\.comments).map(Self.plain)) }
        let added = body.comments.filter { text in
            let plain = Self.plain(text)
            return !plain.isEmpty && known.insert(plain).inserted
        }
        if before.count == 1, body.comments.count == 1, added.count == 1, here == before {
            changes.editedComment = [before[0], added[0]]
        } else {
            changes.addedComments = added
        }
    }
}
