extension HelpReader {
    /// The page on lines of quick add.
    var quick: [HelpTopic.Section] {
        [
            section("Understood", Self.lines) { line in
                let draft = try draft(line)
                let parts = draft.understood.map { "\($0.text) (\($0.kind.rawValue))" }
                return parts.isEmpty ? nil : "“\(draft.title)”; \(parts.joined(separator: ", "))"
            },
            section("Left in the title, and told", Self.told) { line in
                try draft(line).hints.first.map { "“\($0.text)”: \($0.reason)" }
            },
        ]
    }

    /// The meaning of a line if everything that the examples name exists.
    private func draft(_ line: String) throws -> QuickAdd.Draft {
        let names = QuickAdd.Names(
            places: ["Migros": Location.ID(stored: "migros")], lists: ["Work/Reports": TodoList.ID(stored: "reports")],
            parents: ["8c0f": Todo.ID(stored: "8c0f")])
        return try QuickAdd.parse(line, now: now, zone: timeZone, names: names, settings: settings)
    }

    static let lines = [
        "Call Bob tomorrow 5pm +work p1", "Friday 5pm call Bob", "Milk @Migros due:friday", "Figures /Work/Reports",
        "Eggs ^8c0f", "Standup every weekday at 9", "Rent each 1st remind:1d", "Trip start:\"in 3 days\" due:eom",
        "Retro friday 14:00-15:30",
    ]

    static let told = [
        "Call Bob tuesday at 3", "Holiday in april", "Pills every 12 hours", "Party 30 feb",
        "Prepare friday presentation",
        "Ask /Work/Errands", "Milk #shop", "Fix the roof p4",
    ]
}
