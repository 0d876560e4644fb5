import Foundation
public import TodoFormats
import TodoLocal

/// What an import took and what it did not.
public struct ImportReport: Hashable, Sendable {
    /// To-dos that were new.
    public var added = 0
    /// To-dos that were known and of which the file had newer values.
    public var updated = 0
    /// To-dos that were known and of which the file had nothing newer.
    public var unchanged = 0
    /// How many records were not taken.
    public var skippedCount = 0
    /// The first of them, with their positions and why; at most ``maximumSkipped``.
    public var skipped: [Skipped] = []

    /// A record that was not taken.
    public struct Skipped: Hashable, Sendable {
        /// Where it stands, such as "line 12".
        public var position: String
        /// Why it was not taken.
        public var reason: String
    }

    /// How many skipped records are listed.
    public static let maximumSkipped = 100

    fileprivate mutating func skip(_ position: String, _ reason: String) {
        skippedCount += 1
        if skipped.count < Self.maximumSkipped { skipped.append(Skipped(position: position, reason: reason)) }
    }

    fileprivate mutating func count(_ outcome: ImportOutcome) {
        switch outcome {
        case .added: added += 1
        case .updated: updated += 1
        case .unchanged: unchanged += 1
        }
    }
}

extension TodoStore {
    /// Takes what a file holds, in two passes: all of it is read and checked before anything is written; then it is
    /// written in batches. Interrupted, the same import completes it; undone, all of it is undone. It works on no actor,
    /// so that a screen that imports can still be moved.
    /// - Parameters:
    ///   - isBackedUp: whether the database is backed up first where the file has many records.
    ///   - progress: told the bytes read so far, of both passes together; on no particular thread.
    ///   - makeReader: opens the file anew for each pass; on no particular thread.
    /// - Throws: `bad-input` where the file is not what it should be (nothing is written then), or a storage error.
    public func importItems(
        backingUp isBackedUp: Bool = true, progress: @Sendable (Int) -> Void = { _ in },
        from makeReader: @Sendable () throws -> any ItemReader
    ) async throws -> ImportReport {
        let (checked, count) = try check(makeReader(), progress)
        if isBackedUp, count >= Self.bulkSize { try await backUpBeforeImport() }
        // An import that breaks off has brought something too.
        defer { remote.didEdit() }
        return try await stack.withBulkSettings {
            try await apply(makeReader()) { progress(checked + $0) }
        }
    }

    private func backUpBeforeImport() async throws {
        do {
            try await stack.backUpAutomatically(.import)
        } catch let error as TodoError {
            throw TodoError(
                error.code, "No backup could be made before the import, so nothing was imported. \(error.message)",
                underlying: error)
        }
    }

    private func apply(_ reader: any ItemReader, _ progress: (Int) -> Void) async throws -> ImportReport {
        var reader = reader
        var (report, batch, declared) = (ImportReport(), [ImportItem](), Set<Tag.ID>())
        var group: Int64?
        while true {
            let item = try reader.next()
            if let item {
                if case .skipped(let position, let reason) = item {
                    report.skip(position, reason)
                } else {
                    batch.append(item)
                }
                if case .tag(let tag) = item { declared.insert(tag.id) }
            }
            guard item == nil || batch.count >= Self.batchSize else { continue }
            if !batch.isEmpty {
                do {
                    let (outcomes, step) = try await apply(batch, declaredTags: declared, group: group)
                    for outcome in outcomes { report.count(outcome) }
                    group = group ?? step
                } catch let error as TodoError where group != nil {
                    throw error.breakingOff(report)
                }
                batch.removeAll(keepingCapacity: true)
            }
            progress(reader.bytesRead)
            guard item != nil else { return report }
        }
    }

    /// So many records are one transaction: enough to make its cost small, few enough not to keep others waiting.
    private static let batchSize = 5000

    /// An import of so many records is a bulk import, before which the database is backed up.
    public static let bulkSize = 100

    private func check(
        _ reader: any ItemReader, _ progress: (Int) -> Void
    ) throws -> (bytes: Int, count: Int) {
        var reader = reader
        var count = 0
        while let item = try reader.next() {
            switch item {
            case .tag(let tag): _ = try tag.validated()
            case .location(let location): _ = try location.validated()
            case .todo(let todo, _): _ = try todo.validated()
            case .skipped: break
            }
            count += 1
            if count % Self.batchSize == 0 { progress(reader.bytesRead) }
        }
        return (reader.bytesRead, count)
    }

    private func apply(
        _ items: [ImportItem], declaredTags: Set<Tag.ID>, group: Int64?
    ) async throws -> ([ImportOutcome], step: Int64?) {
        try await stack.write("import", author: .import, group: group) { transaction in
            var outcomes: [ImportOutcome] = []
            for item in items {
                switch item {
                case .tag(let tag): try transaction.importTag(tag)
                case .location(let location): try transaction.importLocation(location)
                case .todo(let todo, let modifiedAt):
                    outcomes.append(
                        try transaction.importTodo(todo, modifiedAt: modifiedAt, declaredTags: declaredTags))
                case .skipped: break
                }
            }
            return (outcomes, transaction.historyStep)
        }
    }
}

extension TodoError {
    /// The error of an import of which something is written already.
    fileprivate func breakingOff(_ report: ImportReport) -> TodoError {
        let cause = message.replacing("; nothing was changed", with: "")
        return TodoError(
            code,
            """
            The import broke off; \(report.added) to-dos that it has added stay, and the same import brings the rest. \
            \(cause)
            """, underlying: underlying)
    }
}
