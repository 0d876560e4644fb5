import Foundation
import TodoDomain

/// Reads the rows of another program's layout. A to-do waits for the comments that follow it.
struct LayoutReader {
    private var layout: any CSVLayout
    private let header: [String]
    private let context: ImportContext
    private var tagMaker = TagMaker()
    private var waiting: (task: ForeignTask, size: Int)?
    /// The items that were read but not yet returned, last first.
    private var ready: [ImportItem] = []

    init?(header: [String], context: ImportContext, numbers: RecordNumbers) {
        guard let layout = CSVLayouts.layout(of: header) else { return nil }
        self.layout = layout
        self.context = context
        self.header = header.map(\.trimmed)
        self.layout.numbers = numbers
    }

    /// ``ItemReader/numbers``.
    var numbers: RecordNumbers? { layout.numbers }

    /// ``ItemReader/renditions``.
    var renditions: @Sendable (Todo) -> [Todo] {
        let kind = type(of: layout)
        return { [kind.rendition(of: ForeignTask.rendition(of: $0, saying: kind.said))] }
    }

    /// ``ItemReader/kept``.
    private(set) var kept: [String: Int] = [:]

    /// The next item that was already read.
    mutating func takeReady() -> ImportItem? { ready.popLast() }

    /// Reads a row.
    mutating func read(_ cells: [String], line: Int) throws {
        var row = try CSVRow(cells, header: header, line: line, context: context)
        let meaning = try layout.read(&row)
        switch meaning {
        case .tasks(let tasks) where !tasks.isEmpty && tasks.allSatisfy { $0.title.trimmed.isEmpty }:
            ready = [.skipped(position: "line \(line)", reason: "A record without a title is not a to-do.")]
        case .tasks(let tasks):
            // The rows are checked before the waiting task is finished, so that nothing is reported twice.
            for task in tasks { _ = try item(of: task) }
            let told = Set(row.toldColumns)
            for task in tasks {
                for (name, _) in task.others where !told.contains(name) { kept[name, default: 0] += 1 }
            }
            var items = try flush()
            for task in tasks.dropLast() { items.append(try item(of: task)) }
            waiting = tasks.last.map { ($0, 0) }
            items += row.notUnderstood.map { .noted(position: "line \(line)", reason: $0) }
            ready = items.reversed()
        case .later(let task):
            _ = try item(of: task)
            let said: [ImportItem] = row.notUnderstood.map { .noted(position: "line \(line)", reason: $0) }
            ready = said.reversed()
        case .comment(let text, let date):
            guard let found = waiting else { throw InputError("a note has no task above it") }
            let comment = Todo.Comment(listedAs: text, at: date ?? context.now)
            _ = try comment.validated()
            guard found.size + text.utf8.count <= ByteSource.maximumElement else {
                throw InputError("the task has more notes than fit into \(ByteSource.maximumElement) bytes")
            }
            waiting?.task.comments.append((text, date))
            waiting?.size += text.utf8.count
        case .skipped(let reason): ready = [.skipped(position: "line \(line)", reason: reason)]
        case .nothing: break
        }
    }

    /// Adds the items that are left at the end of the file.
    mutating func finish() throws {
        var items = try flush()
        let left = layout.finish()
        for task in left.tasks { items.append(try item(of: task)) }
        items += left.notUnderstood.map { .noted(position: "line \($0.line)", reason: $0.reason) }
        ready = items.reversed()
    }

    private mutating func flush() throws -> [ImportItem] {
        defer { waiting = nil }
        return try waiting.map { [try item(of: $0.task)] } ?? []
    }

    private mutating func item(of task: ForeignTask) throws -> ImportItem {
        guard let id = task.id else { throw InputError("the task has no id") }
        return try task.item(id: id, prefix: CSVColumn.prefix, context, &tagMaker)
    }
}
