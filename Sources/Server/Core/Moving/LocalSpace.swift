package import FirestoreWire
import GRDB

/// A space in a database of this server, which may run meanwhile.
package struct LocalSpace: SpaceHost {
    package let root: ResourceName
    private let store: DocumentStore

    /// A space in a database of the file.
    /// - Throws: `InvalidName` for an id that cannot be that of a document.
    package init(_ store: DocumentStore, database: DatabaseName, _ space: SpacePlace) throws(InvalidName) {
        self.store = store
        root = try ResourceName(database: database, segments: space.segments)
    }

    package func document(_ name: ResourceName) async throws -> Document? {
        try await store.read { snapshot in try snapshot.document(name) { try Document(json: $0.json(mask: nil)) } }
    }

    package func collections() async throws -> [String] {
        let root = root
        return try await store.read { snapshot in
            var ids: [String] = []
            try snapshot.forEachChild(of: StoredCollection.path(of: root), after: nil) { id in
                ids.append(id)
                return true
            }
            return ids
        }
    }

    package func forEach(_ query: StructuredQuery, _ body: (Document) throws -> Void) async throws {
        try read(query, body)
    }

    /// On the calling thread: the command has nothing else to do.
    private func read(_ query: StructuredQuery, _ body: (Document) throws -> Void) throws {
        let plan = try QueryPlan(query, under: root)
        let time = store.clock.readTime()
        try store.pool.read { db in
            let runner = QueryRunner(
                plan, in: try Snapshot(db, readTime: time), deadline: Deadline(after: .seconds(600)))
            try runner.forEach { try body(try Document(json: $0.json(mask: plan.select))) }
        }
    }

    /// Each commit is a separate transaction, so that commits of a running server need not wait for all of them.
    package func commit(_ writes: [Write]) async throws {
        let names = try writes.map { try Status.document($0.documentName, in: root.database) }
        let commit = try Commit(zip(writes, names).map { try ValidWrite($0, of: $1) }, judge: nil)
        let time = store.clock.nextCommitTime()
        try write(commit, at: time)
        store.clock.commitsAreDurable()
    }

    private func write(_ commit: Commit, at time: Int64) throws {
        try store.pool.write { db in
            _ = try commit.perform(db, at: time, judgedAt: time)
            try db.execute(sql: "UPDATE server SET lastTime = max(lastTime, ?)", arguments: [time])
        }
    }

    package func leavesOutcomeUnknown(_ error: any Error) -> Bool { false }

    package func isPassing(_ error: any Error) -> Bool { false }

    /// A running server checks this number, as after a restore. It then clears its caches, and clients that wait for
    /// changes look again.
    package func announce() async throws {
        try await store.pool.write { try $0.execute(sql: "UPDATE restoration SET count = count + 1") }
    }
}
