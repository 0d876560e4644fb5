import GRDB
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// The columns of each kind of record, which follow from its fields.
@Suite("Rows of each kind")
struct RowLayoutTests {
    @Test("each field is written to its columns and read from them", arguments: RecordKind.allCases)
    func everyField(of kind: RecordKind) async throws {
        // A repeating to-do itself is never done.
        for missing in kind == .todo ? [TodoRegister.recurrence, .completion] : [nil] {
            try await everyField(of: kind, but: missing?.rawValue)
        }
    }

    private func everyField(of kind: RecordKind, but missing: String?) async throws {
        func expect<Entity: RecordEntity>(_ type: Entity.Type) async throws {
            let stack = try TestStore().stack
            var full = Entity.Content.full(1)
            if let missing { full.set(missing, to: .null) }
            var record = Record(kind: kind, id: "a", createdAt: 0, origin: .sample)
            for (name, value) in full.registers { record.registers[name] = Record.Register(value) }
            try await stack.merge(record)
            let row = try #require(try await stack.read { try $0.record(type, id: "a") })
            #expect(row.content.registers == full.registers)
            for field in Entity.Content.fields.all where !field.value.isMissing(in: .null) {
                record.registers[field.name] = Record.Register(.null, .later)
                try await stack.merge(record)
                let emptied = try #require(try await stack.read { try $0.record(type, id: "a") })
                #expect(emptied.content.value(of: field.name).isNull, "\(field.name)")
            }
        }
        switch kind {
        case .todo: try await expect(TodoEntity.self)
        case .tag: try await expect(TagEntity.self)
        case .location: try await expect(LocationEntity.self)
        case .list: try await expect(ListEntity.self)
        case .comment: try await expect(CommentEntity.self)
        case .view: try await expect(ViewEntity.self)
        case .app: try await expect(AppEntity.self)
        case .conflict: try await expect(ConflictEntity.self)
        case .device: try await expect(DeviceEntity.self)
        case .membership: try await expect(MembershipEntity.self)
        }
    }

    @Test("a new row has each field of its model")
    func newRows() throws {
        let todo = Todo.full(1).asEntity()
        for field in Todo.Content.fields.all {
            #expect(!field.isOther(in: todo.content, than: Todo.Content(Todo.full(1))), "\(field.name)")
        }
        #expect(todo.asModel(with: Todo.full(1).relations) == Todo.full(1))
    }
}

extension Stamp {
    fileprivate static let sample = Stamp(milliseconds: 1, counter: 0, device: DeviceID(rawValue: 1))
    fileprivate static let later = Stamp(milliseconds: 2, counter: 0, device: DeviceID(rawValue: 1))
}
