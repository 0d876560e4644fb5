public import Foundation
import JSON
import SQLite
public import TodoDomain

/// The state at a moment, as far as this database knew it then.
public struct PastState: Sendable {
    /// The moment.
    public let date: Date
    /// The to-dos, in no particular order.
    public let todos: [Todo]
    /// The tags, sorted by title.
    public let tags: [Tag]
    /// The locations, in no particular order.
    public let locations: [Location]
    /// The lists, by title.
    public let lists: [TodoList]
}

extension ReadTransaction {
    /// The state at a moment: the current rows, with all later changes reverted.
    /// - Parameter prefix: limits the result to to-dos whose ids begin with it; empty for all.
    /// - Throws: `history-expired`.
    func past(at date: Date, todosFrom prefix: String = "") throws -> PastState {
        let found = try changes(since: try lastStep(before: date))
        let states = try spaces().map { try within($0).past(found, at: date, todosFrom: prefix) }
        guard states.count > 1 else { return states[0] }
        return PastState(
            date: date, todos: states.flatMap(\.todos),
            tags: states.flatMap(\.tags).sorted(by: Self.precedes), locations: states.flatMap(\.locations),
            lists: states.flatMap(\.lists).sorted(by: Query<TodoList>.all.precedes))
    }

    private static func precedes(_ left: Tag, _ right: Tag) -> Bool {
        (left.sortValue(for: .title), left.id) < (right.sortValue(for: .title), right.id)
    }

    /// The state of the space before some changes.
    private func past(
        _ found: [RecordKind: [Int64: Found]], at date: Date, todosFrom prefix: String
    ) throws -> PastState {
        let (tagRows, tagSpeakers) = Self.seen(try rewound(TagEntity.self, found[.tag], includingDeleted: true))
        let tags = tagRows.map { ($0, TagMapping().model(from: $0)) }
            .sorted { Self.precedes($0.1, $1.1) }
        let order = Dictionary(tags.enumerated().map { ($1.0.record.id, $0) }, uniquingKeysWith: { first, _ in first })
        let (places, placeSpeakers) = Self.seen(
            try rewound(LocationEntity.self, found[.location], includingDeleted: true))
        let locations = try Dictionary(
            places.map { ($0.record.id, try LocationMapping().model(from: $0)) },
            uniquingKeysWith: { first, _ in first })
        let lists = try pastLists(found[.list])
        let comments = try pastComments(found[.comment])
        let range: SQLFragment = "id >= \(.text(prefix)) AND id < \(.text(prefix + "\u{7F}"))"
        let settled = try pastSettled(found[.todo])
        let shown = Self.pastOccurrences(settled)
        let forest = try pastForest(found[.todo], of: lists, shown)
        let todos = try rewound(TodoEntity.self, found[.todo], where: range).map { row in
            var row = row
            row.content.shown = shown(row)
            let present = row.elements.filter(\.value.isPresent).keys
            let positions = Set(present.compactMap { id in tagSpeakers[id].flatMap { order[$0] } }).sorted()
            let waits = row.elements.dependencies.keys.sorted()
            var relations = forest.relations(of: row.record.id)
            relations.tags = positions.map { tags[$0].1 }
            relations.dependsOn = waits.map { .init(stored: $0) }
            relations.isBlocked = forest.blocked.contains(row.record.id)
            relations.comments = comments[row.record.id] ?? []
            relations.location = row.locationID.flatMap { placeSpeakers[$0] }.flatMap { locations[$0] }
            var todo = row.asModel(with: relations)
            todo.settledAhead = row.settledAhead(among: settled[row.record.id, default: []].map(\.0))
            return todo
        }
        return PastState(
            date: date, todos: todos, tags: tags.map(\.1), locations: Array(locations.values),
            lists: lists)
    }

    /// The last step before a moment, which is part of it.
    /// - Throws: `history-expired`.
    func lastStep(before date: Date) throws -> Int64 {
        let horizon = try integer("SELECT prunedAt FROM historyHorizon")
        guard date.milliseconds >= horizon || horizon == 0 else {
            throw TodoError(
                .historyExpired,
                """
                The history reaches back to \(Date(milliseconds: horizon).dateTimeText(digits: 0)); what was before \
                is no longer known.
                """)
        }
        return try integer(
            """
            SELECT id FROM historyTransaction WHERE at <= \(.integer(date.milliseconds)) ORDER BY id DESC LIMIT 1
            """)
    }

