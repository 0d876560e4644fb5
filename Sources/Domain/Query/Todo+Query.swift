public import Foundation

extension Todo: Queryable {
    /// The conditions by which to-dos can be filtered.
    public enum Condition: Hashable, Sendable, Codable, IDCondition, TextCondition {
        /// It is done, or open.
        case isDone(Bool)
        /// Its id is one of these.
        case ids([Todo.ID])
        /// It has at least one of these tags.
        case tagged([Tag.ID])
        /// One of its tags has this title, ignoring case and the amount of white space.
        case tagTitled(String)
        /// It has no tags.
        case untagged
        /// Its location is one of these.
        case located([Location.ID])
        /// Its location is within a distance of a point, in metres.
        case near(Coordinate, within: Double)
        /// It is in one of these lists, or in a list below them.
        case listed([TodoList.ID])
        /// It is in the inbox: in no list.
        case unlisted
        /// It is a subtask of this one, at any depth.
        case descendant(of: Todo.ID)
        /// It is not a subtask.
        case root
        /// It is one of these siblings.
        case placed(in: OrderContainer)
        /// Whether it has a due date.
        case hasDue(Bool)
        /// Its due date lies in a range.
        case due(DueWindow)
        /// Whether it has a start date.
        case hasStart(Bool)
        /// Its start date lies in a range.
        case start(DueWindow)
        /// Its estimate lies in a range of minutes, both ends included; without ends, it has one at all.
        case estimate(from: Int?, through: Int?)
        /// The member who is to do it is one of these, by id; nil stands for nobody in particular.
        case assigned([String?])
        /// Whether it is open and was started.
        case isStarted(Bool)
        /// Whether it is open and waits for other to-dos (``Todo/isBlocked``).
        case isBlocked(Bool)
        /// Whether it repeats (``Todo/recurrence``).
        case isRepeating(Bool)
        /// Whether it settles an occurrence by skipping it (``Todo/isSkipped``).
        case isSkipped(Bool)
        /// Whether it has reminders (``Todo/alarms``).
        case hasReminder(Bool)
        /// It waits for this to-do, which may be done (``Todo/dependsOn``).
        case dependent(on: Todo.ID)
        /// It is in one of these shared spaces; nil for any.
        case shared(in: [Space.ID]?)
        /// It can be worked on: it is open and not blocked; its start is not in the range of future dates; it has no
        /// open subtasks; neither its list nor a list above that is archived; and nothing above it is blocked or still
        /// to come.
        case isReady(waiting: DueWindow)
        /// A program whose name begins with this text, in any case, changed it last (``Todo/changedBy``); empty for any program.
        case changedBy(String)
        /// Its priority is one of these; nil stands for no priority.
        case priority([Priority?])
        /// One of its times lies in a range.
        case time(TimeField, from: Date?, until: Date?)
        /// Its title, notes, tag titles and comments together contain each of these folded words.
        case matching([String])
        /// Its title is, begins with or contains a text.
        case title(TextTest)
        /// A property from an app or an import (``Todo/extras``) passes a test.
        case extra(String, ExtraTest)
    }

    /// The times by which to-dos can be filtered.
    public enum TimeField: String, Hashable, Sendable, Codable {
        /// When it was made.
        case created
        /// When it was last edited.
        case updated
        /// When it was done; open to-dos have no such time.
        case completed
    }

    /// The properties by which to-dos can be sorted.
    public enum SortKey: Hashable, Sendable {
        /// When it was last edited.
        case updated
        /// When it was made.
        case created
        /// When it is due; to-dos without a date come after all dates.
        case due
        /// The title, case and accents folded.
        case title
        /// The priority; to-dos without one are below low.
        case priority
        /// When it was done; open to-dos come before all times.
        case completed
        /// The manual order of each ``OrderContainer``: that of the inbox, then those of lists, then those of subtasks.
        case manual
        /// A property from an app or an import (``Todo/extras``): numbers, then texts, then to-dos without it. True
        /// counts as 1 and false as 0; arrays and objects count as their JSON.
        case extra(String)
    }

