import ArgumentParser
import TodoKit

struct StatsCommand: SessionCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "stats", abstract: "Show how much there is.",
        discussion: """
            EXAMPLES:
              todo stats
              todo stats --json
            """)

    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        let statistics = try await session.store.statistics()
        let fields: [(name: String, label: String, value: Int)] = [
            ("open", "open", statistics.open), ("done", "done", statistics.done),
            ("overdue", "overdue", statistics.overdue), ("dueToday", "due today", statistics.dueToday),
            ("tags", "tags", statistics.tags), ("locations", "locations", statistics.locations),
        ]
        guard session.isJSON else {
            let rows =
                fields.map { ($0.label, String($0.value)) } + [("database", ByteCount.text(Int(statistics.bytes)))]
            return try session.print(
                session.output.isInteractive
                    ? rows.map { $0.0.padded(to: 10) + $0.1 } : rows.map { "\($0.0)\t\($0.1)" })
        }
        try session.print(json: { writer in
            writer.beginObject()
            for field in fields {
                writer.key(field.name)
                writer.integer(field.value)
            }
            writer.key("databaseBytes")
            writer.integer(statistics.bytes)
            writer.endObject()
        })
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
