import TodoKit

// Reports the dates that a command has settled.
extension Session {
    /// How many to-dos are named. More lines would hide the other messages.
    private static let mostNamed = 5

    /// Reports the dates that were settled as done and the next ones. For dates in the future, it says how far ahead they are
    /// and how to undo it.
    func saySettled(_ edit: TreeEdit) async throws {
        let settling = edit.todos.compactMap { todo in edit.settled[todo.id].map { (todo, $0) } }
        guard !isJSON, !isQuiet, !settling.isEmpty else { return }
        let text = DueText(now: now, timeZone: timeZone)
        let today = Day(containing: now, in: timeZone)
        let found = try await store.todos.fetch(.ids(settling.map(\.1)), source: .local).items
        let settled = Dictionary(found.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for (todo, id) in settling.prefix(Self.mostNamed) {
            guard let day = settled[id]?.due?.day else { continue }
            let title = "“\(Sanitized.line(todo.title))”"
            let next = todo.due.flatMap { todo.isDone ? nil : text.short($0) }
            say("\(title) is done for \(text.short(.day(day))); \(next.map { "next \($0)" } ?? "no date is left").")
            let ahead = day.daysSince1970 - today.daysSince1970
            if ahead > 0 { say("That was \(ahead.counted("day")) ahead; `todo undo` takes it back.") }
        }
        let more = settling.count - Self.mostNamed
        if more > 0 { say("So did \(more) more that repeat.") }
    }
}
