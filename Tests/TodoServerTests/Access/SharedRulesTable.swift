import FirestoreWire
import Foundation
import HTTPTypes
import JSON
import Testing

/// The table of `Fixtures/shared-rules.json`: who may do what in a shared space.
///
/// `given` holds the documents of a space by `kind/id`, where `head` stands for `sync/head` and `<one>` for the SHA-256 of
/// the secret `one`, as listed in `secrets`. Each row is judged in a new space with these documents, as changed by the
/// row's own `given`, or in an empty one. The user `as` gets a document, lists a collection, or makes a commit.
///
/// A commit, like a `given`, names what differs from the document that is there: a name with a dot leads into a map, and
/// null takes a field away. In a commit, null in place of a document deletes it, and the fields that every record needs
/// are there already. `{"$ahead": seconds}` is a time from now, `{"$aheadMillis": n}` the same as a number,
/// `{"$copies": [n, value]}` a list, and `{"$people": n}` a map of ann, the owner, and other editors.
struct SharedRulesTable {
    /// A request, and whether the rules allow it.
    struct Row {
        let json: JSONValue

        var name: String { json["name"]?.string ?? "" }
        var user: String { json["as"]?.string ?? "" }
        var isAllowed: Bool { json["allowed"] == true }
    }

    let rows: [Row]
    private let given: [String: JSONValue]
    private let secrets: [String: JSONValue]
    /// The same for all documents, so that a time that is written twice is not changed.
    private let now = Int64(Date().timeIntervalSince1970)

    init() throws {
        let url = try #require(
            Bundle.module.url(forResource: "shared-rules", withExtension: "json", subdirectory: "Fixtures"))
        let json = try JSONValue(parsing: Data(contentsOf: url))
        rows = try #require(json["rows"]?.elements).map(Row.init)
        given = try #require(json["given"]?.members)
        secrets = try #require(json["secrets"]?.members)
    }

    /// All people of the table.
    var people: Set<String> { Set(rows.map(\.user)) }

    /// The id of a new space for the row.
    static func newSpace(for row: Row) -> String {
        let digits = Array("0123456789abcdefghijklmnopqrstuv")
        let id = String((0..<26).map { _ in digits[Int.random(in: 0..<32)] })
        return switch row.json["space"]?.string {
        case "short": String(id.dropLast())
        case "letter": id.dropLast() + "w"
        default: id
        }
    }

    /// The writes that make the documents of the row's space, below `root`.
    func preparation(of row: Row, in root: String) -> [JSONValue] {
        state(of: row).sorted { $0.key < $1.key }.map { path, document in
            update(name(path, in: root), document)
        }
    }

    /// The method, the path below `documents` and the body of the row's request.
    func request(
        of row: Row, in space: String, documents: String
    ) -> (method: HTTPRequest.Method, path: String, body: JSONValue?) {
        let root = "\(documents)/\(space)"
        if let path = row.json["get"]?.string {
            return (.get, String(name(path, in: root).dropFirst(documents.count)), nil)
        }
        if let kind = row.json["list"]?.string { return (.get, "/\(space)/\(kind)", nil) }
        let state = state(of: row)
        let writes = (row.json["commit"]?.members ?? [:]).sorted { $0.key < $1.key }.map { path, change -> JSONValue in
            let name = name(path, in: root)
            guard change != .null else { return ["delete": .string(name)] }
            let isUse = path.hasPrefix("invites/") && state[path] != nil
            var document = state[path]?.members ?? [:]
            if !isUse { document.merge(Self.common(path, by: row.user)) { $1 } }
            return update(name, Self.changed(.object(document), by: change))
        }
        return (.post, ":commit", ["writes": .array(writes)])
    }

    private func state(of row: Row) -> [String: JSONValue] {
        guard row.json["empty"] != true else { return [:] }
        var state = given
        for (path, change) in row.json["given"]?.members ?? [:] {
            state[path] = Self.changed(state[path] ?? [:], by: change)
        }
        return state
    }

    private func name(_ path: String, in root: String) -> String {
        guard path != "head" else { return "\(root)/sync/head" }
        guard let start = path.firstIndex(of: "<"), let end = path.firstIndex(of: ">") else { return "\(root)/\(path)" }
        let secret = path[path.index(after: start)..<end]
        return "\(root)/\(path[..<start])\(secrets[String(secret)]?.string ?? "")"
    }

    /// The fields that the rules ask of each document there.
    private static func common(_ path: String, by user: String) -> [String: JSONValue] {
        switch path.prefix(while: { $0 != "/" }) {
        case "head", "sync", "joins", "keys": [:]
        case "invites": ["role": "editor", "left": 1, "expires": ["$ahead": 604800], "by": .string(user)]
        default: ["seq": 8, "hi": 1, "v": 2, "by": .string(user)]
        }
    }

    private static func changed(_ document: JSONValue, by change: JSONValue) -> JSONValue {
        var fields = document.members ?? [:]
        for (name, value) in change.members ?? [:] {
            let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
            if parts.count == 2 {
                let inner = plain(fields[parts[0]] ?? [:])
                fields[parts[0]] = changed(inner, by: [parts[1]: value])
            } else {
                fields[name] = value == .null ? nil : value
            }
        }
        return .object(fields)
    }

    /// A map of people in place of its abbreviation.
    private static func plain(_ json: JSONValue) -> JSONValue {
        guard let count = json["$people"]?.integer else { return json }
        let others = (1..<count).map { ("p\($0)", JSONValue.string("editor")) }
        return .object(Dictionary([("ann", "owner")] + others) { $1 })
    }

    private func update(_ name: String, _ document: JSONValue) -> JSONValue {
        let fields = Fields((document.members ?? [:]).map { ($0.key, value($0.value)) })
        let write = Write(.update(Document(name: name, fields: fields)))
        return (try? JSONValue(parsing: write.json)) ?? .null
    }

    private func value(_ json: JSONValue) -> Value {
        switch json {
        case .null: return .null
        case .bool(let value): return .boolean(value)
        case .integer(let value): return .integer(value)
        case .double(let value): return .double(value)
        case .string(let text): return .string(text)
        case .array(let elements): return .array(elements.map(value))
        case .object(let members):
            if let number = members["$double"]?.number { return .double(number) }
            if let seconds = members["$ahead"]?.integer {
                return Timestamp(seconds: now + seconds).map(Value.timestamp) ?? .null
            }
            if let milliseconds = members["$aheadMillis"]?.integer {
                return .integer(Int64(Date().timeIntervalSince1970 * 1000) + milliseconds)
            }
            if let copies = members["$copies"], let count = copies[0]?.integer, let element = copies[1] {
                return .array(Array(repeating: value(element), count: Int(count)))
            }
            let map = Self.plain(json).members ?? [:]
            return .map(Fields(map.map { ($0.key, value($0.value)) }))
        }
    }
}
