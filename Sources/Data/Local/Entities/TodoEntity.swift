import JSON
import SQLite
public import TodoDomain

/// A to-do as a row. Its relations are registers here; the join tables are derived from them.
public struct TodoEntity: RecordEntity, Hashable {
    /// The kind of its record.
    public static let kind = RecordKind.todo
    /// Its table and columns.
    public static let layout = RowLayout<Todo.Content>(
        table: "todo",
        others: [
            // What the join tables contain is not read for models.
            Column("tagStamps", \.elements, isShown: false, parse: ElementMap.parse, text: ElementMap.text),
            Column("extras", \.extras),
        ])

    /// Identity, times, stamps and replication.
    public var record: RecordColumns
    /// The content of its registers.
    public var content: Todo.Content

    /// A row with a content.
    public init(_ record: RecordColumns, _ content: Todo.Content) { (self.record, self.content) = (record, content) }

    /// Its title.
    public var title: String { content.todo.title }
    /// Whether it is done.
    public var isDone: Bool { content.todo.isDone }
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
        JSONValue.object(elements.mapValues { .string(($0.isPresent ? "" : "-") + $0.stamp.description) }).canonicalJSON
    }

    static func parse(_ text: String) -> [String: Record.Element]? {
        StampMap.members(of: text) { text in
            let isPresent = !text.hasPrefix("-")
            return Stamp(isPresent ? text : String(text.dropFirst())).map { .init(isPresent: isPresent, stamp: $0) }
        }
    }
}
