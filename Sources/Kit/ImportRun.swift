import Foundation
import TodoDomain
import TodoFormats
import TodoLocal

/// The facts about a file that an import needs beforehand: its repeating to-dos, whether it is an archive, and what its
/// format cannot express.
struct SeriesOfFile: Sendable {
    /// The repeating to-dos, as `ImportItem.series`, and the number of each among the items of the file.
    private(set) var items: [(item: ImportItem, number: Int)] = []
    /// The items `ImportItem.subtask`.
    private(set) var subtasks: [ImportItem] = []
    /// How many items the file has.
    private(set) var count = 0
    /// The ``ItemReader/undated`` of the file.
    var undated: Date?
    /// Whether equal records are distinguished from those of other files.
    var isNumbered = false
    /// The ``ItemReader/renditions`` of the file.
    var renditions: (@Sendable (Todo) -> [Todo])?
    private var hasOpen = false
    /// Whether the records are numbered and all its to-dos are done.
    var isArchive: Bool { isNumbered && !hasOpen }

    /// The maximum number of items. Further repeating to-dos are imported in the order of the file.
    private static let most = 65_536

    /// Notes the next item of the file.
    mutating func note(_ item: ImportItem) {
        if let todo = item.todo, !todo.isDone { hasOpen = true }
        if case .series = item, items.count < Self.most { items.append((item, count)) }
        if case .subtask = item, subtasks.count < Self.most { subtasks.append(item) }
        count += 1
    }
}

/// The items of some files in batches, each for one transaction.
///
/// New repeating to-dos come first, so that their occurrences find them wherever these are in the files. Known ones come
/// after their occurrences, so that their date is compared with the date to which the occurrences have led. Skipped dates
/// come last, because each of them counts only once the dates before it are settled.
///
/// Equal records without an id are numbered through all files, beginning with the archives. Archives only grow, so a done
/// line that moves there from another file keeps its number.
struct ImportRun {
    /// It is large enough to make the cost of a transaction negligible, and small enough not to keep others waiting.
    static let batchSize = 5000
    /// The maximum number of skipped dates that are kept until the end.
    private static let mostLeftOut = 65_536

    /// The reports of the files so far.
    private(set) var reports: [ImportReport]
    private let makeReaders: [@Sendable () throws -> any ItemReader]
    private var stages: [Stage] = []
    private var reader: (any ItemReader)?
    private var bytesBefore = 0
    private var numbers = RecordNumbers()
    private var declaredTags: Set<Tag.ID> = []
    private var leftOut: [[ImportItem]]
    private var places: FilePlaces
    private var subtasks: SubtasksOfFiles
    private let early: Set<Todo.ID>
    private let copies: Copies
    private let renditions: [(@Sendable (Todo) -> [Todo])?]
    private let isReviving: Bool

    private enum Stage {
        case items([Batch.Item], of: Int)
        case file(Int)
        case leftOut(Int)
    }

    init(
        _ makeReaders: [@Sendable () throws -> any ItemReader], _ series: [SeriesOfFile], known: Set<Todo.ID>,
        isReviving: Bool
    ) {
        self.isReviving = isReviving
        self.makeReaders = makeReaders
        let places = FilePlaces(count: series.reduce(0) { $0 + $1.count })
        self.places = places
        reports = makeReaders.map { _ in ImportReport() }
        leftOut = makeReaders.map { _ in [] }
        early = Set(series.flatMap { $0.items.compactMap { $0.item.todo?.id } })
        copies = Copies(of: series)
        renditions = series.map { $0.renditions }
        let files = series.indices.filter { series[$0].isArchive } + series.indices.filter { !series[$0].isArchive }
        var (firsts, count) = ([Int: Int](), 0)
        for file in files {
            firsts[file] = count
            count += series[file].count
        }
        let numbers = firsts
        var subtasks = SubtasksOfFiles(of: series)
        func stages(_ isKnown: Bool) -> [Stage] {
            series.enumerated().flatMap { file, found in
                let items = found.items.filter { $0.item.todo.map { known.contains($0.id) } == isKnown }
                    .map { item, number -> Batch.Item in
                        let place = Int64((numbers[file] ?? 0) + number)
                        return (
                            subtasks.placed(item), places.place(of: item, at: place, undated: found.undated)
                        )
                    }
                return stride(from: 0, to: items.count, by: Self.batchSize).map { first in
                    Stage.items(Array(items[first..<min(first + Self.batchSize, items.count)]), of: file)
                }
            }
        }
        let (new, known) = (stages(false), stages(true))
        self.subtasks = subtasks
        self.stages = (new + files.map(Stage.file) + known + files.map(Stage.leftOut)).reversed()
    }

