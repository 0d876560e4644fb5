import TodoDomain

/// A column that is a field of a to-do.
struct CSVColumn: Hashable {
    /// The name in the header.
    let name: String

    private init(_ name: String) { self.name = name }

    /// The column of a field.
    init?(_ field: Field<Todo.Content>) {
        guard let member = field.member else { return nil }
        self.init(member)
    }

    static let id = CSVColumn("id")
    static let title = CSVColumn("title")
    static let notes = CSVColumn("notes")
    static let createdAt = CSVColumn("createdAt")
    static let updatedAt = CSVColumn("updatedAt")
    static let due = CSVColumn("due")
    static let start = CSVColumn("start")
    static let tags = CSVColumn("tags")
    static let latitude = CSVColumn("latitude")
    static let longitude = CSVColumn("longitude")
    static let altitude = CSVColumn("altitude")
    static let placeName = CSVColumn("placeName")
    /// The path of the list.
    static let list = CSVColumn("list")
    /// The id of the parent.
    static let parent = CSVColumn("parent")
    /// The ids of the dependencies, separated by spaces.
    static let dependsOn = CSVColumn("dependsOn")
    /// The comments, as a JSON array.
    static let comments = CSVColumn("comments")
    /// The reminders, as a JSON array.
    static let reminders = CSVColumn("reminders")
    /// Everything else that a to-do has, as a JSON object.
    static let extras = CSVColumn("extras")

    /// The fields with a column, except those that are searched: other programs put more into a title or notes.
    static let fields: [(column: CSVColumn, field: Field<Todo.Content>)] = Todo.Content.fields.all.filter {
        !$0.isSearched
    }.compactMap { field in CSVColumn(field).map { (column: $0, field: field) } }

    /// The fields before the tags. Scripts count columns, so later fields come after all other columns except the extras.
    private static let first: Set<TodoRegister> = [.completion, .due, .priority, .start, .started]
    static let (firstFields, laterFields) = (
        fields.filter { first.map(\.rawValue).contains($0.field.name) },
        fields.filter { !first.map(\.rawValue).contains($0.field.name) }
    )

    /// All columns, in the order in which they are written.
    static let all =
        [.id] + Todo.Content.fields.searched.compactMap(CSVColumn.init) + [.createdAt, .updatedAt]
        + firstFields.map(\.column)
        + [.tags, .latitude, .longitude, .altitude, .placeName, .list, .parent, .dependsOn, .comments, .reminders]
        + laterFields.map(\.column) + [.extras]

    /// The prefix of the keys of extras that have their own column; the name of the column follows.
    static let prefix = "csv."

    /// The field that a header cell names; nil for a column from another program.
    init?(header: String) {
        let name = header.lowercased().filter { $0 != " " && $0 != "_" && $0 != "-" }
        guard let found = Self.all.first(where: { $0.name.lowercased() == name }) else { return nil }
        self = found
    }
}

/// The meaning of the columns of a file that we wrote.
struct CSVHeader {
    /// The columns that every version of ours has written. They identify such a file.
    private static let own: Set<String> = [
        "id", "title", "notes", "createdAt", "updatedAt", "completedAt", "due", "priority", "tags", "latitude",
        "longitude",
    ]

    /// Whether these are the columns of a file that we wrote. Its ids are then ours.
    static func isOwn(_ cells: [String]) -> Bool { own.isSubset(of: cells.map(\.trimmed)) }

    /// The meaning of a column: a field, or the key of the extra that keeps its cells; nil for a column without a name.
    enum Meaning: Equatable {
        case field(CSVColumn)
        case extra(String)
        case unnamed
    }

    let meanings: [Meaning]
    /// The fields with a column.
    private let fields: Set<CSVColumn>

    /// Parses the header. The first column with a meaning is the field; further columns with this meaning are kept under their
    /// own names.
    init(_ cells: [String]) throws {
        var seen: Set<String> = []
        var fields: Set<CSVColumn> = []
        meanings = try cells.map { cell in
            let name = cell.trimmed
            if name.isEmpty { return .unnamed }
            guard seen.insert(name).inserted else { throw InputError("two columns have the same name") }
            if let field = CSVColumn(header: name), fields.insert(field).inserted { return .field(field) }
            return .extra(CSVColumn.prefix + name)
        }
        self.fields = fields
    }

    /// The fields that a file with these columns can express (``ItemReader/renditions``).
    func rendition(of todo: Todo) -> Todo {
        var content = Todo.Content(todo)
        for field in Todo.Content.fields.all {
            let isSaid = CSVColumn(field).map { fields.contains($0) } ?? false
            if !isSaid { field.copy(from: Todo.Content(), to: &content) }
        }
        var said = content.todo
        said.series = nil
        said.position = nil
        if !fields.contains(.tags) { said.tags = [] }
        if !fields.contains(.list) { said.list = nil }
        if !fields.contains(.parent) { said.parent = nil }
        if !fields.contains(.dependsOn) { said.dependsOn = [] }
        if !fields.contains(.latitude) { said.location = nil }
        if !fields.contains(.altitude) { said.location?.altitude = nil }
        if !fields.contains(.placeName) { said.location?.placeName = nil }
        return said
    }
}
