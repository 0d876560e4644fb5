import TodoDomain

/// A column that is a field of a to-do.
enum CSVColumn: String, CaseIterable {
    case id, title, notes, createdAt, updatedAt, completedAt, due, priority, tags
    case latitude, longitude, altitude, placeName
    /// Whatever else a to-do has, as a JSON object.
    case extras

    /// What the keys of extras begin with that are columns of their own; the name of the column follows.
    static let prefix = "csv."

    /// What other programs call it, in small letters and digits only.
    private var synonyms: Set<String> {
        switch self {
        case .id: ["id", "uid", "uuid"]
        case .title: ["title", "name", "task", "taskname", "todo", "summary", "subject"]
        case .notes: ["notes", "note", "description", "details"]
        case .createdAt: ["createdat", "created", "creationdate", "createddate", "datecreated"]
        case .updatedAt: ["updatedat", "updated", "modifiedat", "modified", "lastmodified"]
        case .completedAt: ["completedat", "completed", "iscompleted", "done", "completiondate", "datecompleted"]
        case .due: ["due", "duedate", "dueat", "deadline"]
        case .priority: ["priority"]
        case .tags: ["tags", "tag", "labels", "label", "categories"]
        case .latitude: ["latitude", "lat"]
        case .longitude: ["longitude", "lon", "lng"]
        case .altitude: ["altitude", "elevation"]
        case .placeName: ["placename", "place", "location"]
        case .extras: ["extras"]
        }
    }

    /// The field that a header cell names; nil for a column of another program.
    init?(header: String) {
        let name = header.lowercased().filter { $0 != " " && $0 != "_" && $0 != "-" }
        guard let column = Self.allCases.first(where: { $0.synonyms.contains(name) }) else { return nil }
        self = column
    }
}

/// What the columns of a file are.
struct CSVHeader {
    /// A field, or the key of the extra that a column is kept as; nil for one without a name.
    enum Meaning: Equatable {
        case field(CSVColumn)
        case extra(String)
        case unnamed
    }

    let meanings: [Meaning]
    /// Whether there are columns that are no fields.
    let hasOthers: Bool

    /// Reads the header. The first column of a kind is the field, further ones are kept as what they are called.
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
        hasOthers = fields.count < meanings.count
        guard fields.contains(.title) else { throw InputError("the header names no column \"title\"") }
    }
}
