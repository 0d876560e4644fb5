import GRDB
import SQLite
import TodoDomain
package import TodoLocal

extension LocalStack {
    /// Merges other databases into this one, each as the replica that it is: one step of the history, which one undo reverts. The
    /// other files are read from verified copies, and not modified.
    /// - Parameters:
    ///   - paths: the other databases, which may be of earlier versions.
    ///   - isTrial: whether to write nothing. Other writers wait meanwhile.
    ///   - prepare: called before anything is written, with the number of to-dos in all of the other databases.
    /// - Returns: what each has brought.
    /// - Throws: `bad-input` for a file that is not one of our databases, or is damaged; `newer-version`, `older-version`; `usage`
    ///   for the database itself; or a storage error. Nothing is written then.
    package func merge(
        _ paths: [String], isTrial: Bool, prepare: (_ todos: Int) async throws -> Void = { _ in }
    ) async throws -> [ReplicaMerge] {
        try checkOpen()
        return try await merge(paths[...], with: [], isTrial: isTrial, prepare: prepare)
    }

    private func merge(
        _ paths: ArraySlice<String>, with sources: [RestoreSource], isTrial: Bool,
        prepare: (_ todos: Int) async throws -> Void
    ) async throws -> [ReplicaMerge] {
        if let path = paths.first {
            return try await withSource(path) { source, _ in
                try await merge(paths.dropFirst(), with: sources + [source], isTrial: isTrial, prepare: prepare)
            }
        }
        try await prepare(
            try sources.reduce(0) { try $0 + $1.database.read { try ReadTransaction($0).todoCount.all } })
        let body: @Sendable (WriteTransaction) throws -> [ReplicaMerge] = { transaction in
            try sources.map { source in
                try source.database.read { try transaction.merge(ReadTransaction($0)) }
            }
        }
        return try await isTrial
            ? writeAndRollBack("import", author: .import, body) : write("import", author: .import, body)
    }
}