    /// The sort keys by property name.
    public struct SortKeys: Sendable {
        /// When it was last edited.
        public let updatedAt = SortKey.updated
        /// When it was made.
        public let createdAt = SortKey.created
        /// When it is due; to-dos without a date come after all dates.
        public let due = SortKey.due
        /// The title, case and accents folded.
        public let title = SortKey.title
        /// The priority; to-dos without one are below low.
        public let priority = SortKey.priority
        /// When it was done; open to-dos come before all times.
        public let completedAt = SortKey.completed
        /// The manual order of each ``OrderContainer``: that of the inbox, then those of lists, then those of subtasks.
        public let manual = SortKey.manual
    }

    /// The sort keys by property name.
    public static let sortKeys = SortKeys()
    /// Most recently edited first.
    public static let defaultOrder = [SortTerm<Todo>(.updated, descending: true)]

    /// The newest, the first due or the most important comes first. To-dos with the same due date are sorted by
    /// priority, and those with the same priority by due date.
    public static func usualOrder(by key: SortKey) -> [SortTerm<Todo>] {
        switch key {
        case .updated, .created, .completed: [SortTerm(key, descending: true)]
        case .due: [SortTerm(.due), SortTerm(.priority, descending: true)]
        case .priority: [SortTerm(.priority, descending: true), SortTerm(.due)]
        case .title, .manual, .extra: [SortTerm(key)]
        }
    }

    /// The to-do's value for a sort key.
    public func sortValue(for key: SortKey) -> SortValue {
        switch key {
        case .updated: .integer(updatedAt.milliseconds)
        case .created: .integer(createdAt.milliseconds)
        case .due: .integer(due?.sortKey ?? .max)
        case .title: .text(SearchText.folded(title))
        case .priority: .integer(Int64(priority?.rank ?? 0))
        case .completed: .integer(completedAt?.milliseconds ?? Limits.time.lowerBound - 1)
        case .manual: .text(container.sortText(orderKey))
        case .extra(let name): SortValue(extra: extras[name])
        }
    }

    /// Whether the to-do meets the condition.
    public func meets(_ condition: Condition) -> Bool {
        switch condition {
        case .isDone(let done): return isDone == done
        case .ids(let ids): return ids.contains(id)
        case .tagged(let ids): return tags.contains { ids.contains($0.id) }
        case .tagTitled(let title):
            let name = TagName.folded(title)
            return tags.contains { TagName.folded($0.title) == name }
        case .untagged: return tags.isEmpty
        case .located(let ids): return location.map { ids.contains($0.id) } ?? false
        case .near(let point, let metres): return location.map { $0.coordinate.distance(to: point) <= metres } ?? false
        case .listed(let ids):
            return list.map { list in ids.contains { id in list.id == id || list.ancestors.contains { $0.id == id } } }
                ?? false
        case .unlisted: return list == nil
        case .descendant(let id): return ancestors.contains { $0.id == id }
        case .root: return ancestors.isEmpty
        case .placed(let container): return self.container == container
        case .hasDue(let has): return (due != nil) == has
        case .due(let window): return due.map(window.contains) ?? false
        case .hasStart(let has): return (start != nil) == has
        case .start(let window): return start.map(window.contains) ?? false
        case .estimate(let first, let last):
            return estimate.map { (first ?? .min) <= $0 && $0 <= (last ?? .max) } ?? false
        case .assigned(let members): return members.contains(assignee)
        case .isStarted(let started): return isStarted == started
        case .isBlocked(let blocked): return isBlocked == blocked
        case .isRepeating(let repeating): return isRepeating == repeating
        case .isSkipped(let skipped): return isSkipped == skipped
        case .hasReminder(let has): return alarms.isEmpty != has
        case .dependent(let id): return dependsOn.contains(id)
        case .shared(let spaces): return space.map { spaces?.contains($0) ?? true } ?? false
        case .isReady(let waiting): return isReady(exceptDuring: waiting)
        case .changedBy(let name): return Self.isWriter(changedBy, called: name)
        case .priority(let priorities): return priorities.contains(priority)
        case .time(let field, let start, let end):
            let time: Date? =
                switch field {
                case .created: createdAt
                case .updated: updatedAt
                case .completed: completedAt
                }
            return time?.lies(from: start, until: end) ?? false
        case .matching(let words):
            let content = Content(self)
            let own = Content.fields.searched.map { $0.value.text(of: content) }
            let texts = (own + tags.map(\.title) + comments.map(\.text)).map(SearchText.folded)
            return words.allSatisfy { word in texts.contains { SearchText.contains($0, word) } }
        case .title(let test): return test.isMet(by: title)
        case .extra(let name, let test): return test.isMet(by: extras[name])
        }
    }
}