    /// The contents of records before their changes after a step.
    func changes(since step: Int64) throws -> [RecordKind: [Int64: Found]] {
        var found: [RecordKind: [Int64: Found]] = [:]
        // The values after a change and their stamps are not needed, and they take most of the time to read.
        let statement = try database.bound(
            """
            SELECT kind, recordID, before, updatedAt FROM historyChange WHERE transactionID > ?
            ORDER BY transactionID DESC, ordinal DESC
            """, [.integer(step)])
        try statement.forEachRow { row in
            let (kind, rowID) = (RecordKind(rawValue: row.text()) ?? .todo, row.integer())
            let before = row.parsed(JSONValue.members)
            found[kind, default: [:]][rowID, default: Found()].add(before, updatedAt: row.optionalInteger())
        }
        return found
    }

    /// The occurrences that were settled then, by repeating to-do. Their stamps are the present ones.
    func pastSettled(
        _ found: [Int64: Found]?, where condition: SQLFragment = "series IS NOT NULL"
    ) throws -> [String: [(Occurrence, Stamp)]] {
        var settled: [String: [(Occurrence, Stamp)]] = [:]
        for todo in try rewound(TodoEntity.self, found, where: condition, includingDeleted: true) {
            guard let (series, occurrence) = todo.settled else { continue }
            settled[series, default: []].append((occurrence, todo.record.stamp(of: TodoRegister.occurrence.rawValue)))
        }
        return settled
    }

    /// The shown states of repeating to-dos at that time.
    static func pastOccurrences(
        _ settled: [String: [(Occurrence, Stamp)]]
    ) -> (TodoEntity) -> ShownState? {
        return { todo in
            let taken = settled[todo.record.id] ?? []
            return Series(todo, settled: SettledSet(taken.map(\.0))).map {
                ShownState($0, latest: taken.map(\.1).max(), written: todo)
            }
        }
    }

    /// The effective lists and parents of to-dos at that time.
    private func pastForest(
        _ found: [Int64: Found]?, of lists: [TodoList], _ shown: (TodoEntity) -> ShownState?
    ) throws -> PastForest {
        let isUsed = try integer(
            """
            SELECT EXISTS (SELECT 1 FROM todo WHERE standingList IS NOT NULL OR standingParent IS NOT NULL) \
            OR EXISTS (SELECT 1 FROM todoDependency)
            """)
        guard isUsed != 0 || found?.values.contains(where: \.isAboutOthers) ?? false else { return PastForest() }
        let rows = try rewound(TodoEntity.self, found).map { row in
            var row = row
            row.content.shown = shown(row)
            return row
        }
        return PastForest(rows, lists)
    }

    /// The lists with their effective parents at that time.
    func pastLists(_ found: [Int64: Found]?) throws -> [TodoList] {
        let rows = try rewound(ListEntity.self, found)
        let forest = ListForest(rows)
        let byID = Dictionary(rows.map { ($0.record.id, $0) }, uniquingKeysWith: { first, _ in first })
        return rows.map { row in
            var ancestors: [TodoList.Ancestor] = []
            while ancestors.count < Limits.levels,
                let above = forest.parents[ancestors.last?.id.rawValue ?? row.record.id].flatMap({ byID[$0] })
            {
                ancestors.append(
                    TodoList.Ancestor(
                        id: .init(stored: above.record.id), title: above.title,
                        isArchived: above.content.list.isArchived))
            }
            return row.asModel(with: TodoList.Relations(ancestors: ancestors.reversed()))
        }.sorted(by: Query<TodoList>.all.precedes)
    }

    /// The comments that there were then, by their to-dos.
    private func pastComments(_ found: [Int64: Found]?) throws -> [String: [Todo.Comment]] {
        let comments = try rewound(CommentEntity.self, found).map { $0.asModel(with: NoRelations()) }
        return Dictionary(grouping: comments.sorted(by: Query<Todo.Comment>.all.precedes), by: \.todo.rawValue)
    }

