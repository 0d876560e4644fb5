import Basics
package import FirestoreWire
import Foundation

/// Puts a space somewhere from the lines of an export. Its head stays the same, and so do its generation and its
/// numbers. So it is the same space to its devices.
///
/// A mark in place of the head keeps devices away from an incomplete space: to them it is not a space. The head comes
/// last, and only if the mark is still there.
package struct SpaceImport {
    /// The field of a head that is a mark.
    package static let mark = "moving"

    private let host: any SpaceHost
    private let isReplacing: Bool
    private var head: Document?
    private var writes: [Write] = []
    private var names: Set<String> = []
    private var size = 0
    private var count = 0

    /// Fewer writes than a commit may have.
    private static let maximumWrites = 400
    /// Less than the body of a commit may have.
    private static let maximumSize = 4 << 20

    /// - Parameter isReplacing: whether an existing space is deleted first.
    package init(into host: any SpaceHost, replacing isReplacing: Bool) {
        self.host = host
        self.isReplacing = isReplacing
    }

    /// Imports all lines after the header; returns the number of those with documents.
    /// - Parameter source: The document above the space in the header.
    /// - Throws: ``ServerError``, or errors of the host. Then the mark stays, if it was set, and another import starts
    ///   from the beginning.
    package mutating func run(
        from source: ResourceName, _ lines: some Sequence<Result<SpaceLine, any Error>>
    ) async throws -> Int {
        guard source.isShared == host.root.isShared else {
            throw ServerError(
                .incompleteExport,
                "The file holds \(source.text), which cannot become \(host.root.text); name a \(source.isShared ? "space" : "user")."
            )
        }
        let marked = try await begin()
        var isComplete = false
        for line in lines {
            guard !isComplete else { throw SpaceLine.malformed }
            switch try line.get() {
            case .header: throw SpaceLine.malformed
            case .document(let document):
                count += 1
                try await take(document, from: source)
            case .end(let documents):
                guard documents == count else { throw Self.incomplete }
                isComplete = true
            }
        }
        guard isComplete, let head else { throw Self.incomplete }
        try await flush()
        _ = try await set(head, instead: marked)
        try await host.announce()
        return count
    }

    private static let incomplete = ServerError(.incompleteExport, "The file is incomplete; export the space again.")

    /// Sets the mark, and deletes what is there.
    private func begin() async throws -> Document {
        let former = try await host.document(try host.head)
        let collections = try await host.collections()
        let isLeftOver = former?.fields[Self.mark] != nil
        guard isReplacing || isLeftOver || former == nil && collections.isEmpty else {
            throw ServerError(
                .occupiedSpace, "There is a space already: \(host.root.text). With --replace it is deleted first.")
        }
        let name = try host.head.text
        let marked = try await set(
            Document(name: name, fields: [Self.mark: .string(Randomness.uuid().uuidString)]), instead: former)
        if former != nil { try await host.announce() }
        for collection in collections { try await empty(collection, except: name) }
        return marked
    }

    private func empty(_ collection: String, except head: String) async throws {
        var last: Document?
        while true {
            var page: [Document] = []
            let limit = Int32(Self.maximumWrites)
            let query = host.page(of: collection, after: last, limit: limit, namesOnly: true)
            try await host.forEach(query) { page.append($0) }
            let deletions = page.filter { $0.name != head }.map { Write(.delete($0.name)) }
            if !deletions.isEmpty { try await host.commit(deletions) }
            guard page.count == Self.maximumWrites else { return }
            last = page.last
        }
    }

    private mutating func take(_ document: Document, from source: ResourceName) async throws {
        let move = Move(from: source, to: host.root)
        guard let text = move.moved(document.name), let name = try? ResourceName(parsing: text), name.isDocument else {
            throw SpaceLine.malformed
        }
        let fields = source == host.root ? document.fields : move.moved(document.fields)
        let moved = Document(name: name.text, fields: fields)
        if name == (try host.head) {
            head = moved
            return
        }
        let weight = moved.json.count
        // A commit may name a document once.
        if writes.count == Self.maximumWrites || size + weight > Self.maximumSize || names.contains(name.text) {
            try await flush()
        }
        writes.append(Write(.update(moved)))
        names.insert(name.text)
        size += weight
    }

    private mutating func flush() async throws {
        if !writes.isEmpty { try await host.commit(writes) }
        writes = []
        names = []
        size = 0
    }

    /// Writes the head, if the present one is still `former`, or if there still is none for nil. Returns the written
    /// head.
    private func set(_ head: Document, instead former: Document?) async throws -> Document {
        let precondition = former?.updateTime.map(Precondition.updateTime) ?? .exists(former != nil)
        do {
            try await host.commit([Write(.update(head), currentDocument: precondition)])
        } catch  where host.leavesOutcomeUnknown(error) {
            guard try await host.document(try host.head)?.fields == head.fields else { throw error }
        }
        guard let written = try await host.document(try host.head), written.fields == head.fields else {
            throw ServerError(
                .changedSpace, "Another program has written to this space meanwhile; import again with --replace.")
        }
        return written
    }
}

/// Renames documents from below one root document to below another.
private struct Move {
    private let source: String
    private let target: String

    init(from source: ResourceName, to target: ResourceName) {
        self.source = source.text + "/"
        self.target = target.text + "/"
    }

    /// The name below the new root; nil for a name that is not below the source.
    func moved(_ name: String) -> String? {
        // By bytes: as text, two spellings of an accent would be one name.
        guard name.utf8.starts(with: source.utf8) else { return nil }
        return target + String(decoding: name.utf8.dropFirst(source.utf8.count), as: UTF8.self)
    }

    /// Fields whose references lead there.
    func moved(_ fields: Fields) -> Fields { Fields(fields.map { ($0.name, moved($0.value)) }) }

    private func moved(_ value: Value) -> Value {
        switch value {
        case .reference(let name): .reference(moved(name) ?? name)
        case .array(let values): .array(values.map(moved))
        case .map(let fields): .map(moved(fields))
        default: value
        }
    }
}
