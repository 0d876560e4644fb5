import Foundation
public import TodoFormats
import TodoLocal
import TodoRepositories

/// The result of an import.
public struct ImportReport: Hashable, Sendable {
    /// New to-dos.
    public var added = 0
    /// Known to-dos for which the file had newer values, or which the file marks as deleted.
    public var updated = 0
    /// Known to-dos for which the file had nothing newer.
    public var unchanged = 0
    /// To-dos of the file that were deleted here, and stay deleted.
    public var deletedHere = 0
    /// To-dos that are open in the file and were done here, and stay done. A file that says when they were edited does not count.
    public var doneHere = 0
    /// How many records were not taken.
    public var skippedCount = 0
    /// The first skipped records, with their positions and reasons; at most ``maximumSkipped``.
    public var skipped: [Skipped] = []
    /// How many records were taken except for a part that was not understood.
    public var notedCount = 0
    /// The first of these records, with their positions and what happened to that part; at most ``maximumSkipped``.
    public var noted: [Skipped] = []
    /// How many records were skipped or noted for each reason, for the first thousand reasons.
    public var reasons: [String: Int] = [:]
    /// The columns or members for which to-dos have no field, and how many records have each. Their values were kept as
    /// extras.
    public var kept: [String: Int] = [:]

    /// How many of the skipped records could not be read.
    public var badCount = 0

    /// The titles of tags in the file that were merged into another tag here, each with the title of that tag.
    public var mergedTags: [String: String] = [:]

    /// A record, or a part of a record, that was skipped.
    public struct Skipped: Hashable, Sendable {
        /// Its position in the file, such as "line 12".
        public var position: String
        /// Why it was skipped.
        public var reason: String
        /// The line where it begins, if it could not be read and the format counts lines.
        public var line: Int?
        /// Whether it could not be read. Otherwise it is not a to-do (`ImportContext.isSkippingBad`).
        public var isBad = false
    }

    /// The maximum number of skipped records that are listed.
    public static let maximumSkipped = 100

    /// An empty report.
    public init() {}

    /// Adds the report of another file.
    public mutating func add(_ other: ImportReport) {
        added += other.added
        updated += other.updated
        unchanged += other.unchanged
        deletedHere += other.deletedHere
        doneHere += other.doneHere
        notedCount += other.notedCount
        noted += other.noted.prefix(Self.maximumSkipped - noted.count)
        kept.merge(other.kept, uniquingKeysWith: +)
        reasons.merge(other.reasons, uniquingKeysWith: +)
        skippedCount += other.skippedCount
        badCount += other.badCount
        skipped += other.skipped.prefix(Self.maximumSkipped - skipped.count)
        mergedTags.merge(other.mergedTags) { first, _ in first }
    }

    mutating func skip(_ position: String, _ reason: String) {
        skippedCount += 1
        count(reason)
        if skipped.count < Self.maximumSkipped { skipped.append(Skipped(position: position, reason: reason)) }
    }

    private mutating func count(_ reason: String) {
        guard reasons[reason] != nil || reasons.count < 1000 else { return }
        reasons[reason, default: 0] += 1
    }

    mutating func note(_ position: String, _ reason: String) {
        notedCount += 1
        count(reason)
        if noted.count < Self.maximumSkipped { noted.append(Skipped(position: position, reason: reason)) }
    }

    mutating func refuse(_ position: String, line: Int?, _ reason: String) {
        skippedCount = skippedCount + 1
        badCount = badCount + 1
        guard skipped.count < Self.maximumSkipped else { return }
        skipped.append(Skipped(position: position, reason: reason, line: line, isBad: true))
    }

    mutating func count(_ outcome: ImportOutcome) {
        switch outcome {
        case .added: added += 1
        case .updated: updated += 1
        case .unchanged: unchanged += 1
        case .deletedHere: deletedHere += 1
        case .doneHere: doneHere += 1
        }
    }
}

extension TodoStore {
    /// Imports a file in two passes. The first reads and checks the whole file, and writes nothing. The second writes it in
    /// batches. Importing again completes an interrupted import, and one undo reverts all of it. New to-dos keep
    /// the order of the file if it does not say when they were made and edited, or if a person has ordered it
    /// (`ItemReader.isOrdered`). It runs on no particular actor, so that a user interface stays responsive.
    /// - Parameters:
    ///   - isBackedUp: whether to back up the database first if the file has many records.
    ///   - isReviving: whether to-dos that were deleted here come back as they are in the file, and those of
    ///     ``ImportReport/doneHere`` are opened again.
    ///   - isTrial: whether to write nothing. The report then shows what would happen. Other writers wait meanwhile.
    ///   - progress: called with the number of bytes read so far, over both passes, on no particular thread.
    ///   - makeReader: opens the file for each pass, on no particular thread.
    /// - Throws: `bad-input` if the file is not valid, in which case nothing is written; or a storage error.
    public func importItems(
        backingUp isBackedUp: Bool = true, reviving isReviving: Bool = false, isTrial: Bool = false,
        progress: @Sendable (Int) -> Void = { _ in },
        from makeReader: @escaping @Sendable () throws -> any ItemReader
    ) async throws -> ImportReport {
        try await importItems(
            backingUp: isBackedUp, reviving: isReviving, isTrial: isTrial, progress: progress, fromEach: [makeReader])[
                0]
    }

