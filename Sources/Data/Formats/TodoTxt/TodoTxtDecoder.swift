import Foundation
import JSON
import TodoDomain

/// Converts lines to to-dos.
///
/// The id of a line depends on its creation date and its text, but not on its priority or its completion: completing a line in
/// the file completes the same to-do. Equal lines are numbered. The first project is the list; further projects are kept.
struct TodoTxtDecoder {
    let context: ImportContext
    private let encoder: TodoTxtEncoder
    var identities = Identities(format: "todotxt")
    private var tagMaker = TagMaker()
    /// The to-dos by their names in the lines so far (`id:`).
    private(set) var names: [String: Todo.ID] = [:]
    /// The maximum number of names that are remembered.
    private static let maximumNames = 100_000

    init(context: ImportContext) {
        self.context = context
        encoder = TodoTxtEncoder(timeZone: context.timeZone)
    }

    /// The to-do of a parsed line.
    mutating func item(_ line: TodoTxtLine, _ text: String) throws -> ImportItem {
        let created = line.creationDay.map { $0.start(in: context.timeZone) }
        let (completedAt, modifiedAt) = completion(line)
        let createdAt = created ?? completedAt ?? context.now
        let title = ForeignTitle(line.title)
        var todo = Todo(
            id: line.id ?? identities.id(ofContent: Self.content(line)),
            title: title.title, notes: title.notes(""), createdAt: createdAt, updatedAt: modifiedAt,
            completedAt: completedAt, due: line.due.map(Due.day), priority: TodoTxtLine.priority(line.priority),
            start: line.start.map(Due.day), tags: try tagMaker.tags(titled: line.contexts, createdAt: createdAt))
        // For a done line, the next occurrence has a line of its own.
        if !line.isDone, let due = line.due, let word = line.recurrence {
            todo.recurrence = TodoTxtRecurrence.recurrence(word, due: due, in: context.timeZone)
        }
        if let name = line.name, names.count < Self.maximumNames { names[name] = names[name] ?? todo.id }
        if let parent = line.parent, parent.id != todo.id {
            todo.parent = parent.id
            if parent.name != parent.id.rawValue {
                todo.extras[TodoTxtLine.parentKey] = [.string(parent.name), .string(parent.id.rawValue)]
            }
        }
        todo.list = line.list?.model(createdAt: createdAt)
        let others = line.projects.dropFirst(todo.list == nil ? 0 : 1)
        if !others.isEmpty { todo.extras[TodoTxtLine.projectsKey] = .array(others.map(JSONValue.string)) }
        if let letter = line.priority, todo.priority == nil {
            todo.extras[TodoTxtLine.priorityKey] = .string(String(letter))
        }
        if !encoder.composed(todo).utf8.elementsEqual(text.utf8) { todo.extras[TodoTxtLine.lineKey] = .string(text) }
        return .todo(try todo.validated(), modifiedAt: modifiedAt)
    }

    /// The line of a to-do, with its id if a reader would otherwise take it for another to-do.
    func identified(_ line: String, of todo: Todo) -> String {
        let read = TodoTxtLine(line, names: names)
        let id = read.id ?? identities.nextID(ofContent: Self.content(read))
        return id == todo.id ? line : TodoTxtLine.named(line, todo.id)
    }

    private static func content(_ line: TodoTxtLine) -> String {
        "\(line.creationDay?.description ?? "")\u{0}\(line.stableText)"
    }

    /// The completion date and the edit date of a line. The edit date is the end of the completion day: later than the open
    /// line, and earlier than changes of later days. A done line without a completion day was completed when the file was last
    /// written. An open line has no edit date. The time of the import is not used, because the same file must have the same
    /// meaning when it is read again.
    private func completion(_ line: TodoTxtLine) -> (completedAt: Date?, modifiedAt: Date?) {
        guard line.isDone else { return (nil, nil) }
        guard let day = line.completionDay else {
            return (context.fileModifiedAt ?? context.now, context.fileModifiedAt)
        }
        let completedAt = day.start(in: context.timeZone)
        let nextDay = day.adding(days: 1).start(in: context.timeZone)
        let endOfDay = Date(milliseconds: nextDay.milliseconds - 1)
        return (completedAt, max(completedAt, context.fileModifiedAt.map { min(endOfDay, $0) } ?? completedAt))
    }
}
