import Foundation
import JSON
import SQLite
import TodoDomain

/// Copies the content of a list into another space.
///
/// The ids of the copies follow from the target and from those of the originals, so that two devices of one person make one
/// copy. The registers keep their stamps, so that a later edit wins wherever it was made, and what was done before or after an
/// occurrence was settled stays so. References lead to the copies; those to what is not copied are left out.
final class SpaceCopy {
    private let transaction: WriteTransaction
    private let source: SpaceID
    private let target: SpaceID
    private let namespace: UUID
    private let content: SpaceContent
    private let root: String
    /// The ids of the copies by those of the originals.
    private(set) var lists: [String: String] = [:]
    private(set) var todos: [String: String] = [:]
    /// The tags of the target by the rows of those of the source, and its places by the ids of those of the source.
    private var tags: [Int64: String] = [:]
    private var places: [String: String?] = [:]

    /// A copy of a list and its content.
    /// - Parameter name: what tells this copy from others of the same originals: the name of the target on the remote.
    init(
        of list: ListEntity, _ content: SpaceContent, into target: SpaceID, named name: String,
        in transaction: WriteTransaction
    ) {
        self.transaction = transaction
        self.target = target
        self.content = content
        source = list.record.space
        root = list.record.id
        namespace = UUID(namespace: Self.namespace, name: name)
        for list in content.lists { lists[list.record.id] = newID(list.record.id) }
        // A series is copied before what settles its occurrences, whose ids follow from its own.
        for todo in content.todos where todo.settled == nil { todos[todo.record.id] = newID(todo.record.id) }
        for todo in content.todos where todo.settled != nil { todos[todo.record.id] = settlingID(of: todo) }
    }

    /// The namespace of the ids of copies; never to be changed.
    private static let namespace = UUID(
        uuid: (0x5D, 0x0E, 0x83, 0x27, 0xC9, 0x1B, 0x4F, 0x6A, 0x8E, 0x72, 0x94, 0x3D, 0x60, 0xAF, 0x15, 0xB8))

    private func newID(_ id: String) -> String { UUID(namespace: namespace, name: id).uuidString.lowercased() }

    private func settlingID(of todo: TodoEntity) -> String {
        guard let settled = todo.settled, let series = todos[settled.series],
            settled.occurrence.id(in: .init(stored: settled.series)).rawValue == todo.record.id
        else { return newID(todo.record.id) }
        return settled.occurrence.id(in: .init(stored: series)).rawValue
    }

    /// Writes the copies.
    func write() throws -> SpaceMove {
        try transaction.copying(into: target) {
            for list in content.lists { try put(ListEntity.self, copy(of: list)) }
            for todo in content.todos { try put(TodoEntity.self, copy(of: todo)) }
            for comment in content.comments { try put(CommentEntity.self, copy(of: comment)) }
        }
        return SpaceMove(
            list: .init(stored: lists[root] ?? root), todos: content.liveTodos.count, tags: Set(tags.values).count,
            places: Set(places.values.compactMap(\.self)).count,
            reminders: content.liveTodos.reduce(0) { $0 + $1.content.alarms.count })
    }

    /// Merges a copy into the target, where an earlier move may have made it.
    private func put<Entity: RecordEntity>(_ type: Entity.Type, _ record: Record) throws {
        let (row, _) = try transaction.merge(type, record)
        guard row.record.isDeleted, !record.isDeleted else { return }
        // An undo took an earlier move back, and what it wrote is later than the registers of the original.
        var registers = row.registers.mapValues { _ in JSONValue.null }
        registers.merge(record.registers.mapValues(\.value)) { $1 }
        var elements = row.elements.mapValues { _ in false }
        elements.merge(record.elements.mapValues(\.isPresent)) { $1 }
        try transaction.edit(row, registers: registers, elements: elements, deletion: .revive, asWritten: true)
    }

    /// The record under another id, with changed values.
    private func copy(of record: Record, as id: String, _ value: (String, JSONValue) -> JSONValue) -> Record {
        var copy = Record(
            kind: record.kind, id: id, createdAt: record.createdAt, origin: record.origin, deletion: record.deletion)
        for (name, register) in record.registers {
            copy.registers[name] = Record.Register(value(name, register.value), register.stamp)
        }
        return copy
    }

    private func copy(of list: ListEntity) -> Record {
        let id = list.record.id
        return copy(of: list.asRecord, as: lists[id] ?? newID(id)) { name, value in
            switch ListRegister(rawValue: name) {
            case .parent: .register(id == root ? nil : value.string.flatMap { lists[$0] } ?? lists[root])
            case .position: position(value)
            case nil where name == TodoRegister.movedTo.rawValue: .null
            case .title, .color, .archived, nil: value
            }
        }
    }

