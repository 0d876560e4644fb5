import Foundation
import JSON
import TodoDomain

/// Reads a JSON document element by element, in any of its forms.
struct JSONDocumentReader: ItemReader {
    /// The position in the document.
    private enum State {
        case start
        /// After a member of the document's object, or after its opening bracket.
        case members(isFirst: Bool)
        /// In an array of records, after one of them or after the opening bracket.
        case records(JSONRecordKind, isFirst: Bool, isTopLevel: Bool)
        case end
    }

    private var source: ByteSource
    private var decoder: TodoJSONDecoder
    private var state = State.start
    private var isFinished = false
    private var counts: [JSONRecordKind: Int] = [:]
    /// Whether anything was read.
    private var hasGiven = false
    /// The reason why the document may be refused: it looks like a file of another program.
    private var looksLike: InputError?

    init(source: ByteSource, decoder: TodoJSONDecoder) {
        self.source = source
        self.decoder = decoder
    }

    var bytesRead: Int { source.bytesConsumed }
    var undated: Date? { decoder.context.now }
    var isOrdered: Bool { decoder.isOrdered }
    var kept: [String: Int] { decoder.kept }
    /// Equal records are distinguished within a file.
    var numbers: RecordNumbers? {
        get { nil }
        set {}
    }
    var renditions: (@Sendable (Todo) -> [Todo])? { decoder.renditions }

    func renamed(_ todo: Todo) -> Todo { todo }

    mutating func next() throws -> ImportItem? {
        do {
            while true {
                if let item = decoder.takeReady() {
                    hasGiven = true
                    return item
                }
                switch state {
                case .start:
                    looksLike = ForeignPrograms.refusal(of: FileBeginning(try source.peek(upTo: FileBeginning.size)))
                    if let item = try start() { return item }
                case .members(let isFirst): try nextMember(isFirst: isFirst)
                case .records(let kind, let isFirst, let isTopLevel):
                    if let item = try nextRecord(kind, isFirst: isFirst, isTopLevel: isTopLevel) { return item }
                case .end:
                    guard !isFinished else { return nil }
                    isFinished = true
                    try decoder.finish()
                    if !decoder.isOwn, !hasGiven, counts.isEmpty, let looksLike { throw looksLike }
                }
            }
        } catch {
            state = .end
            isFinished = true
            if !decoder.isOwn, !hasGiven, let looksLike { throw badInput("the file", looksLike) }
            throw badInput("byte \(source.bytesConsumed + 1)", error)
        }
    }

    /// Determines the form of the document from its first bytes.
    private mutating func start() throws -> ImportItem? {
        switch try source.nextSignificant() {
        case UInt8(ascii: "["):
            source.consume(1)
            state = .records(.todo, isFirst: true, isTopLevel: true)
            return nil
        case UInt8(ascii: "{"):
            if try isDocument() {
                source.consume(1)
                state = .members(isFirst: true)
                return nil
            }
            let item = try record(.todo)
            try finish()
            return item
        case nil: throw InputError("the file is empty")
        default: throw InputError("the file must hold a JSON object or array")
        }
    }

    /// Whether an object contains records and is not a record itself. Its first key decides, which is never a field of a
    /// to-do.
    private mutating func isDocument() throws -> Bool {
        let beginning = try source.peek(upTo: 4096).dropFirst()
        let text = beginning.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return Self.documentKeys.contains { text.starts(with: "\"\($0)\"".utf8) }
    }

    private static let documentKeys = [
        "format", "version", "todos", "locations", "lists", "views", "items", "tasks", "results", "page", "pageSize",
        "total", "nextCursor",
    ]

    private mutating func nextMember(isFirst: Bool) throws {
        if try source.skipSignificant("}") { return try finish() }
        if !isFirst {
            guard try source.skipSignificant(",") else { throw InputError("a comma or a closing brace is missing") }
        }
        state = .members(isFirst: false)
        guard try source.nextSignificant() == UInt8(ascii: "\"") else {
            throw InputError("a name in quotes is missing")
        }
        let key = try source.nextElement { try $0.string() }
        guard try source.skipSignificant(":") else { throw InputError("a colon is missing") }
        switch key {
        case "tags": try enter(.tag, key)
        case "locations": try enter(.location, key)
        case "lists": try enter(.list, key)
        case "views": try enter(.view, key)
        case "todos", "items", "tasks", "results": try enter(.todo, key)
        case "format":
            guard try source.nextElement({ try $0.value() }) == "todo" else {
                throw looksLike ?? InputError("the document is of another format")
            }
            decoder.isOwn = true
        case "version" where !decoder.isOwn: try source.nextElement { try $0.skip() }
        case "version":
            guard let version = try source.nextElement({ try $0.value() }).integer, version >= 1 else {
                throw InputError.field("version", "a whole number from 1")
            }
            guard version <= JSONFormat.version else {
                throw InputError("the document has version \(version), which a newer version of this program wrote")
            }
        default: try source.nextElement { try $0.skip() }
        }
    }

    private mutating func enter(_ kind: JSONRecordKind, _ key: String) throws {
        guard try source.skipSignificant("[") else { throw InputError.field(key, "an array") }
        state = .records(kind, isFirst: true, isTopLevel: false)
    }

    private mutating func nextRecord(_ kind: JSONRecordKind, isFirst: Bool, isTopLevel: Bool) throws -> ImportItem? {
        if try source.skipSignificant("]") {
            if isTopLevel { try finish() } else { state = .members(isFirst: false) }
            return nil
        }
        if !isFirst {
            guard try source.skipSignificant(",") else { throw InputError("a comma or a closing bracket is missing") }
        }
        let item = try record(kind)
        state = .records(kind, isFirst: false, isTopLevel: isTopLevel)
        return item
    }

    private mutating func record(_ kind: JSONRecordKind) throws -> ImportItem? {
        counts[kind, default: 0] += 1
        let position = "\(kind.label) \(counts[kind, default: 0])"
        do {
            return try source.nextElement { try decoder.item(&$0, expecting: kind, at: position) }
        } catch {
            throw badInput(position, error)
        }
    }

    private mutating func finish() throws {
        state = .end
        guard try source.nextSignificant() == nil else {
            throw InputError("text follows the document; a file with one object per line is of the format ndjson")
        }
    }
}
