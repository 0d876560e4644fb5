import JSON
import SQLite
public import TodoDomain

/// The row of a to-do. Its relations are registers here; the join tables are derived from them.
public struct TodoEntity: RecordEntity, Hashable {
    /// The kind of its record.
    public static let kind = RecordKind.todo
    /// Its table and columns.
    public static let layout = RowLayout<Todo.Content>(
        table: "todo",
        others: [
            // Models get the content of the join tables, so this column is not read for them.
            Column("tagStamps", \.elements, isShown: false, parse: ElementMap.parse, text: ElementMap.text),
            Column("extras", \.extras),
            Column("reminders", \.reminders),
            Column(
                "hidden",
                read: { content, row in
                    if let registers = row.parsed({ try? JSONValue(parsing: $0) }) { content.uncover(registers) }
                },
                // Written by `values`, together with the columns that show another value meanwhile.
                value: { _ in .null }),
        ])

    /// Identity, times, stamps and replication.
    public var record: RecordColumns
    /// The content of its registers.
    public var content: Todo.Content

    /// A row with a content.
    public init(_ record: RecordColumns, _ content: Todo.Content) {
        self.record = record
        self.content = content
    }

    /// Its title.
    public var title: String { content.todo.title }
    /// Whether it is done, as a person sees it.
    public var isDone: Bool { content.shownCompletion != nil }
    /// The occurrence that it settles, and the id of the repeating to-do.
    package var settled: (series: String, occurrence: Occurrence)? {
        guard let series = content.series, let occurrence = content.todo.occurrence else { return nil }
        return (series, occurrence)
    }

    /// The values of the columns: the shown values, and the registers that they hide.
    public func values(deriving: Bool) -> [StoredValue] {
        guard let hidden = content.hidden else { return Self.layout.values(record, content, deriving: deriving) }
        var values = Self.layout.values(record, hidden.content, deriving: deriving)
        values[Self.hiddenColumn] = .text(hidden.registers.canonicalJSON)
        return values
    }

    private static let hiddenColumn = layout.names.firstIndex(of: "hidden") ?? 0

    /// Deleted rows that no other row needs: a row that settled an occurrence is kept as long as its series exists.
    public static var collectibleCondition: String {
        """
        (todo.occurrence IS NULL OR NOT EXISTS (SELECT 1 FROM todo AS whole \
        WHERE whole.id = todo.series AND whole.space = todo.space))
        """
    }
    /// The id of its location, which need not be known here.
    public var locationID: String? { content.locationID }
    /// The row as a node of the forest.
    var node: StandingNode {
        StandingNode(
            id: record.id, standing: content.standing, stamp: record.stamp(of: TodoRegister.standing.rawValue),
            exists: !record.isDeleted)
    }
}

/// The elements of a set as JSON text: each id with its stamp, with a leading `-` if it was removed.
enum ElementMap {
    static func text(_ elements: [String: Record.Element]) -> String {
        StampMap.text(of: elements) { $0.isPresent ? $0.stamp.description : "-" + $0.stamp.description }
    }

    static func parse(_ text: String) -> [String: Record.Element]? {
        StampMap.members(of: text) { text in
            let isPresent = !text.hasPrefix("-")
            return Stamp(isPresent ? text : String(text.dropFirst())).map { .init(isPresent: isPresent, stamp: $0) }
        }
    }
}