    /// Imports several files one after the other, as one import. All are read and checked before anything is written, and
    /// one undo reverts them all.
    /// - Returns: a report for each file.
    public func importItems(
        backingUp isBackedUp: Bool = true, reviving isReviving: Bool = false, isTrial: Bool = false,
        progress: @Sendable (Int) -> Void = { _ in },
        fromEach makeReaders: [@Sendable () throws -> any ItemReader]
    ) async throws -> [ImportReport] {
        var (read, files) = (0, [SeriesOfFile]())
        for makeReader in makeReaders {
            let (bytes, series) = try check(makeReader()) { progress(read + $0) }
            read = read + bytes
            files.append(series)
        }
        let (checked, found) = (read, files)
        let known = try await knownSeries(of: found)
        let makeRun = { @Sendable in
            ImportRun(makeReaders, found, known: known, isReviving: isReviving)
        }
        if isTrial { return try await tryOut(makeRun) { progress(checked + $0) } }
        if isBackedUp, found.reduce(0, { $0 + $1.count }) >= Self.bulkSize { try await backUpBeforeImport() }
        return try await stack.withBulkSettings { try await apply(makeRun()) { progress(checked + $0) } }
    }

    /// The repeating to-dos of the files that are known here.
    private func knownSeries(of files: [SeriesOfFile]) async throws -> Set<Todo.ID> {
        let ids = files.flatMap { $0.items.compactMap { $0.item.todo?.id } }
        guard !ids.isEmpty else { return [] }
        return try await stack.read { transaction in
            Set(try ids.filter { try transaction.record(TodoEntity.self, id: $0.rawValue) != nil })
        }
    }

    func backUpBeforeImport() async throws {
        do {
            try await stack.backUpAutomatically(.import)
        } catch let error as TodoError {
            throw TodoError(
                error.code, "No backup could be made before the import, so nothing was imported. \(error.reason)",
                remedies: error.remedies, underlying: error)
        }
    }

    private func apply(_ run: ImportRun, _ progress: (Int) -> Void) async throws -> [ImportReport] {
        var (run, group) = (run, Int64?.none)
        while let batch = try run.next() {
            do {
                let (report, step) = try await stack.write("import", author: .import, group: group) {
                    (try batch.apply(in: $0), $0.historyStep)
                }
                run.add(report, of: batch)
                group = group ?? step
            } catch let error as TodoError where group != nil {
                throw error.with(effect: .brokeOff(added: run.reports.reduce(0) { $0 + $1.added }))
            }
            progress(run.bytesRead)
        }
        return run.reports
    }

    /// Tries an import in a transaction that is then rolled back.
    private func tryOut(
        _ makeRun: @Sendable () -> ImportRun, _ progress: @Sendable (Int) -> Void
    ) async throws -> [ImportReport] {
        try await stack.writeAndRollBack("import", author: .import) { transaction in
            var run = makeRun()
            while let batch = try run.next() {
                run.add(try batch.apply(in: transaction), of: batch)
                progress(run.bytesRead)
            }
            return run.reports
        }
    }

    /// The number of records from which an import is a bulk import. The database is backed up before a bulk import.
    public static let bulkSize = 100

    private func check(
        _ reader: any ItemReader, _ progress: (Int) -> Void
    ) throws -> (bytes: Int, SeriesOfFile) {
        var reader = reader
        var series = SeriesOfFile()
        series.isNumbered = reader.numbers != nil
        while let item = try reader.next() {
            switch item {
            case .tag(let tag): _ = try tag.validated()
            case .location(let location): _ = try location.validated()
            case .list(let list): _ = try list.validated()
            case .view(let view): _ = try view.validated()
            case .todo(let todo, _, _), .occurrence(let todo, _, _), .series(let todo, _, _):
                _ = try todo.validated()
            case .deleted, .subtask, .skipped, .noted, .refused: break
            }
            series.note(item)
            if series.count % ImportRun.batchSize == 0 {
                try Task.checkCancellation()
                progress(reader.bytesRead)
            }
        }
        series.renditions = reader.renditions
        series.undated = reader.undated
        return (reader.bytesRead, series)
    }
}
