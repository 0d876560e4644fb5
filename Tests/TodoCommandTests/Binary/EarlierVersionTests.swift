import Foundation
import JSON
import TestSupport
import Testing
import TodoLocal

/// Databases written by the program itself, one for each version of the schema.
@Suite("Databases of earlier versions")
struct EarlierVersionTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures")
        .standardized
    private static let versions: [Int] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.compactMap { $0.wholeMatch(of: /database-(\d+)\.db\.gz/).flatMap { Int($0.1) } }.sorted()
    }()

    @Test("the newest version has one")
    func newest() { #expect(Self.versions.last == Schema.current.version) }

    @Test("each opens with all that was in it, is sound, and its last step can be taken back", arguments: versions)
    func opens(version: Int) throws {
        let todo = try TodoProcess()
        let fixture = Self.folder.appending(path: "database-\(version)").path
        #expect(try todo.shell("gzip -dc '\(fixture).db.gz' > todo.db && chmod 600 todo.db").status == 0)
        let expected = try JSONValue(parsing: String(contentsOfFile: fixture + ".json", encoding: .utf8))
        let history = try todo("history", "--json").json()["items"]?.elements?.count ?? 0
        #expect(history > 5)
        #expect(try export(todo, as: expected) == expected)
        let report = try todo("doctor")
        #expect(report.status == 0, "\(report.output)")
        try todo("undo")
        #expect(try export(todo, as: expected) != expected)
        try todo("redo")
        #expect(try export(todo, as: expected) == expected)
        #expect(try todo.titles("search", "creme") == ["Crème brûlée"])
    }

    /// The export, without the members that no to-do and no list had when the database was written, which are empty, and without
    /// lists and views if there were none.
    private func export(_ todo: TodoProcess, as expected: JSONValue) throws -> JSONValue {
        var document = try #require(try todo("export", "--format", "json").json().members)
        let empty: [JSONValue] = [.null, ["open": 0, "done": 0], [], false]
        for records in ["todos", "lists"] {
            let known = Set(expected[records]?.elements?.first?.members?.keys.map { $0 } ?? [])
            document[records] = .array(
                (document[records]?.elements ?? []).map { item in
                    .object((item.members ?? [:]).filter { known.contains($0.key) || !empty.contains($0.value) })
                })
        }
        for records in ["lists", "views"] where expected[records] == nil && document[records] == [] {
            document[records] = nil
        }
        return .object(document)
    }
}