    /// The bytes read so far.
    var bytesRead: Int { bytesBefore + (reader?.bytesRead ?? 0) }

    /// Adds the report of a batch.
    mutating func add(_ report: ImportReport, of batch: Batch) { reports[batch.file].add(report) }

    /// The next batch; nil after the last.
    mutating func next() throws -> Batch? {
        while let stage = stages.last {
            switch stage {
            case .items(let items, let file):
                stages.removeLast()
                return batch(items, declaredTags: [], of: file)
            case .file(let file):
                if reader == nil {
                    reader = try makeReaders[file]()
                    declaredTags = []
                    reader?.numbers = numbers
                }
                let items = try read(file)
                if !items.isEmpty { return batch(items, declaredTags: declaredTags, of: file) }
                numbers = reader?.numbers ?? numbers
                reports[file].kept = reader?.kept ?? [:]
                bytesBefore = bytesRead
                reader = nil
                stages.removeLast()
            case .leftOut(let file):
                stages.removeLast()
                let items = leftOut[file].sorted { $0.day < $1.day }
                guard !items.isEmpty else { continue }
                return batch(items.map { ($0, nil) }, declaredTags: declaredTags, of: file)
            }
        }
        for (file, position) in subtasks.takeMissing() {
            reports[file].note(position, "A subtask that it names is in no file of this import.")
        }
        return nil
    }

    private func batch(_ items: [Batch.Item], declaredTags: Set<Tag.ID>, of file: Int) -> Batch {
        Batch(
            items: items, declaredTags: declaredTags, file: file, renditions: renditions[file], isReviving: isReviving)
    }

    /// Some items of a file.
    private mutating func read(_ file: Int) throws -> [Batch.Item] {
        var items: [Batch.Item] = []
        while items.count < Self.batchSize, let next = try reader?.next() {
            let item = subtasks.placed(next)
            let place = places.next(item, undated: reader?.undated, isOrdered: reader?.isOrdered ?? false)
            switch item {
            case .skipped(let position, let reason): reports[file].skip(position, reason)
            case .noted(let position, let reason): reports[file].note(position, reason)
            case .refused(let position, let line, let reason): reports[file].refuse(position, line: line, reason)
            case .tag(let tag):
                declaredTags.insert(tag.id)
                items.append((item, nil))
            case .series(let todo, _, _):
                if !early.contains(todo.id) { items.append((item, place)) }
            case .occurrence(_, let occurrence, _):
                if occurrence.isSkipped, leftOut[file].count < Self.mostLeftOut {
                    leftOut[file].append(item)
                } else {
                    items.append((item, nil))
                }
            case .todo(let todo, let modifiedAt, nil):
                let copy = copies.occurrence(todo).map {
                    ImportItem.occurrence(reader?.renamed(todo) ?? todo, $0, modifiedAt: modifiedAt)
                }
                items.append((copy ?? item, place))
            case .subtask: break
            case .location, .list, .view, .todo, .deleted: items.append((item, place))
            }
        }
        return items
    }
}

extension ImportItem {
    /// A key that sorts occurrences by time.
    fileprivate var day: Int64 {
        if case .occurrence(_, let occurrence, _) = self { occurrence.days.first?.sortKey ?? 0 } else { 0 }
    }
}

extension ImportRun {
    /// Some items of a file, and the tags that the file has declared so far.
    struct Batch: Sendable {
        /// An item, and the place of a to-do in the order of the files.
        typealias Item = (item: ImportItem, place: PlaceInFile?)

