import Foundation
import TodoDomain
import TodoLocal

/// A model of an app, as it would be written outside: with public API only.
struct Pomodoro: MappedModel {
    var id: Identifier<Pomodoro>
    var todo: Todo.ID
    var minutes: Int
    var startedAt: Date
    var sound: [UInt8]?

    enum Condition: Hashable, Sendable, Codable, CustomStringConvertible, IDCondition {
        case ids([Identifier<Pomodoro>])
        case of(Todo.ID)
        case longer(than: Int)

        var description: String {
            switch self {
            case .ids: "one of some ids"
            case .of: "of a to-do"
            case .longer(let minutes): "longer than \(minutes) minutes"
            }
        }
    }

    enum SortKey: String, Hashable, Sendable, Codable, CaseIterable { case started, minutes }
    struct SortKeys: Sendable {
        let startedAt = SortKey.started
        let minutes = SortKey.minutes
    }

    static var sortKeys: SortKeys { SortKeys() }
    static var defaultOrder: [SortTerm<Pomodoro>] { [SortTerm(.started, descending: true)] }
    static var defaultMapping: PomodoroMapping { PomodoroMapping() }

    func sortValue(for key: SortKey) -> SortValue {
        switch key {
        case .started: .integer(Int64((startedAt.timeIntervalSince1970 * 1000).rounded()))
        case .minutes: .integer(Int64(minutes))
        }
    }

    func meets(_ condition: Condition) -> Bool {
        switch condition {
        case .ids(let ids): ids.contains(id)
        case .of(let todo): self.todo == todo
        case .longer(let minutes): self.minutes > minutes
        }
    }

    /// The steps that an app has released.
    static let migrations = [
        AppMigration(
            "pomodoros",
            """
            CREATE TABLE app_pomodoro (
                id TEXT PRIMARY KEY NOT NULL,
                todoID TEXT NOT NULL,
                minutes INTEGER NOT NULL CHECK (minutes > 0),
                startedAt INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX app_pomodoro_started ON app_pomodoro (startedAt DESC, id)
            """),
        AppMigration("sounds", "ALTER TABLE app_pomodoro ADD COLUMN sound BLOB"),
    ]
}

struct PomodoroRow: StoredEntity {
    static let table = "app_pomodoro"
    static let columns = ["id", "todoID", "minutes", "startedAt", "sound"]

    var id: String
    var todo: String
    var minutes: Int64
    var startedAt: Int64
    var sound: [UInt8]?

    init(_ model: Pomodoro) {
        id = model.id.rawValue
        todo = model.todo.rawValue
        minutes = Int64(model.minutes)
        startedAt = Int64((model.startedAt.timeIntervalSince1970 * 1000).rounded())
        sound = model.sound
    }

    init(reading row: inout ColumnReader) {
        id = row.text()
        todo = row.text()
        minutes = row.integer()
        startedAt = row.integer()
        sound = row.optionalBlob()
    }

    var values: [StoredValue] {
        [.text(id), .text(todo), .integer(minutes), .integer(startedAt), sound.map(StoredValue.blob) ?? .null]
    }
}

struct PomodoroMapping: Mapping {
    func sortExpression(for key: Pomodoro.SortKey) -> String {
        switch key {
        case .started: "startedAt"
        case .minutes: "minutes"
        }
    }

    func condition(
        _ condition: Pomodoro.Condition, isPaged: Bool, in transaction: ReadTransaction
    ) throws -> SQLFragment {
        switch condition {
        case .ids(let ids): "id IN (\(list: ids.map { .text($0.rawValue) }))"
        case .of(let todo): "todoID = \(.text(todo.rawValue))"
        case .longer(let minutes): "minutes > \(.integer(Int64(minutes)))"
        }
    }

    func models(from rows: [PomodoroRow], in transaction: ReadTransaction) throws -> [Pomodoro] {
        try rows.map { row in
            guard let id = Identifier<Pomodoro>(row.id), let todo = Todo.ID(row.todo) else {
                throw TodoError(.badInput, "A row of the app is not one.")
            }
            return Pomodoro(
                id: id, todo: todo, minutes: Int(row.minutes),
                startedAt: Date(timeIntervalSince1970: Double(row.startedAt) / 1000), sound: row.sound)
        }
    }

    func upsert(_ model: Pomodoro, in transaction: WriteTransaction) throws -> PomodoroRow {
        let row = PomodoroRow(model)
        try transaction.upsert(row)
        return row
    }

    func delete(_ ids: [Identifier<Pomodoro>], in transaction: WriteTransaction) throws {
        try transaction.delete(PomodoroRow.self, keys: ids.map(\.rawValue))
    }
}
