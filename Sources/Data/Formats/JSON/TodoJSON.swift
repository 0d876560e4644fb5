public import JSON
public import TodoDomain

/// Models as JSON: the content of the formats json and ndjson, and the output of programs.
///
/// This is a contract with scripts: every field is always there, null if it is empty; fields may be added but are never
/// removed; times are RFC 3339 in UTC with milliseconds.
public enum TodoJSON {
    /// Writes a to-do.
    public static func write(_ todo: Todo, to writer: inout JSONWriter) {
        write(todo, kind: nil, to: &writer)
    }

    /// Writes a to-do with additional members.
    public static func write(
        _ todo: Todo, to writer: inout JSONWriter, adding members: (inout JSONWriter) -> Void
    ) {
        write(todo, kind: nil, to: &writer, adding: members)
    }

    /// Writes a tag with its dates, and additional named counts.
    public static func write(_ tag: Tag, counts: KeyValuePairs<String, Int> = [:], to writer: inout JSONWriter) {
        write(tag, kind: nil, counts: counts, to: &writer)
    }

    /// Writes a location with its dates, and additional named counts.
    public static func write(
        _ location: Location, counts: KeyValuePairs<String, Int> = [:], to writer: inout JSONWriter
    ) {
        write(location, kind: nil, counts: counts, to: &writer)
    }

    /// Writes a list with its path and its dates, and additional named counts.
    public static func write(_ list: TodoList, counts: KeyValuePairs<String, Int> = [:], to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", list.id.rawValue)
        writer.member("title", list.title)
        writer.member("path", list.path)
        writer.member("color", list.color)
        writer.member("parent", list.parent?.rawValue)
        writer.member("archived", list.isArchived)
        writer.member("position", list.position?.description)
        writeTimes(of: list, to: &writer)
        for (name, count) in counts { writer.member(name, count) }
        writer.endObject()
    }

    /// Writes a view: `{"id", "name", "filter": {"text", "references"}, "columns", "grouping", "createdAt", "updatedAt"}`,
    /// with additional members.
    public static func write(
        _ view: SavedView, to writer: inout JSONWriter, adding members: (inout JSONWriter) -> Void = { _ in }
    ) {
        write(view, kind: nil, to: &writer, adding: members)
    }

    static func write(
        _ view: SavedView, kind: JSONRecordKind?, to writer: inout JSONWriter,
        adding members: (inout JSONWriter) -> Void = { _ in }
    ) {
        writer.beginObject()
        if let kind { writer.member("kind", kind.rawValue) }
        writer.member("id", view.id.rawValue)
        let json = view.json
        for name in ["name", "filter", "columns", "grouping"] {
            writer.member(name, json[name] ?? (name == "columns" ? [] : .null))
        }
        writeTimes(of: view, to: &writer)
        members(&writer)
        writer.endObject()
    }

    /// Writes a comment: `{"id", "at", "editedAt", "device", "text"}`.
    public static func write(_ comment: Todo.Comment, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", comment.id.rawValue)
        writer.member("at", comment.createdAt.rfc3339)
        writer.member("editedAt", comment.updatedAt > comment.createdAt ? comment.updatedAt.rfc3339 : nil)
        writer.member("device", comment.device?.description)
        writer.member("text", comment.text)
        writer.endObject()
    }

    /// Writes a page of to-dos: `{"items": [...], "page", "pageSize", "total", "nextCursor"}`.
    public static func write(_ page: Page<Todo>, to writer: inout JSONWriter) {
        write(page, to: &writer) { write($0, to: &$1) }
    }

    /// Writes a page whose items are written by `item`, for items with more than a model.
    public static func write<Item>(
        _ page: Page<Item>, to writer: inout JSONWriter, item: (Item, inout JSONWriter) -> Void
    ) {
        beginPage(to: &writer)
        for element in page.items { item(element, &writer) }
        endPage(page, to: &writer)
    }

    /// Writes the part of a page before its items.
    public static func beginPage(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("items")
        writer.beginArray()
    }

    /// Writes the part of a page after its items.
    public static func endPage<Item>(_ page: Page<Item>, to writer: inout JSONWriter) {
        writer.endArray()
        writer.member("page", page.page)
        writer.member("pageSize", page.pageSize)
        writer.member("total", page.total)
        writer.member("nextCursor", page.nextCursor?.description)
        writer.endObject()
    }
}

/// The kind of a record in ndjson.
enum JSONRecordKind: String, CaseIterable {
    case todo, tag, location, list, view
}

extension TodoJSON {
    /// The prefix of the keys of extras that were members of a to-do; the name of the member follows.
    static let othersPrefix = "json."

    /// The members for the fields of each kind of record.
    static let (todo, tag, location, list) = (
        JSONMembers<Todo.Content>(), JSONMembers<Tag.Content>(), JSONMembers<Location.Content>(),
        JSONMembers<TodoList.Content>()
    )