    private func copy(of comment: CommentEntity) -> Record {
        copy(of: comment.asRecord, as: newID(comment.record.id)) { name, value in
            name == CommentRegister.todo.rawValue ? .register(value.string.flatMap { todos[$0] }) : value
        }
    }

    private func copy(of todo: TodoEntity) throws -> Record {
        let original = todo.asRecord
        let series = todo.content.series.flatMap { todos[$0] }
        let place = try todo.content.locationID.flatMap { try self.place($0) }
        var copy = copy(of: original, as: todos[todo.record.id] ?? newID(todo.record.id)) { name, value in
            switch TodoRegister(rawValue: name) {
            case .location: .register(place)
            case .position: position(value)
            case .series: .register(series)
            // Without its series it is an ordinary to-do.
            case .occurrence, .skipped: series == nil ? .null : value
            case .movedTo: .null
            default: value
            }
        }
        let standing = TodoRegister.standing.rawValue
        copy.registers[standing] = Record.Register(
            .standing(self.standing(of: todo)), original.registers[standing]?.stamp)
        for (key, element) in original.elements where element.isPresent {
            switch TodoElement(key) {
            case .tag(let id): if let tag = try tag(id) { copy.elements[TodoElement.tag(tag).key] = element }
            case .dependency(let id):
                if let other = todos[id] { copy.elements[TodoElement.dependency(other).key] = element }
            }
        }
        return copy
    }

    /// The list and the parent of a copy. What settles an occurrence may have been in no list, or in another one.
    private func standing(of todo: TodoEntity) -> Standing {
        let (standing, shown) = (todo.content.standing, content.shownIn[todo.record.rowID])
        let list = standing.list.flatMap { lists[$0] }
        if let parent = standing.parent.flatMap({ todos[$0] }) { return Standing(list: list, parent: parent) }
        return Standing(list: list ?? shown.flatMap { lists[$0] } ?? lists[root])
    }

    private func position(_ value: JSONValue) -> JSONValue {
        guard let position = value.asOrderPosition else { return value }
        let container: OrderContainer? =
            switch OrderContainer(name: position.container) {
            case .list(let id): lists[id.rawValue].map { .list(.init(stored: $0)) }
            case .todo(let id): todos[id.rawValue].map { .todo(.init(stored: $0)) }
            case .top: .top
            case .inbox, nil: nil
            }
        return .order(container.map { OrderPosition(container: $0.name, key: position.key) })
    }

    /// The tag of the target with the title of one of the source; nil if that is not there.
    private func tag(_ id: String) throws -> String? {
        guard let row = try transaction.within(source, { try transaction.seenRow(TagEntity.self, id: id) }) else {
            return nil
        }
        if let known = tags[row] { return known }
        guard let tag = try transaction.reading.entities(TagEntity.self, where: "rowID = \(.integer(row))").first else {
            return nil
        }
        let isKnown =
            try transaction.reading.tag(named: .text(TagName.folded(tag.content.tag.title))) != nil
        var found = try transaction.tag(titled: tag.content.tag.title)
        if !isKnown, let color = tag.content.tag.color {
            found = try transaction.edit(found, registers: [TagRegister.color.rawValue: .string(color)])
        }
        tags[row] = found.record.id
        return found.record.id
    }

    /// The place of the target that is the same as one of the source; nil if that is not there.
    private func place(_ id: String) throws -> String? {
        if let known = places[id] { return known }
        let reading = transaction.reading
        let original = try reading.within(source).entities(
            LocationEntity.self, where: LocationEntity.seen(id: id, in: source)
        ).first
        guard let original else {
            places[id] = .some(nil)
            return nil
        }
        var copy = try reading.place(alike: original.content.location)?.record.id
        if copy == nil {
            let record = self.copy(of: original.asRecord, as: newID(original.record.id)) { name, value in
                name == LocationRegister.mergedInto.rawValue ? .null : value
            }
            try put(LocationEntity.self, record)
            copy = record.id
        }
        places[id] = .some(copy)
        return copy
    }
}

extension ReadTransaction {
    /// The place of the space with the position and the name of another one; nil if there is none.
    func place(alike place: Location) throws -> LocationEntity? {
        try entities(
            LocationEntity.self,
            where: """
                isDeleted = 0 AND space = \(space.value) AND latitude = \(.real(place.latitude)) \
                AND longitude = \(.real(place.longitude)) AND placeName IS \(StoredValue(place.placeName)) ORDER BY id
                """
        ).first
    }
}
