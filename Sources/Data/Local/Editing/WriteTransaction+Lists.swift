import Foundation
import GRDB
import JSON
import SQLite
package import TodoDomain

// Lists and their parents.
extension WriteTransaction {
    /// Adds a list.
    /// - Parameter isNew: as for a to-do.
    @discardableResult
    package func create(_ list: TodoList, isNew: Bool = false) throws -> ListEntity {
        let list = try list.validated()
        return try inSpace(of: ListEntity.self, list.id.rawValue) { try createHere(list, isNew: isNew) }
    }

    private func createHere(_ list: TodoList, isNew: Bool) throws -> ListEntity {
        // When a list is taken out of a cycle, the others stay where they are shown.
        let former = try reading.record(ListEntity.self, id: list.id.rawValue)?.content.parentID
        if list.parent != nil || former != nil { try prepareMove(of: list.id.rawValue, below: list.parent?.rawValue) }
        return try create(
            ListEntity(try newColumns(of: list), holding: list), isNew: isNew)
    }

    /// Changes the fields that the update names.
    @discardableResult
    package func update(_ update: TodoList.Update) throws -> ListEntity {
        let update = try update.validated()
        return try inSpace(of: ListEntity.self, update.id.rawValue) {
            let id = try reading.liveRecord(ListEntity.self, id: update.id.rawValue).record.id
            if !update.parent.isKept { try prepareMove(of: id, below: update.parent.value?.rawValue) }
            let list = try reading.liveRecord(ListEntity.self, id: id)
            return try edit(list, registers: update.registers)
        }
    }

    /// The list of the space at a path, created with the lists above it if missing. Of several lists with the path, it is the
    /// oldest.
    /// - Parameter newID: the id of a new list that was read from a file. An empty id stands for an id that follows
    ///   from the path, so that a file imported on two devices makes one list. nil stands for a random id.
    package func list(atPath path: String, newID: TodoList.ID? = nil) throws -> ListEntity {
        try deriveLists()
        if let found = try reading.lists(atPath: path).first { return found }
        let titles = TodoList.titles(ofPath: path)
        guard titles.count <= Limits.levels else { throw TodoError.listsTooDeep }
        var parent: TodoList.ID?
        if titles.count > 1 {
            parent = .init(
                stored: try list(
                    atPath: TodoList.path(Array(titles.dropLast())), newID: newID.map { _ in .init(stored: "") }
                ).record.id)
        }
        return try create(
            TodoList(
                id: try newID.flatMap { try freeID($0, path) } ?? environment.makeID(), title: titles.last ?? "",
                parent: parent,
                createdAt: Date(milliseconds: now)), isNew: true)
    }

    /// The id of an imported list, or an id that follows from its path; nil if it is taken.
    private func freeID(_ id: TodoList.ID, _ path: String) throws -> TodoList.ID? {
        let id = id.rawValue.isEmpty ? Self.listID(atPath: path) : id
        return try reading.record(ListEntity.self, id: id.rawValue) == nil ? id : nil
    }

    /// The id of a list that a file names by its path alone.
    static func listID(atPath path: String) -> TodoList.ID {
        TodoList.ID(UUID(namespace: listNamespace, name: TodoList.path(ListPath(path).parts)))
    }

    private static let listNamespace = UUID(
        uuid: (0x1C, 0x6F, 0x0B, 0x92, 0x3A, 0xD4, 0x4E, 0x57, 0x9B, 0x60, 0x2E, 0x81, 0xF7, 0x15, 0xA8, 0xC3))

    /// Writes the edges that have to be settled before a list is moved, and refuses an impossible move.
    /// - Throws: `not-found`, `would-circle`, `too-deep`.
    private func prepareMove(of id: String, below parent: String?) throws { try prepareMove(of: [id], below: parent) }

    /// The same for several lists that are moved together.
    func prepareMove(of ids: [String], below parent: String?) throws {
        if let parent { try refuseCrossing(ListEntity.self, to: parent) }
        var derivation = StandingDerivation(ListLookup(reading))
        do {
            let writes = try derivation.moving(ids, to: parent.map(StandingTarget.below) ?? .top(list: nil))
            try write(writes.filter { !ids.contains($0.id) })
        } catch StandingRefusal.circle(let path) {
            throw try circle(ofLists: path)
        } catch StandingRefusal.tooDeep {
            throw TodoError.listsTooDeep
        } catch StandingRefusal.missing(let id) {
            throw TodoError(.notFound, "There is no list with the id \(id).", effect: .nothingChanged)
        }
    }

    private func circle(ofLists path: [String], _ remedies: [TodoError.Remedy] = []) throws -> TodoError {
        let titles = try path.map { "“\(try reading.record(ListEntity.self, id: $0)?.title ?? $0)”" }
        return TodoError(
            .wouldCircle,
            titles.count == 1
                ? "A list cannot be its own parent."
                : "A list cannot be below itself: \(titles.joined(separator: " is above ")).",
            effect: .nothingChanged, remedies: remedies)
    }

    /// Refuses an edit that has put lists back below their own sublists.
    /// - Throws: `would-circle`, with the path in words.
    func refuseClosing(lists ids: Set<String>, _ remedies: [TodoError.Remedy] = []) throws {
        if let path = try StandingDerivation(ListLookup(reading)).closedCircle(byOneOf: ids) {
            throw try circle(ofLists: path, remedies)
        }
    }

    /// Settles the ignored edges that would count after the deletion of a list.
    func prepareDeletion(ofList id: String) throws {
        var derivation = StandingDerivation(ListLookup(reading))
        try write(derivation.deleting([id]))
    }

    private func write(_ writes: [StandingWrite]) throws {
        for write in writes {
            guard let list = try reading.record(ListEntity.self, id: write.id) else { continue }
            try edit(list, registers: [ListRegister.parent.rawValue: .register(write.standing.parent)])
        }
    }
}

extension TodoError {
    fileprivate static let listsTooDeep = TodoError(
        .tooDeep, "Lists are nested at most \(Limits.levels) levels deep.", effect: .nothingChanged)
}

extension ListEntity {
    /// A new row with the content of a list, under one stamp.
    init(_ record: RecordColumns, holding list: TodoList) { self.init(record, holding: TodoList.Content(list)) }
}

/// Looks up lists for ``StandingDerivation``.
struct ListLookup: StandingLookup {
    let transaction: ReadTransaction

    init(_ transaction: ReadTransaction) { self.transaction = transaction }

    func node(_ id: String) throws -> StandingNode? { try transaction.record(ListEntity.self, id: id)?.node }

    func children(of ids: [String]) throws -> [StandingNode] {
        try transaction.entities(
            ListEntity.self,
            where:
                "isDeleted = 0 AND parentID IN (\(list: ids.map(StoredValue.text))) AND space = \(transaction.space.value)"
        ).map(\.node)
    }
}
