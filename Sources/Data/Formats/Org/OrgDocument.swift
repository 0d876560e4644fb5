import Foundation
import JSON
import TodoDomain

/// A file of org-mode while it is read.
struct OrgDocument {
    /// A headline above the current one, and the list or to-do that it became.
    private enum Above {
        case list(String)
        case task(Todo.ID)
    }

    /// A task whose text is being read.
    private struct Waiting {
        var task: ForeignTask
        let line: Int
        var notes: [String] = []
        var name: String?
        var repeater: String?
    }

    private let context: ImportContext
    private var keywords = OrgKeywords()
    private var above: [(level: Int, what: Above, tags: [String])] = []
    private var waiting: Waiting?
    private var fileTags: [String] = []
    private var drawer: String?

    init(context: ImportContext) { self.context = context }

    mutating func read(_ text: String, into items: inout ForeignItems) throws {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            do {
                try read(String(line), line: index + 1, into: &items)
            } catch { throw badInput("line \(index + 1)", error) }
        }
        try flush(into: &items)
    }

    private mutating func read(_ line: String, line number: Int, into items: inout ForeignItems) throws {
        if let headline = OrgHeadline(line, keywords) {
            try flush(into: &items)
            drawer = nil
            return headline.keyword == nil ? heading(headline) : task(headline, line: number)
        }
        let bare = line.trimmed
        if let name = drawer {
            if bare.uppercased() == ":END:" { drawer = nil } else { property(bare, of: name) }
            return
        }
        if bare.count > 2, bare.hasPrefix(":"), bare.hasSuffix(":"), !bare.contains(" ") {
            drawer = bare.uppercased()
            return
        }
        if bare.hasPrefix("#+") { return keyword(bare) }
        let isPlanning = ["SCHEDULED:", "DEADLINE:", "CLOSED:"].contains { bare.hasPrefix($0) }
        if isPlanning, waiting != nil, waiting?.notes.isEmpty == true {
            plan(bare)
        } else {
            waiting?.notes.append(line)
        }
    }

    private mutating func keyword(_ text: String) {
        let upper = text.uppercased()
        for name in ["#+TODO:", "#+SEQ_TODO:", "#+TYP_TODO:"] where upper.hasPrefix(name) {
            keywords.add(text.dropFirst(name.count))
        }
        if upper.hasPrefix("#+FILETAGS:") {
            fileTags = text.dropFirst(11).split { $0 == ":" || $0 == " " }.map(String.init)
        }
    }

    private mutating func heading(_ headline: OrgHeadline) {
        above.removeAll { $0.level >= headline.level }
        above.append((headline.level, .list(headline.title), headline.tags))
    }

    private mutating func task(_ headline: OrgHeadline, line: Int) {
        above.removeAll { $0.level >= headline.level }
        var task = ForeignTask(title: headline.title)
        for entry in above {
            switch entry.what {
            case .list(let title): if task.parent == nil { task.list.append(title) }
            case .task(let id): task.parent = id
            }
        }
        var tags: [String] = []
        for tag in fileTags + above.flatMap(\.tags) + headline.tags where !tags.contains(tag) { tags.append(tag) }
        task.tags = tags
        switch headline.priority {
        case "A", "1": task.priority = .high
        case "B", "2": task.priority = .medium
        case "C", "3": task.priority = .low
        case let other?: task.others.append(("priority", .string(String(other))))
        case nil: break
        }
        if headline.isDone { task.completedAt = context.fileModifiedAt ?? context.now }
        if let keyword = headline.keyword, keyword != "TODO", keyword != "DONE" {
            task.others.append(("keyword", .string(keyword)))
        }
        // Its id may follow in the properties, so its position in the items is reserved.
        waiting = Waiting(task: task, line: line)
        above.append((headline.level, .task(Todo.ID(stored: "")), headline.tags))
    }

    private mutating func plan(_ text: String) {
        guard var entry = waiting else { return }
        defer { waiting = entry }
        for name in ["SCHEDULED:", "DEADLINE:", "CLOSED:"] {
            guard let place = text.range(of: name),
                let time = OrgTimestamp(text[place.upperBound...], in: context.timeZone)
            else { continue }
            switch name {
            case "SCHEDULED:": entry.task.start = time.due
            case "DEADLINE:": entry.task.due = time.due
            default:
                if entry.task.completedAt != nil { entry.task.completedAt = time.due.moment(in: context.timeZone) }
                entry.task.modifiedAt = entry.task.completedAt
            }
            if let repeater = time.repeater {
                entry.repeater = repeater
                // A task that is only scheduled is due then, because only a due date can repeat.
                if name == "SCHEDULED:", entry.task.due == nil { entry.task.due = time.due }
            }
        }
        if entry.repeater != nil, entry.task.start == entry.task.due { entry.task.start = nil }
    }

    private mutating func property(_ text: String, of drawer: String) {
        guard drawer == ":PROPERTIES:", waiting != nil else { return }
        let parts = text.dropFirst().split(separator: ":", maxSplits: 1).map { String($0).trimmed }
        guard text.hasPrefix(":"), parts.count == 2, !parts[1].isEmpty else { return }
        switch parts[0].uppercased() {
        case "ID": waiting?.name = parts[1]
        case "CREATED":
            waiting?.task.createdAt = OrgTimestamp(parts[1], in: context.timeZone)?.due.moment(in: context.timeZone)
        case "LAST_REPEAT", "STYLE", "ORDERED", "COOKIE_DATA": break
        default: waiting?.task.others.append((parts[0], .string(parts[1])))
        }
    }

    private mutating func flush(into items: inout ForeignItems) throws {
        guard var entry = waiting else { return }
        waiting = nil
        let position = "line \(entry.line)"
        entry.task.notes = Self.notes(entry.notes)
        if let repeater = entry.repeater, entry.task.completedAt == nil {
            let found = OrgTimestamp.rule(repeater)
            if let found, entry.task.repeats(found.rule, in: context.timeZone) {
                entry.task.recurrence?.mode = found.mode
            } else {
                entry.task.others.append(("repeater", .string(repeater)))
                items.note("A repetition is not understood, and is kept as org.repeater.", at: position)
            }
        }
        let path = entry.task.list.joined(separator: "/")
        let content = items.id(ofContent: path, entry.task.parent?.rawValue ?? "", entry.task.title)
        let id = entry.name.flatMap { NamesInFile.isUnique($0) ? items.id($0) : nil } ?? content
        if let last = above.indices.last, case .task = above[last].what { above[last].what = .task(id) }
        try items.add(entry.task, id: id, at: position)
    }

    /// The lines without their common indent, and without empty lines around them.
    private static func notes(_ lines: [String]) -> String {
        let indent = lines.filter { !$0.trimmed.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { String($0.dropFirst(min(indent, $0.prefix { $0 == " " }.count))) }.joined(separator: "\n")
            .trimmingCharacters(in: .newlines)
    }
}