        let items: [Item]
        let declaredTags: Set<Tag.ID>
        /// The number of the file.
        let file: Int
        /// The ``ItemReader/renditions`` of the file.
        let renditions: (@Sendable (Todo) -> [Todo])?
        let isReviving: Bool

        /// Writes the items. Returns a report of what happened to them.
        func apply(in transaction: WriteTransaction) throws -> ImportReport {
            var report = ImportReport()
            transaction.isReviving = isReviving
            for (item, place) in items {
                switch item {
                case .tag(let tag): try transaction.importTag(tag)
                case .location(let location): try transaction.importLocation(location)
                case .list(let list): try transaction.importList(list)
                case .view(let view): try transaction.importView(view)
                case .todo(let todo, let modifiedAt, let looseID):
                    report.count(
                        try transaction.importCompletion(
                            todo, modifiedAt: modifiedAt, declaredTags: declaredTags, renditions: renditions)
                            ?? transaction.importTodo(
                                todo, modifiedAt: modifiedAt, place: place, declaredTags: declaredTags,
                                renditions: renditions))
                    // A to-do that settles an occurrence was an ordinary to-do while its series was not known.
                    if let looseID {
                        try transaction.importDeletion(of: looseID, modifiedAt: modifiedAt)
                    }
                case .series(let todo, let series, let modifiedAt):
                    report.count(
                        try transaction.importSeries(
                            todo, series, modifiedAt: modifiedAt, place: place, declaredTags: declaredTags,
                            renditions: renditions))
                case .occurrence(let todo, let occurrence, let modifiedAt):
                    let outcome =
                        try transaction.importOccurrence(
                            todo, occurrence, modifiedAt: modifiedAt, declaredTags: declaredTags,
                            renditions: renditions)
                        ?? transaction.importLoose(
                            todo, modifiedAt: modifiedAt, declaredTags, renditions: renditions)
                    // A skipped date is not a record of the file, so it is not counted.
                    if outcome != .unchanged || !todo.id.rawValue.isEmpty { report.count(outcome) }
                case .deleted(let id, let modifiedAt, let position, let reason):
                    if try transaction.importDeletion(of: id, modifiedAt: modifiedAt) {
                        report.count(.updated)
                    } else {
                        report.skip(position, reason)
                    }
                case .subtask, .skipped, .noted, .refused: break
                }
            }
            report.mergedTags = transaction.mergedTitles
            return report
        }
    }
}

/// Finds occurrences that another program has copied into separate to-dos when they were done, while it moved the date of
/// the repeating to-do on. Such a copy has the title of the repeating to-do, and the rule leads from its date to the next
/// one.
private struct Copies: Sendable {
    private var series: [String: [(id: Todo.ID, file: SeriesInFile, rule: RecurrenceRule)]] = [:]

    /// The maximum number of series with one title whose dates are compared. A file may have thousands of them, and as many
    /// done to-dos.
    private static let most = 10

    init(of files: [SeriesOfFile]) {
        for (item, _) in files.flatMap(\.items) {
            guard case .series(let todo, let file, _) = item, series[todo.title, default: []].count < Self.most,
                let rule = try? RecurrenceRule(file.rule)
            else { continue }
            series[todo.title, default: []].append((todo.id, file, rule.withoutEnd))
        }
    }

    func occurrence(_ todo: Todo) -> OccurrenceInFile? {
        guard !series.isEmpty, todo.isDone, todo.recurrence == nil, todo.series == nil, let due = todo.due,
            let found = series[todo.title]?.first(where: {
                $0.id != todo.id && Self.leads(due, to: $0.file, by: $0.rule)
            })
        else { return nil }
        return OccurrenceInFile(of: found.id, on: [due], isSkipped: false)
    }

    private static func leads(_ due: Due, to file: SeriesInFile, by rule: RecurrenceRule) -> Bool {
        let day = due.inZone(of: file.due).day
        guard day < file.key else { return false }
        let dates = rule.dates(from: day)
        return dates.contains(day) && dates.contains(file.key)
    }
}