    /// The names of all members that we write.
    private static let ownNames = Set(
        [
            "kind", "tags", "location", "list", "parent", "position", "subtasks", "dependsOn", "blocked", "by", "space",
            "comments",
            "extras", "recurrence", "series", "occurrence", "skipped", "reminders", "fieldDates",
        ] + todo.names)

    /// The fields of a to-do that come before its dates: the texts.
    private static let texts = Todo.Content.fields.searched
    /// The fields that come after them.
    private static let others = Todo.Content.fields.all.filter { !$0.isSearched }

    /// Writes a to-do, with `kind` as its first field if one is given.
    /// - Parameter restoresOthers: whether unknown members that came from a file are written as members again, as in a
    ///   file, instead of among the extras.
    static func write(
        _ todo: Todo, kind: JSONRecordKind?, restoresOthers: Bool = false, to writer: inout JSONWriter,
        adding members: (inout JSONWriter) -> Void = { _ in }
    ) {
        var (extras, foreign) = (todo.extras, [(name: String, value: JSONValue)]())
        if restoresOthers, !extras.isEmpty {
            for (key, value) in todo.extras where key.hasPrefix(othersPrefix) {
                let name = String(key.dropFirst(othersPrefix.count))
                guard !ownNames.contains(name) else { continue }
                foreign.append((name, value))
                extras[key] = nil
            }
            foreign.sort { $0.name < $1.name }
        }
        let content = Todo.Content(todo)
        writer.beginObject()
        if let kind { writer.member("kind", kind.rawValue) }
        // A to-do that was not stored has no id.
        writer.member("id", todo.id.rawValue.isEmpty ? nil : todo.id.rawValue)
        for field in texts { field.write(content, to: &writer) }
        writeTimes(of: todo, to: &writer)
        for field in others { field.write(content, to: &writer) }
        writer.key("tags")
        writer.beginArray()
        for tag in todo.tags {
            writer.beginObject()
            writer.member("id", tag.id.rawValue.isEmpty ? nil : tag.id.rawValue)
            writer.member("title", tag.title)
            writer.endObject()
        }
        writer.endArray()
        writer.key("location")
        if let location = todo.location {
            writer.beginObject()
            write(location.id, Location.Content(location), to: &writer)
            writer.endObject()
        } else {
            writer.null()
        }
        writer.key("list")
        if let list = todo.list {
            writer.beginObject()
            writer.member("id", list.id.rawValue)
            writer.member("title", list.title)
            writer.member("path", list.path)
            writer.endObject()
        } else {
            writer.null()
        }
        writer.member("parent", todo.parent?.rawValue)
        writer.member("position", todo.position?.description)
        writer.key("subtasks")
        writer.beginObject()
        writer.member("open", todo.subtasks.open)
        writer.member("done", todo.subtasks.done)
        writer.endObject()
        writer.member("dependsOn", .array(todo.dependsOn.map { .string($0.rawValue) }))
        writer.member("blocked", todo.isBlocked)
        writer.member("by", todo.changedBy)
        writer.member("space", todo.space?.rawValue)
        todo.writeRecurrence(to: &writer)
        todo.writeReminders(to: &writer)
        writer.key("comments")
        writer.beginArray()
        for comment in todo.comments { write(comment, to: &writer) }
        writer.endArray()
        writer.member("extras", extras.isEmpty ? .null : .object(extras))
        if restoresOthers, let dates = todo.fieldDates { writer.member("fieldDates", dates.json) }
        members(&writer)
        for (name, value) in foreign { writer.member(name, value) }
        writer.endObject()
    }

    static func write(
        _ tag: Tag, kind: JSONRecordKind?, counts: KeyValuePairs<String, Int> = [:], to writer: inout JSONWriter
    ) {
        write(tag, Tag.Content(tag), kind: kind, counts: counts, to: &writer)
    }

    static func write(
        _ location: Location, kind: JSONRecordKind?, counts: KeyValuePairs<String, Int> = [:],
        to writer: inout JSONWriter
    ) {
        write(location, Location.Content(location), kind: kind, counts: counts, to: &writer)
    }

    private static func write<Model: RecordedModel>(
        _ model: Model, _ content: some RecordContent, kind: JSONRecordKind?, counts: KeyValuePairs<String, Int>,
        to writer: inout JSONWriter
    ) {
        writer.beginObject()
        if let kind { writer.member("kind", kind.rawValue) }
        write(model.id, content, to: &writer)
        writeTimes(of: model, to: &writer)
        for (name, count) in counts { writer.member(name, count) }
        writer.endObject()
    }

    private static func write<Model, Content: RecordContent>(
        _ id: Identifier<Model>, _ content: Content, to writer: inout JSONWriter
    ) {
        writer.member("id", id.rawValue)
        for field in Content.fields.all { field.write(content, to: &writer) }
    }

    private static func writeTimes(of model: some RecordedModel, to writer: inout JSONWriter) {
        writer.member("createdAt", model.createdAt.rfc3339)
        writer.member("updatedAt", model.updatedAt.rfc3339)
    }
}