    /// The content of a record before its changes since a moment.
    struct Found {
        var values: [String: JSONValue] = [:]
        var updatedAt: Int64?
        /// Whether the record was created since.
        var isNew = false

        /// Whether it stood elsewhere or waited for others.
        var isAboutOthers: Bool {
            values.keys.contains { name in
                name == TodoRegister.standing.rawValue || RegisterName(name).todoElement?.isTag == false
            }
        }

        /// Adds a change that is earlier than those added before.
        /// - Parameter before: the values before it; nil if it created the record.
        mutating func add(_ before: [String: JSONValue]?, updatedAt: Int64?) {
            guard let before else {
                isNew = true
                return
            }
            values.merge(before) { _, earlier in earlier }
            self.updatedAt = updatedAt
        }
    }

    /// The records of the space before some changes.
    func rewound<Entity: RecordEntity>(
        _ type: Entity.Type, _ found: [Int64: Found]?, where condition: SQLFragment = "1",
        includingDeleted: Bool = false
    ) throws -> [Entity] {
        try entities(type, where: "(\(condition)) AND space = \(space.value)").compactMap { entity in
            var entity = entity
            if let found = found?[entity.record.rowID] {
                guard !found.isNew else { return nil }
                entity.rewind(found.values, updatedAt: found.updatedAt)
            }
            return entity.record.isDeleted && !includingDeleted ? nil : entity
        }
    }

    /// The rows that represented themselves at that time, and the representative of each id.
    private static func seen<Entity: AliasedEntity>(_ rows: [Entity]) -> ([Entity], [String: String]) {
        let speakers = Aliases.speakers(of: rows.map(\.node))
        return (rows.filter { speakers[$0.record.id] == $0.record.id }, speakers)
    }
}

/// The effective lists and parents of to-dos at a moment.
private struct PastForest {
    private var standings: [String: EffectiveStanding] = [:]
    private var titles: [String: String] = [:]
    private var lists: [String: TodoList] = [:]
    private var subtasks: [String: TodoCount] = [:]
    private var starts: [String: Due] = [:]
    /// Those that waited for others.
    private(set) var blocked: Set<String> = []

    /// Nothing stood anywhere.
    init() {}

    init(_ rows: [TodoEntity], _ lists: [TodoList]) {
        standings = Forest.standings(of: rows.map(\.node))
        self.lists = Dictionary(lists.map { ($0.id.rawValue, $0) }, uniquingKeysWith: { first, _ in first })
        titles = Dictionary(rows.map { ($0.record.id, $0.title) }, uniquingKeysWith: { first, _ in first })
        let open = Dictionary(
            rows.filter { !$0.isDone }.map { ($0.record.id, $0.content.shownStart) },
            uniquingKeysWith: { first, _ in first })
        starts = open.compactMapValues(\.self)
        // The history does not say when a dependency was written, so the time that is known now is used.
        let edges = rows.flatMap { row in
            row.elements.dependencies.map { DependencyEdge(from: row.record.id, to: $0.key, stamp: $0.value) }
        }
        let ignored = Dependencies.ignored(among: edges)
        blocked = Set(edges.filter { open[$0.from] != nil && open[$0.to] != nil && !ignored.contains($0) }.map(\.from))
        for row in rows {
            guard let parent = standings[row.record.id]?.parent else { continue }
            if row.isDone {
                subtasks[parent, default: TodoCount()].done += 1
            } else {
                subtasks[parent, default: TodoCount()].open += 1
            }
        }
    }

    func relations(of id: String) -> Todo.Relations {
        var ancestors: [Todo.Ancestor] = []
        while ancestors.count < Limits.levels, let parent = standings[ancestors.last?.id.rawValue ?? id]?.parent {
            ancestors.append(
                Todo.Ancestor(
                    id: .init(stored: parent), title: titles[parent] ?? "", isBlocked: blocked.contains(parent),
                    start: starts[parent]))
        }
        return Todo.Relations(
            list: standings[id]?.list.flatMap { lists[$0] }, ancestors: ancestors.reversed(),
            subtasks: subtasks[id] ?? TodoCount())
    }
}
