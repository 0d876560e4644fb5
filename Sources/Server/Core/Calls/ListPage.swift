import FirestoreWire
import JSON

/// One page of a list while it is written. A full page ends with a token for the next one.
struct ListPage {
    private let collection: ResourceName
    private let size: Int
    private let mask: FieldPathSet?
    private let spool: Spool
    private var writer = JSONWriter(reservingCapacity: 4096)
    private var count = 0
    private var last: [Value] = []

    init(of collection: ResourceName, size: Int, mask: FieldPathSet?, to spool: Spool) {
        self.collection = collection
        self.size = size
        self.mask = mask
        self.spool = spool
        writer.beginObject()
    }

    mutating func add(_ document: StoredDocument, orders: [Order]) throws {
        guard begin() else { return }
        try document.write(to: &writer, mask: mask)
        if count == size {
            let fields = orders.count > 1 ? try document.fields() : [:]
            last = orders.map { $0.field.isDocumentID ? .reference(document.name) : fields[$0.field] ?? .null }
        }
        try spool.drain(&writer)
    }

    /// Adds the documents that `plan` finds and, between them, the names of missing documents that have others below
    /// them.
    mutating func addWithMissing(_ plan: QueryPlan, _ snapshot: Snapshot, deadline: Deadline) throws {
        let start: String? =
            if case .reference(let text)? = plan.start?.values.first { try? ResourceName(parsing: text).id } else {
                nil
            }
        var missing: [String] = []
        try snapshot.forEachChild(of: StoredCollection.path(of: collection), after: start) { id in
            if try snapshot.document(try collection.appending(id), { _ in }) == nil { missing.append(id) }
            return missing.count < size
        }
        var rest = missing[...]
        let runner = QueryRunner(plan, in: snapshot, deadline: deadline)
        try runner.forEach { document in
            while let id = rest.first {
                let name = try collection.appending(id).text
                guard Value.reference(name).compare(.reference(document.name)) == .before else { break }
                addMissing(name)
                rest = rest.dropFirst()
            }
            try add(document, orders: plan.orders)
        }
        for id in rest { addMissing(try collection.appending(id).text) }
    }

    /// Ends the page.
    mutating func finish(orderBy: String) throws {
        if count > 0 { writer.endArray() }
        if count == size {
            writer.key("nextPageToken")
            writer.string(PageToken(QueryCursor(last, before: false)).text(of: collection, orderBy))
        }
        writer.endObject()
        try spool.append(writer.take())
    }

    private mutating func addMissing(_ name: String) {
        guard begin() else { return }
        Document(name: name).write(to: &writer)
        last = [.reference(name)]
    }

    /// Begins an entry if there is room for it.
    private mutating func begin() -> Bool {
        guard count < size else { return false }
        if count == 0 {
            writer.key("documents")
            writer.beginArray()
        }
        count += 1
        return true
    }
}
