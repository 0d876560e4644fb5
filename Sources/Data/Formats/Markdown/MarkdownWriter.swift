import Foundation
import JSON
import TodoDomain

/// Writes to-dos as tasks of Markdown. They are kept until the end, so that each is below its parent, under the heading of
/// its list.
struct MarkdownWriter: ItemWriter {
    private struct Entry {
        let id: Todo.ID
        let parent: Todo.ID?
        let list: [String]
        let lines: [String]
    }

    /// Headings have at most six levels.
    private static let mostLevels = 6

    private let context: ExportContext
    private var entries: [Entry] = []

    init(context: ExportContext) { self.context = context }

    mutating func write(_ todo: Todo, into buffer: inout [UInt8]) -> Set<ExportOmission> {
        let path = todo.list?.path.split(separator: "/").map(String.init) ?? []
        let entry = Entry(
            id: todo.id, parent: todo.parent, list: Array(path.prefix(Self.mostLevels)), lines: lines(of: todo))
        entries.append(entry)
        return todo.omissions(keeping: MarkdownFormat.prefix) {
            var document = MarkdownDocument(context: context.reading)
            var items = ForeignItems(format: "markdown", context: context.reading)
            try document.read((Self.headings(entry.list, after: []) + entry.lines).joined(separator: "\n"))
            try document.finish(into: &items)
            guard case .todo(var read, let modifiedAt, _)? = items.items.first, items.items.count == 1 else {
                throw InputError("it is not one task")
            }
            // The place of its line says where it stands.
            read.parent = todo.parent
            read.position = todo.position
            return .todo(read, modifiedAt: modifiedAt)
        }
    }

    mutating func footer(into buffer: inout [UInt8]) {
        let here = Set(entries.map(\.id))
        var children: [Todo.ID: [Int]] = [:]
        var tops: [[String]: [Int]] = [:]
        var order: [[String]] = []
        for (index, entry) in entries.enumerated() {
            if let parent = entry.parent, here.contains(parent) {
                children[parent, default: []].append(index)
            } else {
                if tops[entry.list] == nil { order.append(entry.list) }
                tops[entry.list, default: []].append(index)
            }
        }
        // To-dos without a list come first, because there they need no heading.
        order = order.filter(\.isEmpty) + order.filter { !$0.isEmpty }
        var written: [String] = []
        for list in order {
            let headings = Self.headings(list, after: written)
            if !headings.isEmpty {
                buffer += ((list == order.first ? "" : "\n") + headings.joined(separator: "\n") + "\n\n").utf8
            }
            written = list
            // Depth first; a task that is its own ancestor is not reached from the top.
            var rest = (tops[list] ?? []).reversed().map { (index: $0, depth: 0) }
            while let (index, depth) = rest.popLast() {
                for line in entries[index].lines {
                    let indent = line.isEmpty ? "" : String(repeating: " ", count: depth * 2)
                    buffer += (indent + line + "\n").utf8
                }
                rest += (children[entries[index].id] ?? []).reversed().map { ($0, depth + 1) }
            }
        }
    }

    /// The headings that lead to a list from another one.
    private static func headings(_ list: [String], after other: [String]) -> [String] {
        var shared = zip(list, other).prefix { $0 == $1 }.count
        // The heading of a list closes those below it.
        if shared == list.count, other.count > shared { shared = max(shared - 1, 0) }
        return list.enumerated().dropFirst(shared).map { String(repeating: "#", count: $0 + 1) + " " + $1 }
    }

    /// The lines of a to-do, without those of its subtasks.
    private func lines(of todo: Todo) -> [String] {
        let status = todo.extras.text(MarkdownFormat.prefix + "status").flatMap { $0.count == 1 ? $0 : nil }
        let mark = todo.isDone ? (status == "-" ? "-" : "x") : (status == "-" ? " " : status ?? " ")
        var words = ["- [\(mark)]", todo.title]
        words += todo.tags.map { "#" + Self.word($0.title) }
        switch todo.priority {
        case .high: words.append("⏫")
        case .medium: words.append("🔼")
        case .low: words.append("🔽")
        case nil: break
        }
        if let recurrence = todo.recurrence {
            words.append("🔁 " + Self.words(recurrence))
        } else if let kept = todo.extras.text(MarkdownFormat.prefix + "recurrence") {
            words.append("🔁 " + kept)
        }
        if let name = todo.extras.text(MarkdownFormat.prefix + "id") { words.append("🆔 " + name) }
        let dates: [(String, Day?)] = [
            ("➕", Day(containing: todo.createdAt, in: context.timeZone)), ("🛫", todo.start.map(day)),
            ("⏳", todo.extras.text(MarkdownFormat.prefix + "scheduled").flatMap { Day($0) }), ("📅", todo.due.map(day)),
            ("✅", todo.completedAt.map { Day(containing: $0, in: context.timeZone) }),
        ]
        words += dates.compactMap { sign, day in day.map { "\(sign) \($0)" } }
        let notes = todo.notes.isEmpty ? [] : todo.notes.split(separator: "\n", omittingEmptySubsequences: false)
        return [words.joined(separator: " ")] + notes.map { $0.isEmpty ? "" : "  " + $0 }
    }

    /// How it repeats, as the plugin says it.
    private static func words(_ recurrence: Recurrence) -> String {
        let words = recurrence.words
        guard words.hasPrefix("every! ") else { return words }
        return "every " + words.dropFirst("every! ".count) + " when done"
    }

    /// The day of a date, in the zone of the date.
    private func day(_ due: Due) -> Day {
        guard case .instant(let date, let zone) = due else { return due.day }
        return Day(containing: date, in: TimeZone(identifier: zone) ?? context.timeZone)
    }

    /// One word of a tag: other characters would end it.
    private static func word(_ text: String) -> String {
        String(text.map { $0.isLetter || $0.isNumber || "_-/".contains($0) ? $0 : "_" })
    }
}