extension Todo {
    /// Whether a person means a program, if it is one, by `text`; empty for any program.
    package static func isWriter(_ name: String?, called text: String) -> Bool {
        name.map { text.isEmpty || SearchText.begins($0, with: text) } ?? false
    }

    private func isReady(exceptDuring waiting: DueWindow) -> Bool {
        func isToCome(_ start: Due?) -> Bool { start.map(waiting.contains) ?? false }
        return !isDone && !isBlocked && !isToCome(start) && subtasks.open == 0 && !(list?.isHidden ?? false)
            && ancestors.allSatisfy { !$0.isBlocked && !isToCome($0.start) }
    }
}

extension Todo.Condition {
    /// The words of ``matching(_:)``; empty for other conditions.
    public var searchedWords: [String] { if case .matching(let words) = self { words } else { [] } }
}

extension Todo.Condition: CustomStringConvertible {
    /// The condition in words, for logs and tests, without any text that a person typed.
    public var description: String {
        switch self {
        case .isDone(let done): done ? "done" : "open"
        case .ids(let ids): "id in \(ids.map(\.rawValue))"
        case .tagged(let ids): "tagged \(ids.map(\.rawValue))"
        case .tagTitled: "tagged with a title"
        case .untagged: "untagged"
        case .located(let ids): "at \(ids.map(\.rawValue))"
        case .near(let point, let metres): "within \(metres) m of \(point.latitude),\(point.longitude)"
        case .listed(let ids): "in lists \(ids.map(\.rawValue))"
        case .unlisted: "in the inbox"
        case .descendant(let id): "part of \(id)"
        case .root: "part of none"
        case .placed(let container): "placed in \(container.name)"
        case .hasDue(let has): has ? "with a due date" : "without a due date"
        case .due(let window): "due in \(window.firstDay?.description ?? "")..<\(window.endDay?.description ?? "")"
        case .hasStart(let has): has ? "with a start date" : "without a start date"
        case .start(let window):
            "starting in \(window.firstDay?.description ?? "")..<\(window.endDay?.description ?? "")"
        case .estimate(let first, let last):
            "taking \(first.map(String.init) ?? "")...\(last.map(String.init) ?? "") minutes"
        case .assigned(let members): members.allSatisfy { $0 == nil } ? "assigned to nobody" : "assigned to members"
        case .isBlocked(let blocked): blocked ? "blocked" : "not blocked"
        case .isRepeating(let repeating): repeating ? "repeating" : "not repeating"
        case .isSkipped(let skipped): skipped ? "skipped" : "not skipped"
        case .hasReminder(let has): has ? "with reminders" : "without reminders"
        case .dependent(let id): "waiting for \(id)"
        case .shared(let spaces): spaces.map { "shared in \($0.map(\.rawValue))" } ?? "shared"
        case .isReady: "ready"
        case .isStarted(let started): started ? "started" : "not started"
        case .changedBy: "changed by a program"
        case .priority(let priorities): "priority in \(priorities.map { $0?.rawValue ?? "none" })"
        case .time(let field, let start, let end):
            "\(field) in \(start.map { "\($0.milliseconds)" } ?? "")..<\(end.map { "\($0.milliseconds)" } ?? "")"
        case .matching(let words): "matching \(words.count) words"
        case .title(let test): "with a title that \(test)"
        case .extra(let name, let test): "with \(name) that \(test)"
        }
    }
}

