import Foundation
import JSON
import TodoDomain

/// A document of Markdown while it is read.
struct MarkdownDocument {
    /// A task with the lines below it.
    private struct Entry {
        let task: MarkdownTask
        let list: [String]
        /// The place of the task above it in the tree.
        let parent: Int?
        let line: Int
        var notes: [String] = []
    }

    private let context: ImportContext
    private var entries: [Entry] = []
    /// The headings above, by their levels.
    private var headings: [(level: Int, title: String)] = []
    /// The tasks above in the tree.
    private var open: [Int] = []
    /// The lines of text that belong to no task.
    private var plain: [Int] = []
    /// Empty lines that may be part of the notes of a task.
    private var blank = 0

    init(context: ImportContext) { self.context = context }

    mutating func read(_ text: String) throws {
        var isFenced = false
        var isFrontMatter = false
        for (index, part) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let (number, line) = (index + 1, String(part))
            let bare = line.trimmed
            if number == 1, bare == "---" {
                isFrontMatter = true
                continue
            }
            if isFrontMatter {
                isFrontMatter = bare != "---"
                continue
            }
            if bare.isEmpty {
                blank += 1
                continue
            }
            let isFence = bare.hasPrefix("```") || bare.hasPrefix("~~~")
            if !isFenced, let task = MarkdownTask(line) {
                add(task, line: number)
            } else if let last = open.last(where: { MarkdownTask.indent(of: line) > entries[$0].task.indent }) {
                note(line, of: last)
            } else if !isFence, !isFenced {
                heading(bare, line: number)
            }
            if isFence { isFenced.toggle() }
            blank = 0
        }
    }

    private mutating func add(_ task: MarkdownTask, line: Int) {
        while let last = open.last, entries[last].task.indent >= task.indent { open.removeLast() }
        let parent = open.count < Limits.levels ? open.last : open[Limits.levels - 1]
        entries.append(Entry(task: task, list: headings.map(\.title), parent: parent, line: line))
        open.append(entries.count - 1)
    }

    private mutating func note(_ line: String, of entry: Int) {
        // Lines below a bullet are indented by two columns more.
        var (rest, column) = (line[...], 0)
        while column < entries[entry].task.indent + 2, let first = rest.first, first == " " || first == "\t" {
            column += first == "\t" ? 4 : 1
            rest.removeFirst()
        }
        if !entries[entry].notes.isEmpty { entries[entry].notes += Array(repeating: "", count: blank) }
        entries[entry].notes.append(String(rest))
    }

    private mutating func heading(_ text: String, line: Int) {
        open = []
        let level = text.prefix { $0 == "#" }.count
        let rest = text.dropFirst(level)
        guard 1...6 ~= level, rest.first == " " else {
            plain.append(line)
            return
        }
        headings.removeAll { $0.level >= level }
        let title = String(rest).trimmed
        // Our own files have this heading above to-dos without a list.
        if !TodoList.isInbox(title) { headings.append((level, title)) }
    }

    /// Gives out what was read.
    mutating func finish(into items: inout ForeignItems) throws {
        var ids: [Todo.ID] = []
        var names: [String: Todo.ID] = [:]
        var known: Set<Todo.ID> = []
        for entry in entries {
            let parent = entry.parent.map { ids[$0].rawValue } ?? ""
            let own = entry.task.name.flatMap { NamesInFile.isUnique($0) ? Todo.ID($0) : nil }
            let isNew = own.map { known.insert($0).inserted } ?? false
            let id =
                isNew ? own : items.id(ofContent: entry.list.joined(separator: "/"), parent, entry.task.title)
            ids.append(id ?? Todo.ID())
            if let name = entry.task.name, names[name] == nil { names[name] = id }
        }
        for (entry, id) in zip(entries, ids) {
            let position = "line \(entry.line)"
            do {
                var task = foreign(entry, at: position, &items)
                task.parent = entry.parent.map { ids[$0] }
                task.dependsOn = entry.task.dependsOn.compactMap { names[$0] }
                let lost = entry.task.dependsOn.filter { names[$0] == nil }
                if !lost.isEmpty { task.others.append(("dependsOn", .array(lost.map(JSONValue.string)))) }
                try items.add(task, id: id, at: position)
            } catch { throw badInput(position, error) }
        }
        for line in plain { items.skip("Text without a check box is not a to-do.", at: "line \(line)") }
    }

    private func foreign(_ entry: Entry, at position: String, _ items: inout ForeignItems) -> ForeignTask {
        let line = entry.task
        var task = ForeignTask(title: line.title)
        task.notes = entry.notes.joined(separator: "\n")
        task.list = entry.list
        task.tags = line.tags
        task.priority = line.priority
        task.due = line.due.map(Due.day)
        task.start = (line.start ?? line.scheduled).map(Due.day)
        task.createdAt = line.created?.start(in: context.timeZone)
        if line.isDone { complete(&task, on: line.done) }
        if let name = line.name, !NamesInFile.isUnique(name) { task.others.append(("id", .string(name))) }
        if line.start != nil, let day = line.scheduled { task.others.append(("scheduled", .string(day.description))) }
        if !" xX".contains(line.mark) { task.others.append(("status", .string(String(line.mark)))) }
        guard let phrase = line.recurrence else { return task }
        if task.due == nil, let day = line.scheduled ?? line.start {
            task.due = .day(day)
            task.start = nil
        }
        guard !task.repeats(phrase: phrase, context) else { return task }
        task.others.append(("recurrence", .string(phrase)))
        if task.completedAt == nil {
            items.note(
                "\(ForeignDate.shown(phrase)) is no repetition that is understood beside this task's dates, and is kept as "
                    + "markdown.recurrence.", at: position)
        }
        return task
    }

    /// A completed line without a day was completed when the file was last written; one with a day, at the latest at the end
    /// of it.
    private func complete(_ task: inout ForeignTask, on day: Day?) {
        guard let day else {
            task.completedAt = context.fileModifiedAt ?? context.now
            task.modifiedAt = context.fileModifiedAt
            return
        }
        let completedAt = day.start(in: context.timeZone)
        let end = Date(milliseconds: day.adding(days: 1).start(in: context.timeZone).milliseconds - 1)
        task.completedAt = completedAt
        task.modifiedAt = max(completedAt, context.fileModifiedAt.map { min(end, $0) } ?? completedAt)
    }
}
