import Foundation
import TodoDomain

/// The CSV of a project in Todoist (todoist.com/help, "Import or export a project as a CSV file"). In a backup, the file is
/// named after the project, which becomes a list. Sections become lists below it, notes become comments, `@label` in a title
/// becomes a tag, and the indent gives the tree. 1 is the highest of the four priorities.
struct TodoistLayout: CSVLayout {
    static let name = "todoist"
    static let columns: Set<String> = ["type", "content", "priority", "indent"]
    static let said = Set<ForeignTask.Part>.rows.union([.estimate])

    private var section: String?
    /// The last row of each indent.
    private var ancestors: [Todo.ID?] = []
    private var identities = Identities(format: "csv")

    var numbers: RecordNumbers? {
        get { identities.numbers }
        set { identities.numbers = newValue ?? RecordNumbers() }
    }

    mutating func read(_ row: inout CSVRow) throws -> CSVMeaning {
        let type = row.take("type")?.trimmed
        switch type {
        case "task": return .tasks([try task(&row)])
        case "section":
            section = row.take("content")
            ancestors = []
            return .nothing
        case "note":
            guard let text = row.take("content") else { return .nothing }
            return .comment(text, at: try row.takeMoment("date"))
        case "meta", nil: return .nothing
        default: throw InputError.field("TYPE", "task, section, note or meta")
        }
    }

    private mutating func task(_ row: inout CSVRow) throws -> ForeignTask {
        let content = row.take("content") ?? ""
        guard let indent = Int(row.take("indent")?.trimmed ?? "1"), 1...Limits.levels ~= indent else {
            throw InputError.field("INDENT", "a number from 1 to \(Limits.levels)")
        }
        // The children of an unreadable row become children of the row above it.
        ancestors = Array(ancestors.prefix(indent - 1))
        let parent = ancestors.last { $0 != nil } ?? nil
        var (title, tags) = Self.labels(content)
        tags +=
            row.take("labels")?.split(whereSeparator: { $0 == ";" || $0 == "," }).map {
                $0.trimmingPrefix { $0 == "@" || $0 == " " }.description
            } ?? []
        if title.isEmpty { (title, tags) = (content, []) }
        var task = ForeignTask(title: title)
        let project = TodoistProject(fileName: row.context.fileName)
        task.tags = tags
        task.parent = parent
        task.list = [project?.list, section].compactMap(\.self)
        task.notes = row.take("description") ?? ""
        let date = row.take("date") ?? row.take("due_date")
        let priority = row.take("priority")?.trimmed
        switch priority {
        case "1": task.priority = .high
        case "2": task.priority = .medium
        case "3": task.priority = .low
        case "4", nil: break
        default: throw InputError.field("PRIORITY", "1, 2, 3 or 4")
        }
        let language = row.take("date_lang")
        try read(date, language, &row, into: &task)
        switch row.cells["duration_unit"]?.trimmed.lowercased() {
        case "none": row.drop("duration_unit")
        case "minute":
            // Days are not hours of work, so they are kept as they are.
            if let text = row.cells["duration"], let minutes = try? EstimatePhrase.parse(text) {
                task.estimate = minutes
                row.drop("duration", "duration_unit")
            }
        default: break
        }
        row.drop("author", "deadline_lang")
        let (place, text) = (section ?? "", "\(content)\u{0}\(date ?? "")")
        let name = ([Self.name] + [project?.id].compactMap(\.self)).joined(separator: "\u{0}")
        let id = identities.id(ofContent: "\(name)\u{0}\(place)\u{0}\(parent?.rawValue ?? "")\u{0}\(text)")
        task.id = id
        task.others = row.others
        while ancestors.count < indent - 1 { ancestors.append(nil) }
        ancestors.append(id)
        return task
    }

    private func read(
        _ date: String?, _ language: String?, _ row: inout CSVRow, into task: inout ForeignTask
    ) throws {
        let zone = row.take("timezone").flatMap { TimeZone(identifier: $0) } ?? row.context.timeZone
        let context = row.context
        let deadlineText = row.cells["deadline"]
        if let deadline = try row.takeDate("deadline", in: zone) {
            // The date is the day to work on the task. If there is also a deadline, the deadline is the due date.
            task.due = deadline
        }
        guard let date else { return }
        do {
            let read = try ForeignDate.due(date, column: "DATE", context, in: zone)
            if task.due == nil { task.due = read } else { task.start = read }
        } catch {
            if let recurrence = try? Self.recurrence(date, in: zone, context) {
                task.recurrence = recurrence
                if let deadlineText { row.keep(deadlineText, "deadline", saying: "cannot go with a repetition") }
            } else if let comma = date.firstIndex(of: ","), Self.areTimes(date[comma...]),
                let recurrence = try? Self.recurrence(String(date[..<comma]), in: zone, context)
            {
                task.recurrence = recurrence
                if let deadlineText { row.keep(deadlineText, "deadline", saying: "cannot go with a repetition") }
                row.keep(date, "date", saying: "is taken with its first time only")
            } else {
                // A date in another language is kept as it is, and so is a repetition that is not understood.
                let words = date.lowercased().split(separator: " ")
                let isRepetition = words.contains { $0.hasPrefix("every") || $0.hasPrefix("ev!") || $0.hasSuffix("ly") }
                guard isRepetition || language ?? "en" != "en" else { throw error }
                row.keepNotUnderstood(date, "date")
            }
        }
    }

    /// Whether a text has times of the day only: `, 8pm, 21:30`.
    private static func areTimes(_ text: Substring) -> Bool {
        text.split { $0 == "," || $0 == " " }.allSatisfy { word in
            let time = word.lowercased()
            let digits = time.hasSuffix("am") || time.hasSuffix("pm") ? time.dropLast(2) : time[...]
            return !digits.isEmpty && digits.allSatisfy { ("0"..."9").contains($0) || $0 == ":" }
        }
    }

    /// Reads a repetition.
    /// - Throws: ``TodoError`` if it is not a repetition, or is not understood.
    private static func recurrence(_ date: String, in zone: TimeZone, _ context: ImportContext) throws -> Recurrence {
        let words = date.split(separator: " ")
        let first = words.first.map { Self.shortened[$0.lowercased()] ?? String($0) } ?? ""
        let text = ([first] + words.dropFirst().map(String.init)).joined(separator: " ")
        return try RepeatPhrase.parse(text, now: context.now, timeZone: zone, settings: context.phrases)
            .recurrence(now: context.now, timeZone: zone, due: nil)
    }

    /// Todoist's other words for the beginning of a phrase.
    private static let shortened = ["ev": "every", "ev!": "every!", "after": "every!"]

    /// The title without its labels. An at sign inside a word does not begin a label.
    static func labels(_ content: String) -> (title: String, labels: [String]) {
        var (words, labels) = ([Substring](), [String]())
        for word in content.split(separator: " ", omittingEmptySubsequences: false) {
            if word.hasPrefix("@"), word.count > 1 {
                labels.append(String(word.dropFirst()))
            } else {
                words.append(word)
            }
        }
        return labels.isEmpty ? (content, []) : (words.joined(separator: " ").trimmed, labels)
    }
}
