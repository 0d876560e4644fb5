import Benchmark
import FirestoreWire
import Foundation

/// Converts 10,000 documents of 1.4 KB between bytes and values, compared with both of Foundation's ways.
enum Wire {
    private static let bodies = (0..<10_000).map { body($0) }
    private static let documents = bodies.compactMap { try? Document(json: $0) }
    // Never written to once created.
    private nonisolated(unsafe) static let objects = bodies.compactMap {
        try? JSONSerialization.jsonObject(with: Data($0))
    }

    private static let models = bodies.compactMap { try? JSONDecoder().decode(CodableDocument.self, from: Data($0)) }

    /// The same document with synthesised `Codable`.
    private struct CodableDocument: Codable, Sendable {
        let name: String
        let fields: [String: CodableValue]
    }
    private struct CodableValue: Codable, Sendable {
        let stringValue: String?
        let integerValue: String?
        let timestampValue: String?
        let mapValue: CodableMap?
    }
    private struct CodableMap: Codable, Sendable { let fields: [String: CodableValue] }

    static func register() {
        measure("decode.ours") { for body in bodies { blackHole(try Document(json: body)) } }
        measure("decode.limit") {
            for body in bodies { blackHole(try JSONSerialization.jsonObject(with: Data(body))) }
        }
        measure("decode.codable") {
            let decoder = JSONDecoder()
            for body in bodies { blackHole(try decoder.decode(CodableDocument.self, from: Data(body))) }
        }
        measure("encode.ours") { for document in documents { blackHole(document.json) } }
        measure("encode.limit") {
            for object in objects { blackHole(try JSONSerialization.data(withJSONObject: object)) }
        }
        measure("encode.codable") {
            let encoder = JSONEncoder()
            for model in models { blackHole(try encoder.encode(model)) }
        }
    }

    private static func measure(_ name: String, _ work: @escaping () throws -> Void) {
        Benchmark(name, configuration: .times(9)) { benchmark in
            benchmark.startMeasurement()
            try work()
            benchmark.stopMeasurement()
        } setup: {
            precondition([documents.count, objects.count, models.count].allSatisfy { $0 == bodies.count })
        }
    }

    /// A to-do as it is sent: texts, numbers, and a stamp for each field.
    private static func body(_ number: Int) -> [UInt8] {
        let id = UUID().uuidString.lowercased()
        let stamp = "01jd3k9v8q\(String(format: "%010d", number))"
        func member(_ name: String, _ type: String, _ value: String) -> String { "\"\(name)\":{\"\(type)\":\(value)}" }
        func text(_ name: String, _ value: String) -> String { member(name, "stringValue", "\"\(value)\"") }
        func map(_ name: String, _ members: [String]) -> String {
            member(name, "mapValue", "{\"fields\":{\(members.joined(separator: ","))}}")
        }
        let fields = [
            text("title", "Crème brûlée for the party, number \(number)"),
            text("notes", String(repeating: "Six eggs, vanilla, cream; \\\"slowly\\\" 牛乳. ", count: 10)),
            text("priority", "high"), member("seq", "integerValue", "\"\(number)\""),
            member("v", "integerValue", "\"1\""), member("c", "timestampValue", "\"2026-11-21T10:00:00.123Z\""),
            map("due", [text("day", "2026-12-24")]),
            map("tags", (0..<3).map { text("tag-\($0)-\(id)", stamp) }),
            map("s", ["*", "title", "notes", "priority", "due"].map { text($0, stamp) }),
        ]
        let name = "projects/todo/databases/(default)/documents/users/ada/todos/\(id)"
        return Array("{\"name\":\"\(name)\",\"fields\":{\(fields.joined(separator: ","))}}".utf8)
    }
}
