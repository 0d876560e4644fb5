import Foundation
import GRDB
import TodoDomain
import TodoKit
import TodoKitTesting
import TodoLocal

@testable import DavMerge

/// A store and its clients, without HTTP.
struct MergeStage {
    let clock = ManualClock()
    let store: TodoStore
    let database: DavDatabase
    let merge: DavMerge
    let items: DavItems

    init(_ rules: MergeRules = MergeRules(), seed: UInt64 = 1) throws {
        store = try TodoStore.testing(clock: clock, seed: seed)
        database = try DavDatabase(path: nil, migrations: [{ DavMerge.registerMigrations(&$0) }])
        items = DavItems(store: store)
        merge = DavMerge(store: store, database: database, items: items, rules: rules)
    }

    static let phone = DavClient(password: "phone", agent: "DAVx5")
    static let home = DavClient(password: "home", agent: "HomeAssistant")

    func todo(_ id: Todo.ID) async throws -> Todo { try await store.todos.find(id) }

    func item(_ id: Todo.ID) async throws -> DavItem? { try await items.items([id]).first }

    /// What a client reads.
    func read(_ id: Todo.ID, by client: DavClient = MergeStage.phone) async throws -> SeenTodo {
        guard let item = try await item(id) else { throw DavRefusal(.notFound, "nothing to read") }
        try await merge.served([item], to: client)
        return SeenTodo(item)
    }

    @discardableResult
    func put(
        _ seen: SeenTodo, by client: DavClient = MergeStage.phone, matching etag: String? = nil,
        in collection: DavCollection = .inbox, isNew: Bool = false
    ) async throws -> DavPut.Outcome {
        let place = DavPlace(collection, todo: isNew ? nil : seen.todo)
        let claim = DavClaim(ifMatch: etag.map { [$0] }, isForNew: isNew)
        return try await merge.put(seen.bytes, to: place, client: client, claim: claim).outcome
    }

    /// How many steps the history has.
    func steps() async throws -> Int64 {
        try await store.stack.read { try $0.integer("SELECT count(*) FROM historyTransaction") }
    }

    /// The values that are recorded as overwritten.
    func conflicts() async throws -> [ConflictRecord] {
        try await store.stack.read { transaction in
            try transaction.entities(ConflictEntity.self, where: "isDeleted = 0").compactMap {
                ConflictRecord($0.content)
            }
        }
    }

    /// What has settled occurrences of a series.
    func settled(_ id: Todo.ID) async throws -> [Todo] {
        try await store.todos.fetch(.all.limit(100)).items.filter { $0.series == id }
    }
}

/// An object as a client has it, whose lines it changes.
struct SeenTodo: Sendable {
    var todo: Todo.ID?
    var etag = ""
    /// The unfolded lines of the VTODO.
    var lines: [String]

    init(_ item: DavItem) {
        todo = item.todo
        etag = item.etag
        let text = String(decoding: item.bytes, as: UTF8.self).replacing("\r\n ", with: "")
        let all = text.split(separator: "\r\n").map(String.init)
        let (start, end) = (all.firstIndex(of: "BEGIN:VTODO") ?? 0, all.firstIndex(of: "END:VTODO") ?? 1)
        lines = Array(all[(start + 1)..<end])
    }

    init(_ lines: [String]) { self.lines = lines }

    var bytes: [UInt8] {
        Array(
            (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN", "BEGIN:VTODO"] + lines + [
                "END:VTODO", "END:VCALENDAR", "",
            ]).joined(separator: "\r\n").utf8)
    }

    static func name(_ line: String) -> String { String(line.prefix { $0 != ":" && $0 != ";" }) }

    func line(_ name: String) -> String? { lines.first { Self.name($0) == name } }

    /// With other lines in place of those of their names.
    func with(_ new: String...) -> SeenTodo {
        var seen = self
        for line in new {
            let name = Self.name(line)
            let index = seen.lines.firstIndex { Self.name($0) == name }
            seen.lines.removeAll { Self.name($0) == name }
            seen.lines.insert(line, at: min(index ?? 1, seen.lines.count))
        }
        return seen
    }

    func without(_ names: String...) -> SeenTodo {
        var seen = self
        seen.lines.removeAll { names.contains(Self.name($0)) }
        return seen
    }

    /// With these properties alone, as a client that builds its objects anew.
    func only(_ names: String...) -> SeenTodo {
        var seen = self
        seen.lines = lines.filter { (names + ["UID"]).contains(Self.name($0)) }
        return seen
    }
}
