import Foundation
public import TodoFormats
import TodoLocal
import TodoRepositories

/// What an import did.
public struct ImportReport: Hashable, Sendable {
    /// New to-dos.
    public var added = 0
    /// Known to-dos for which the file had newer values.
    public var updated = 0
    /// Known to-dos for which the file had nothing newer.
    public var unchanged = 0
    /// How many records were skipped.
    public var skippedCount = 0
    /// The first skipped records, with their positions and reasons; at most ``maximumSkipped``.
    public var skipped: [Skipped] = []

    /// How many of the skipped records cannot be read.
    public var badCount = 0

    /// The titles of tags in the file that were merged into another tag here, each with that one's title.
    public var mergedTags: [String: String] = [:]

    /// A record that was skipped.
    public struct Skipped: Hashable, Sendable {
        /// Its position in the file, such as "line 12".
        public var position: String
        /// Why it was skipped.
        public var reason: String
        /// The line where it begins, if it cannot be read and the format counts lines.
        public var line: Int?
        /// Whether it cannot be read, rather than being something else than a to-do (`ImportContext.isSkippingBad`).
        public var isBad = false
    }

    /// How many skipped records are listed.
    public static let maximumSkipped = 100

    /// An empty report.
    public init() {}

    /// Adds the report of another file.
    public mutating func add(_ other: ImportReport) {
        added += other.added
        updated += other.updated
        unchanged += other.unchanged
        skippedCount += other.skippedCount
        badCount += other.badCount
        skipped += other.skipped.prefix(Self.maximumSkipped - skipped.count)
        mergedTags.merge(other.mergedTags) { first, _ in first }
    }

    fileprivate mutating func skip(_ position: String, _ reason: String) {
        skippedCount += 1
        if skipped.count < Self.maximumSkipped { skipped.append(Skipped(position: position, reason: reason)) }
    }

    fileprivate mutating func refuse(_ position: String, line: Int?, _ reason: String) {
        (skippedCount, badCount) = (skippedCount + 1, badCount + 1)
        guard skipped.count < Self.maximumSkipped else { return }
        skipped.append(Skipped(position: position, reason: reason, line: line, isBad: true))
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
    /// Imports a file in two passes: it is read and checked completely before anything is written; then it is written
    /// in batches. Importing again completes an interrupted import, and one undo reverts it all. Runs on no particular
    /// actor, so that a user interface stays responsive.
    /// - Parameters:
    ///   - isBackedUp: whether to back up the database first if the file has many records.
    ///   - isTrial: whether to write nothing: the report then shows what would happen. Other writers wait meanwhile.
    ///   - progress: called with the bytes read so far, over both passes; on no particular thread.
    ///   - makeReader: opens the file for each pass; on no particular thread.
    /// - Throws: `bad-input` if the file is not valid (nothing is written then), or a storage error.
    public func importItems(
        backingUp isBackedUp: Bool = true, isTrial: Bool = false, progress: @Sendable (Int) -> Void = { _ in },
        from makeReader: @escaping @Sendable () throws -> any ItemReader
    ) async throws -> ImportReport {
        try await importItems(backingUp: isBackedUp, isTrial: isTrial, progress: progress, fromEach: [makeReader])[0]
    }

    /// Imports several files one after the other, as one import: all are read and checked before anything is written,
    /// and one undo reverts them all.
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

    /// Tries an import in a transaction that is then rolled back.
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

    /// The number of records from which an import is a bulk import, before which the database is backed up.
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
            case .list(let list): _ = try list.validated()
            case .view(let view): _ = try view.validated()
            case .todo(let todo, _, _): _ = try todo.validated()
            case .skipped, .refused: break
            }
            count += 1
            if count % ImportBatches.size == 0 { progress(reader.bytesRead) }
        }
        return (reader.bytesRead, count)
    }
}

/// The items of a file in batches, each for one transaction.
private struct ImportBatches {
    /// Large enough to make the cost of a transaction negligible, small enough not to keep others waiting.
    static let size = 5000

    private(set) var reader: any ItemReader
    /// What was skipped so far; what was written is added by the caller.
    var report = ImportReport()
    private var declaredTags: Set<Tag.ID> = []

    init(reader: any ItemReader) { self.reader = reader }

    /// The next batch; nil after the last.
    mutating func next() throws -> Batch? {
        var items: [ImportItem] = []
        while items.count < Self.size, let item = try reader.next() {
            switch item {
            case .skipped(let position, let reason): report.skip(position, reason)
            case .refused(let position, let line, let reason): report.refuse(position, line: line, reason)
            case .tag(let tag):
                declaredTags.insert(tag.id)
                items.append(item)
            default: items.append(item)
            }
        }
        return items.isEmpty ? nil : Batch(items: items, declaredTags: declaredTags)
    }

    /// Items, and the tags that the file has declared so far.
    struct Batch: Sendable {
        let items: [ImportItem]
        let declaredTags: Set<Tag.ID>

        /// Writes the items; returns what happened to them.
        func apply(in transaction: WriteTransaction) throws -> ImportReport {
            var report = ImportReport()
            for item in items {
                switch item {
                case .tag(let tag): try transaction.importTag(tag)
                case .location(let location): try transaction.importLocation(location)
                case .list(let list): try transaction.importList(list)
                case .view(let view): try transaction.importView(view)
                case .todo(let todo, let modifiedAt, let formerID):
                    report.count(
                        try transaction.importTodo(
                            todo, modifiedAt: modifiedAt, formerID: formerID, declaredTags: declaredTags))
                case .skipped, .refused: break
                }
            }
            report.mergedTags = transaction.mergedTitles
            return report
        }
    }
}
