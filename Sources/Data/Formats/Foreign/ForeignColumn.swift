import TodoDomain

/// The meaning of a column of a table, or of a member of an object, by the names that programs give it. Several columns may
/// have the same meaning.
enum ForeignColumn: String, CaseIterable {
    case id, title, notes, createdAt, updatedAt, completedAt, isDone, status, due, dueTime, start, startTime, startedAt
    case estimate, priority, tags, path, folder, list, section, parent, dependsOn, latitude, longitude, altitude,
        placeName
    case comments, reminders, extras, kind

    /// Their names, in small letters without spaces, `_` and `-`. Our own are among them.
    private static let names: [ForeignColumn: Set<String>] = [
        .id: ["id", "uid", "uuid", "taskid", "issuekey", "key", "gid", "issueid", "externalid"],
        .title: ["title", "name", "task", "taskname", "todo", "summary", "subject", "tasktitle", "item", "issue"],
        .notes: ["notes", "note", "description", "details", "body", "desc"],
        .createdAt: [
            "createdat", "created", "creationdate", "createddate", "datecreated", "createdon", "createdtime",
            "createddatetime", "dateadded", "addedat", "added",
        ],
        .updatedAt: [
            "updatedat", "updated", "modifiedat", "modified", "lastmodified", "lastmodifiedat", "updatedon",
            "modifieddate", "datemodified", "lasteditedtime", "lastedited", "lastmodifieddatetime", "lastupdated",
        ],
        .completedAt: [
            "completedat", "completiondate", "datecompleted", "completedon", "completeddate", "completeddatetime",
            "doneat", "finishedat", "closedat", "resolved", "resolutiondate", "datedone",
        ],
        .isDone: [
            "completed", "iscompleted", "done", "isdone", "complete", "iscomplete", "checked", "ischecked", "finished",
        ],
        .status: ["status", "state"],
        .due: ["due", "duedate", "dueat", "deadline", "dueon", "duedatetime", "date"],
        .dueTime: ["duetime"],
        .start: ["start", "startdate", "scheduled", "threshold", "starton", "startat", "deferdate"],
        .startTime: ["starttime"],
        .startedAt: ["startedat", "started"],
        .estimate: ["estimate", "estimatedminutes", "estimateminutes"],
        .priority: ["priority", "prio", "importance"],
        .tags: ["tags", "tag", "labels", "label", "categories", "category", "contexts", "context"],
        .path: ["list"],
        .folder: ["folder", "foldername", "area"],
        .list: ["listname", "project", "projectname", "projects", "tasklist", "board"],
        .section: ["section", "sectionname", "sectioncolumn", "heading", "bucket"],
        .parent: ["parent", "parentid", "parenttask", "parenttaskid", "parentissue", "parentitem"],
        .dependsOn: ["dependson"],
        .latitude: ["latitude", "lat"], .longitude: ["longitude", "lon", "lng"],
        .altitude: ["altitude", "elevation"],
        .placeName: ["placename", "place", "location"],
        .comments: ["comments"], .reminders: ["reminders"], .extras: ["extras"],
        .kind: ["type", "kind"],
    ]

    private static let byName = Dictionary(
        uniqueKeysWithValues: names.flatMap { column, names in names.map { ($0, column) } })

    /// The names of columns that hold the title if there is no column called title.
    private static let titles: Set<String> = ["content", "text", "description"]

    /// The column with this name; nil for any other.
    init?(header: String) {
        guard let found = Self.byName[Self.folded(header)] else { return nil }
        self = found
    }

    /// The meanings of columns with these names.
    static func columns(named names: [String]) -> [ForeignColumn?] {
        var columns = names.map { ForeignColumn(header: $0) }
        if !columns.contains(.title), let place = names.firstIndex(where: { titles.contains(folded($0)) }) {
            columns[place] = .title
        }
        return columns
    }

    private static func folded(_ name: String) -> String {
        name.lowercased().filter { $0 != " " && $0 != "_" && $0 != "-" && $0 != "/" }
    }

    /// Whether a member with this name shows that another program has written the object.
    var isTelling: Bool {
        switch self {
        case .title, .notes, .createdAt, .updatedAt, .completedAt, .isDone, .status, .due, .start, .tags, .folder,
            .list,
            .section:
            true
        default: false
        }
    }

    /// Whether the name is another program's word for a list.
    var isForeignList: Bool { self == .folder || self == .list || self == .section }

    /// The fields that records with these columns can express (``ItemReader/renditions``).
    static func rendition(of todo: Todo, in columns: Set<ForeignColumn>) -> Todo {
        var content = Todo.Content(todo)
        for field in Todo.Content.fields.all {
            let column = field.member.flatMap(ForeignColumn.init(rawValue:))
            let isSaid = column.map { columns.contains($0) } ?? false
            let isDone = column == .completedAt && (columns.contains(.isDone) || columns.contains(.status))
            if !isSaid, !isDone { field.copy(from: Todo.Content(), to: &content) }
        }
        var said = content.todo
        said.series = nil
        said.position = nil
        if !columns.contains(.tags) { said.tags = [] }
        if !columns.contains(where: { $0 == .path || $0.isForeignList }) { said.list = nil }
        if !columns.contains(.parent) { said.parent = nil }
        if !columns.contains(.dependsOn) { said.dependsOn = [] }
        if !columns.contains(.latitude) { said.location = nil }
        if !columns.contains(.altitude) { said.location?.altitude = nil }
        if !columns.contains(.placeName) { said.location?.placeName = nil }
        return said
    }
}
