import Foundation
public import TodoFormats
import TodoLocal
import TodoRepositories

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

    /// The titles of tags in the file that mean another tag here, as theirs was merged into it, each with that one's title.
    public var mergedTags: [String: String] = [:]

    /// A record that was not taken.
    public struct Skipped: Hashable, Sendable {
        /// Where it stands, such as "line 12".
        public var position: String
        /// Why it was not taken.
        public var reason: String
    }

    /// How many skipped records are listed.
    public static let maximumSkipped = 100

    /// The report of nothing.
    public init() {}

    /// Adds what another file came to.
    public mutating func add(_ other: ImportReport) {
        added += other.added
        updated += other.updated
        unchanged += other.unchanged
        skippedCount += other.skippedCount
        skipped += other.skipped.prefix(Self.maximumSkipped - skipped.count)
        mergedTags.merge(other.mergedTags) { first, _ in first }
    }

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
    ///   - isTrial: whether nothing is to be written: the report says what would become of each record. Others wait with
    ///     their writes meanwhile.
    ///   - progress: told the bytes read so far, of both passes together; on no particular thread.
    ///   - makeReader: opens the file anew for each pass; on no particular thread.
    /// - Throws: `bad-input` if the file is not what it should be (nothing is written then), or a storage error.
    public func importItems(
        backingUp isBackedUp: Bool = true, isTrial: Bool = false, progress: @Sendable (Int) -> Void = { _ in },
        from makeReader: @escaping @Sendable () throws -> any ItemReader
    ) async throws -> ImportReport {
        try await importItems(backingUp: isBackedUp, isTrial: isTrial, progress: progress, fromEach: [makeReader])[0]
    }

    /// Takes what several files hold, one after the other, as one import: all of them are read and checked before
    /// anything is written, and undone, all is undone.
    /// - Returns: a report for each file.
    public func importItems(
        backingUp isBackedUp: Bool = true, isTrial: Bool = false, progress: @Sendable (Int) -> Void = { _ in },
        fromEach makeReaders: [@Sendable () throws -> any ItemReader]
    ) async throws -> [ImportReport] {
        var (read, count) = (0, 0)
        for makeReader in makeReaders {
            let (bytes, items) = try check(makeReader()) { progress(read + $0) }
            (read, count) = (read + bytes, count + items)
        }
        let checked = read
        if isTrial { return try await tryOut(makeReaders) { progress(checked + $0) } }
        if isBackedUp, count >= Self.bulkSize { try await backUpBeforeImport() }
        return try await stack.withBulkSettings { try await apply(makeReaders) { progress(checked + $0) } }
    }

    private func backUpBeforeImport() async throws {
        do {
            try await stack.backUpAutomatically(.import)
        } catch let error as TodoError {
            throw error.with(
                reason: "No backup could be made before the import, so nothing was imported. \(error.reason)",
                effect: nil)
        }
    }

    private func apply(
        _ makeReaders: [@Sendable () throws -> any ItemReader], _ progress: (Int) -> Void
    ) async throws -> [ImportReport] {
        var (reports, bytes, group) = ([ImportReport](), 0, Int64?.none)
        for makeReader in makeReaders {
            var batches = ImportBatches(reader: try makeReader())
            while let batch = try batches.next() {
                do {
                    let (report, step) = try await stack.write("import", author: .import, group: group) {
                        (try batch.apply(in: $0), $0.historyStep)
                    }
                    batches.report.add(report)
                    group = group ?? step
                } catch let error as TodoError where group != nil {
                    throw error.with(effect: .brokeOff(added: reports.reduce(batches.report.added) { $0 + $1.added }))
                }
                progress(bytes + batches.reader.bytesRead)
            }
            bytes += batches.reader.bytesRead
            reports.append(batches.report)
        }
        return reports
    }

    /// What an import would do: it is done in one transaction that is then rolled back.
    private func tryOut(
        _ makeReaders: [@Sendable () throws -> any ItemReader], _ progress: @Sendable (Int) -> Void
    ) async throws -> [ImportReport] {
        try await stack.writeAndRollBack("import", author: .import) { transaction in
            var (reports, bytes) = ([ImportReport](), 0)
            for makeReader in makeReaders {
                var batches = ImportBatches(reader: try makeReader())
                while let batch = try batches.next() {
                    batches.report.add(try batch.apply(in: transaction))
                    progress(bytes + batches.reader.bytesRead)
                }
                bytes += batches.reader.bytesRead
                reports.append(batches.report)
            }
            return reports
        }
    }

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
            case .todo(let todo, _, _): _ = try todo.validated()
            case .skipped: break
            }
            count += 1
            if count % ImportBatches.size == 0 { progress(reader.bytesRead) }
        }
        return (reader.bytesRead, count)
    }
}

/// The items of a file in batches, of which each is one transaction.
private struct ImportBatches {
    /// Enough to make the cost of a transaction small, few enough not to keep others waiting.
    static let size = 5000

    private(set) var reader: any ItemReader
    /// What was not taken so far; what was is counted in it as it is written.
    var report = ImportReport()
    private var declaredTags: Set<Tag.ID> = []

    init(reader: any ItemReader) { self.reader = reader }

    /// The next batch; nil after the last.
    mutating func next() throws -> Batch? {
        var items: [ImportItem] = []
        while items.count < Self.size, let item = try reader.next() {
            switch item {
            case .skipped(let position, let reason): report.skip(position, reason)
            case .tag(let tag):
                declaredTags.insert(tag.id)
                items.append(item)
            default: items.append(item)
            }
        }
        return items.isEmpty ? nil : Batch(items: items, declaredTags: declaredTags)
    }

    /// Items, and the tags that the file has listed by themselves so far.
    struct Batch: Sendable {
        let items: [ImportItem]
        let declaredTags: Set<Tag.ID>

        /// Writes the items; returns what became of them.
        func apply(in transaction: WriteTransaction) throws -> ImportReport {
            var report = ImportReport()
            for item in items {
                switch item {
                case .tag(let tag): try transaction.importTag(tag)
                case .location(let location): try transaction.importLocation(location)
                case .todo(let todo, let modifiedAt, let formerID):
                    report.count(
                        try transaction.importTodo(
                            todo, modifiedAt: modifiedAt, formerID: formerID, declaredTags: declaredTags))
                case .skipped: break
                }
            }
            report.mergedTags = transaction.mergedTitles
            return report
        }
    }
}