extension Query<Todo> {
    /// To-dos in the list, or in a list below it.
    public func `in`(_ list: TodoList) -> Query { listed([list.id]) }
    /// To-dos in one of the lists, or in a list below them.
    public func listed(_ lists: [TodoList.ID]) -> Query { filter(.listed(lists)) }
    /// To-dos whose title equals, begins with or contains a text: `.all.title(.hasPrefix("Buy"))`.
    public func title(_ test: TextTest) -> Query { filter(.title(test)) }
    /// To-dos with a property of an app or an import that passes a test: `.all.extra("app.mood", .equals("good"))`. It
    /// can use an index (``AppMigration/index(onExtra:)``).
    public func extra(_ name: String, _ test: ExtraTest) -> Query { filter(.extra(name, test)) }
    /// Sorts by a property of an app or an import, after the existing terms: in ascending order, or in descending order.
    public func sorted(byExtra name: String, descending: Bool = false) -> Query {
        sorted(by: SortTerm(.extra(name), descending: descending))
    }
    /// To-dos that are in no list.
    public var inbox: Query { filter(.unlisted) }
    /// The subtasks of a to-do, at any depth.
    public func descendants(of todo: Todo.ID) -> Query { filter(.descendant(of: todo)) }
    /// To-dos that are not subtasks.
    public var roots: Query { filter(.root) }
    /// Siblings, in their manual order: `.all.placed(in: .list(work.id))`. A page of them is read off an index, so its
    /// cost does not depend on their number.
    public func placed(in container: OrderContainer) -> Query {
        var query = filter(.placed(in: container))
        query.order = [SortTerm(.manual)]
        return query
    }
    /// To-dos for members of shared lists, by their ids; nil stands for nobody in particular.
    public func assigned(to members: [String?]) -> Query { filter(.assigned(members)) }
    /// Open to-dos that a person has begun.
    public var started: Query { filter(.isStarted(true)) }
    /// Those that wait for a to-do, done or not.
    public func dependents(of todo: Todo.ID) -> Query { filter(.dependent(on: todo)) }
    /// To-dos of shared lists.
    public var shared: Query { filter(.shared(in: nil)) }
    /// To-dos of these shared spaces.
    public func shared(in spaces: [Space.ID]) -> Query { filter(.shared(in: spaces)) }
    /// Open to-dos that wait for other open to-dos.
    public var blocked: Query { filter(.isBlocked(true)) }
    /// Those that repeat.
    public var repeating: Query { filter(.isRepeating(true)) }
    /// Those that have reminders.
    public var reminding: Query { filter(.hasReminder(true)) }
    /// To-dos that can be worked on at `now`, on the current day in `zone`: open, not blocked and not waiting; in no
    /// archived list; without open subtasks; and with nothing above them that is blocked or waiting.
    public static func ready(on now: Date, in zone: TimeZone = .current) -> Query {
        Query.all.filter(.isReady(waiting: .after(now, in: zone)))
    }
    /// Open to-dos that cannot be begun yet at `now`, on the current day in `zone`.
    public static func waiting(on now: Date, in zone: TimeZone = .current) -> Query {
        Query.all.open.filter(.start(.after(now, in: zone)))
    }
    /// To-dos last changed by a program, such as an assistant, whose name begins with a text, in any case.
    public func changed(by name: String) -> Query { filter(.changedBy(name)) }
    /// Open to-dos.
    public var open: Query { filter(.isDone(false)) }
    /// Done to-dos.
    public var done: Query { filter(.isDone(true)) }
    /// To-dos without tags.
    public var untagged: Query { filter(.untagged) }
    /// To-dos with the tag.
    public func tagged(_ tag: Tag) -> Query { tagged([tag.id]) }
    /// To-dos with the tag of this title, ignoring case and the amount of white space; none if there is no such tag. The
    /// former title of a merged tag counts no longer; `tags.first(titled:)` finds by that too.
    public func tagged(_ title: String) -> Query { filter(.tagTitled(title)) }
    /// To-dos with at least one of the tags.
    public func tagged(_ tags: [Tag.ID]) -> Query { filter(.tagged(tags)) }
    /// To-dos at the location.
    public func located(_ location: Location) -> Query { located([location.id]) }
    /// To-dos at one of the locations.
    public func located(_ locations: [Location.ID]) -> Query { filter(.located(locations)) }
    /// To-dos within a distance of a point, in metres.
    public func near(_ point: Coordinate, within metres: Double) -> Query { filter(.near(point, within: metres)) }
    /// To-dos within a distance of a location, in metres, including the location itself.
    public func near(_ place: Location, within metres: Double) -> Query { near(place.coordinate, within: metres) }
    /// To-dos with this priority; nil for no priority.
    public func priority(_ priority: Priority?) -> Query { filter(.priority([priority])) }
    /// To-dos whose due date lies in the range.
    public func due(_ window: DueWindow) -> Query { filter(.due(window)) }
    /// To-dos that are due on a day, or at an instant that falls on it in `zone`.
    public func due(on day: Day, in zone: TimeZone) -> Query { due(.on(day, in: zone)) }

    /// Open to-dos whose due date has passed at `now`; a day has passed once it is over in `zone`.
    public static func overdue(on now: Date, in zone: TimeZone = .current) -> Query {
        Query.all.open.due(.before(now, in: zone))
    }
}
