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
        /// It has no tags.
        case untagged
        /// Its location is one of these.
        case located([Location.ID])
        /// Its location is within a distance of a point, in metres.
        case near(Coordinate, within: Double)
        /// It is in one of these lists, or in one below them.
        case listed([TodoList.ID])
        /// It is in the inbox: in no list.
        case unlisted
        /// It is a subtask of this one, at any depth.
        case descendant(of: Todo.ID)
        /// It is no subtask.
        case root
        /// It is one of these siblings.
        case placed(in: OrderContainer)
        /// It has a due date, or has none.
        case hasDue(Bool)
        /// Its due date lies in a range.
        case due(DueWindow)
        /// It has a start date, or has none.
        case hasStart(Bool)
        /// Its start date lies in a range.
        case start(DueWindow)
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
        /// It waits for this one, done or not (``Todo/dependsOn``).
        case dependent(on: Todo.ID)
        /// It can be worked on: it is open, not blocked, its start is not in the range that is still to come, it has no open
        /// subtasks, its list is not archived nor in an archived one, and nothing above it is blocked or still to come.
        case isReady(waiting: DueWindow)
        /// A program whose name begins so, in any case, changed it last (``Todo/changedBy``); empty for any program.
        case changedBy(String)
        /// Its priority is one of these; nil stands for none.
        case priority([Priority?])
        /// One of its times lies in a range.
        case time(TimeField, from: Date?, until: Date?)
        /// Its title, notes, tag titles and comments together contain each of these folded words.
        case matching([String])
        /// Its title is, begins with or contains a text.
        case title(TextTest)
        /// A property that an app or an import has given it (``Todo/extras``) passes a test.
        case extra(String, ExtraTest)
    }

    /// The times by which to-dos can be filtered.
    public enum TimeField: String, Hashable, Sendable, Codable {
        /// When it was made.
        case created
        /// When it was last edited.
        case updated
        /// When it was done; open to-dos have none.
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
        /// The priority; none is below low.
        case priority
        /// When it was done; open to-dos come before all times.
        case completed
        /// The manual order of each ``OrderContainer``: that of the inbox, then those of lists, then those of subtasks.
        case manual
        /// A property that an app or an import has given it (``Todo/extras``): numbers, then texts, then those that do not
        /// have it. True counts as 1 and false as 0, arrays and objects as their JSON.
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
        /// The priority; none is below low.
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

    /// The newest first, what is due first, the most important first; with one due date by priority, with one priority by due
    /// date.
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
        case .isStarted(let started): return isStarted == started
        case .isBlocked(let blocked): return isBlocked == blocked
        case .isRepeating(let repeating): return isRepeating == repeating
        case .isSkipped(let skipped): return isSkipped == skipped
        case .hasReminder(let has): return alarms.isEmpty != has
        case .dependent(let id): return dependsOn.contains(id)
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
    /// The words of ``matching(_:)``; none for another condition.
    public var searchedWords: [String] { if case .matching(let words) = self { words } else { [] } }
}

extension Todo.Condition: CustomStringConvertible {
    /// The condition in words, for logs and tests, without what a person typed.
    public var description: String {
        switch self {
        case .isDone(let done): done ? "done" : "open"
        case .ids(let ids): "id in \(ids.map(\.rawValue))"
        case .tagged(let ids): "tagged \(ids.map(\.rawValue))"
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
        case .isBlocked(let blocked): blocked ? "blocked" : "not blocked"
        case .isRepeating(let repeating): repeating ? "repeating" : "not repeating"
        case .isSkipped(let skipped): skipped ? "skipped" : "not skipped"
        case .hasReminder(let has): has ? "with reminders" : "without reminders"
        case .dependent(let id): "waiting for \(id)"
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
    /// Those that stand in the list, or in one below it.
    public func `in`(_ list: TodoList) -> Query { listed([list.id]) }
    /// Those that stand in one of the lists, or in one below them.
    public func listed(_ lists: [TodoList.ID]) -> Query { filter(.listed(lists)) }
    /// Those whose title is, begins with or contains a text: `.all.title(.hasPrefix("Buy"))`.
    public func title(_ test: TextTest) -> Query { filter(.title(test)) }
    /// Those with a property of an app or an import that passes a test: `.all.extra("app.mood", .equals("good"))`. An index
    /// serves it if there is one (``AppMigration/index(onExtra:)``).
    public func extra(_ name: String, _ test: ExtraTest) -> Query { filter(.extra(name, test)) }
    /// Sorts by a property of an app or an import in ascending order, after the existing terms.
    public func ascending(extra name: String) -> Query { sorted(by: SortTerm(.extra(name))) }
    /// Sorts by a property of an app or an import in descending order, after the existing terms.
    public func descending(extra name: String) -> Query { sorted(by: SortTerm(.extra(name), descending: true)) }
    /// Those that stand in no list.
    public var inbox: Query { filter(.unlisted) }
    /// The subtasks of a to-do, at any depth.
    public func descendants(of todo: Todo.ID) -> Query { filter(.descendant(of: todo)) }
    /// Those that are no subtasks.
    public var roots: Query { filter(.root) }
    /// Siblings, in their manual order: `.all.placed(in: .list(work.id))`. A page of them is read off an index, however many
    /// there are.
    public func placed(in container: OrderContainer) -> Query {
        var query = filter(.placed(in: container))
        query.order = [SortTerm(.manual)]
        return query
    }
    /// Those that somebody has begun and that are open.
    public var started: Query { filter(.isStarted(true)) }
    /// Those that wait for a to-do, done or not.
    public func dependents(of todo: Todo.ID) -> Query { filter(.dependent(on: todo)) }
    /// Open ones that wait for other open to-dos.
    public var blocked: Query { filter(.isBlocked(true)) }
    /// Those that repeat.
    public var repeating: Query { filter(.isRepeating(true)) }
    /// Those that have reminders.
    public var reminding: Query { filter(.hasReminder(true)) }
    /// Those that can be worked on at `now`, on the day that it then is in `zone`: open, neither blocked nor waiting, in no
    /// archived list, without open subtasks, and with nothing above them that is blocked or waiting.
    public static func ready(on now: Date, in zone: TimeZone = .current) -> Query {
        Query.all.filter(.isReady(waiting: .after(now, in: zone)))
    }
    /// Open ones that cannot be begun yet at `now`, on the day that it then is in `zone`.
    public static func waiting(on now: Date, in zone: TimeZone = .current) -> Query {
        Query.all.open.filter(.start(.after(now, in: zone)))
    }
    /// Those that a program changed last whose name begins so, in any case, such as an assistant.
    public func changed(by name: String) -> Query { filter(.changedBy(name)) }
    /// Open to-dos.
    public var open: Query { filter(.isDone(false)) }
    /// Done to-dos.
    public var done: Query { filter(.isDone(true)) }
    /// To-dos without tags.
    public var untagged: Query { filter(.untagged) }
    /// To-dos with the tag.
    public func tagged(_ tag: Tag) -> Query { tagged([tag.id]) }
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
    /// To-dos with this priority; nil for none.
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
