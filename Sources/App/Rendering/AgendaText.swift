package import TodoKit

package struct AgendaText {
    private let dueText: DueText
    private let shortID: (Todo.ID) -> String

    private let look: TodoLook

    package init(dueText: DueText, look: TodoLook = TodoLook(), shortID: @escaping (Todo.ID) -> String) {
        self.dueText = dueText
        self.look = look
        self.shortID = shortID
    }

    /// The sections with their headings, as one table for people.
    package func table(_ agenda: Agenda, on terminal: Terminal) -> [String] {
        let sections = sections(of: agenda)
        let todos = sections.flatMap(\.entries).map(\.todo)
        // The first line is the header.
        var table = TodoTable(dueText: dueText, look: look, shortID: shortID)
        table.starting = Set(sections.flatMap(\.entries).filter(\.isStart).map(\.id))
        var rows = table.lines(todos, on: terminal).dropFirst()
        return sections.flatMap { section in
            defer { rows = rows.dropFirst(section.entries.count) }
            return [terminal.styles(section.heading, .bold)] + rows.prefix(section.entries.count)
        }
    }

    /// The to-dos as lines for programs, each with the name of its section as a further field.
    package func lines(_ agenda: Agenda) -> [String] {
        sections(of: agenda).flatMap { section in
            section.entries.map { TodoLines.line($0.todo, shortID: shortID) + "\t" + section.name }
        }
    }

    private func sections(of agenda: Agenda) -> [(name: String, heading: String, entries: [Agenda.Entry])] {
        let days = agenda.next.map { ("next", dueText.short(.day($0.day)).capitalizedFirst, $0.entries) }
        let sections =
            [("overdue", "Overdue", agenda.overdue), ("today", "Today", agenda.today)] + days
            + [("started", "Started", agenda.started)]
        return sections.filter { !$0.2.isEmpty }
    }

    /// `2 overdue · 3 today · 5 next · 1 started · 40 open`
    package static func counts(_ counts: Agenda.Counts, open: Int) -> String {
        let parts = [
            (counts.overdue, "overdue"), (counts.today, "today"), (counts.next, "next"), (counts.started, "started"),
        ].filter { $0.0 > 0 }
        return (parts + [(open, "open")]).map { "\($0.0) \($0.1)" }.joined(separator: " · ")
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
