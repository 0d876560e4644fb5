import FirestoreWire

/// Writes a space as lines, while devices may go on syncing with it.
///
/// Each commit gives the head's next number to every document that it changes. So documents that changed during the
/// export are found by their numbers afterwards, and written again, until the head no longer moves.
package struct SpaceExport {
    private let host: any SpaceHost
    private let write: ([UInt8]) throws -> Void
    private var count = 0

    /// How many documents are read at a time.
    private static let pageSize: Int32 = 300
    /// How often the space may change while what has changed is read.
    private static let rounds = 100
    /// How often reading is continued after a failure that passes.
    private static let attempts = 5

    /// - Parameter write: gets each line.
    package init(_ host: any SpaceHost, to write: @escaping ([UInt8]) throws -> Void) {
        self.host = host
        self.write = write
    }

    /// Writes the space; returns the number of lines with documents.
    /// - Throws: ``ServerError``, or errors of the host and of the writing. The output then lacks its end line.
    package mutating func run() async throws -> Int {
        let host = host
        guard let document = try await host.document(try host.head) else {
            throw ServerError(.missingSpace, "There is no such space: \(host.root.text).")
        }
        guard document.fields[SpaceImport.mark] == nil else {
            throw ServerError(.changedSpace, "An import into this space is running, or was stopped; import again.")
        }
        var head = document
        var state = try HeadState(head)
        try write(SpaceLine.header(root: host.root).bytes)
        for collection in try await collections() {
            try await pages { host.page(of: collection, after: $0, limit: Self.pageSize) }
        }
        for _ in 0..<Self.rounds {
            guard let now = try await host.document(try host.head) else { throw Self.changed }
            let next = try HeadState(now)
            guard next.isLater(than: state) else { throw Self.changed }
            head = now
            guard next.sequence > state.sequence else {
                try put(head)
                try write(SpaceLine.end(documents: count).bytes)
                return count
            }
            for collection in try await collections() {
                try await pages { Self.changes(in: collection, after: state.sequence, last: $0) }
            }
            state = next
        }
        throw ServerError(.changedSpace, "Devices keep writing to this space; try again later.")
    }

    /// All but the links into a shared space: used elsewhere, a link would let somebody in a second time.
    private func collections() async throws -> [String] {
        let collections = try await host.collections()
        return host.root.isShared ? collections.filter { !["invites", "joins"].contains($0) } : collections
    }

    private static let changed = ServerError(
        .changedSpace, "The space was restored, or deletions were collected, while it was read; export it again.")

    /// Writes the documents of page after page; `query` gets the last document of the previous page.
    private mutating func pages(_ query: (Document?) -> StructuredQuery) async throws {
        var last: Document?
        var failures = 0
        while true {
            var found: Int32 = 0
            do {
                try await host.forEach(query(last)) { document in
                    found += 1
                    last = document
                    if document.name != (try host.head).text { try put(document) }
                }
                guard found == Self.pageSize else { return }
                failures = 0
            } catch  where host.isPassing(error) && failures < Self.attempts {
                failures += 1
                try await Task.sleep(for: .seconds(1 << failures))
            }
        }
    }

    private mutating func put(_ document: Document) throws {
        try write(SpaceLine.document(document).bytes)
        count += 1
    }

    /// A query for the documents that changed after a commit.
    private static func changes(in collection: String, after sequence: Int64, last: Document?) -> StructuredQuery {
        var query = StructuredQuery(from: [CollectionSelector(collection)], limit: pageSize)
        // A simple name is a valid path.
        guard let path = try? FieldPath(["seq"]) else { preconditionFailure("seq is a field path") }
        query.orderBy = [Order(path, .ascending), Order(.documentID, .ascending)]
        if let last, let sequence = last.fields["seq"] {
            query.startAt = QueryCursor([sequence, .reference(last.name)], before: false)
        } else {
            query.filter = .field(path, .greaterThan, .integer(sequence))
        }
        return query
    }
}

/// The generation of a space and its sequence, as the head shows them.
private struct HeadState {
    let sequence: Int64
    private let collected: Int64
    private let generation: [Value?]

    init(_ head: Document) throws {
        guard case .integer(let sequence)? = head.fields["seq"] else {
            throw ServerError(.missingSpace, "The documents there are not a space of to-dos.")
        }
        self.sequence = sequence
        if case .integer(let collected)? = head.fields["gcSeq"] { self.collected = collected } else { collected = 0 }
        generation = [head.fields["epoch"], head.fields["restored"]]
    }

    /// Whether it continues `other`, and all deletions since can still be read.
    func isLater(than other: HeadState) -> Bool {
        generation == other.generation && sequence >= other.sequence && collected == other.collected
    }
}
