public import JSON
public import TodoDomain

/// Models as JSON: what `--json` prints and what the formats json and ndjson hold.
///
/// It is a contract with scripts: every field is always there, null where it is empty; fields may be added and are
/// never removed; times are RFC 3339 in UTC with milliseconds.
public enum TodoJSON {
    /// Writes a to-do.
    public static func write(_ todo: Todo, to writer: inout JSONWriter) {
        write(todo, kind: nil, to: &writer)
    }

    /// Writes a tag with its times, and what more its writer knows of it: the names and the numbers.
    public static func write(_ tag: Tag, counts: KeyValuePairs<String, Int> = [:], to writer: inout JSONWriter) {
        write(tag, kind: nil, counts: counts, to: &writer)
    }

    /// Writes a location with its times, and what more its writer knows of it: the names and the numbers.
    public static func write(
        _ location: Location, counts: KeyValuePairs<String, Int> = [:], to writer: inout JSONWriter
    ) {
        write(location, kind: nil, counts: counts, to: &writer)
    }

    /// Writes a page of to-dos: `{"items": [...], "page", "pageSize", "total", "nextCursor"}`.
    public static func write(_ page: Page<Todo>, to writer: inout JSONWriter) {
        write(page, to: &writer) { write($0, to: &$1) }
    }

    /// Writes a page whose items `item` writes, for those that show more of a model than the model itself.
    public static func write<Item>(
        _ page: Page<Item>, to writer: inout JSONWriter, item: (Item, inout JSONWriter) -> Void
    ) {
        beginPage(to: &writer)
        for element in page.items { item(element, &writer) }
        endPage(page, to: &writer)
    }

    /// Writes what stands before the items of a page.
    public static func beginPage(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("items")
        writer.beginArray()
    }

    /// Writes what stands behind the items of a page.
    public static func endPage<Item>(_ page: Page<Item>, to writer: inout JSONWriter) {
        writer.endArray()
        writer.member("page", page.page)
        writer.member("pageSize", page.pageSize)
        writer.member("total", page.total)
        writer.member("nextCursor", page.nextCursor?.description)
        writer.endObject()
    }
}

/// What a record of ndjson says it is.
enum JSONRecordKind: String {
    case todo, tag, location
}

extension TodoJSON {
    /// What the keys of extras begin with that were members of a to-do; the name of the member follows.
    static let othersPrefix = "json."

    /// The names of our own members.
    private static let ownNames: Set<String> = [
        "kind", "id", "title", "notes", "createdAt", "updatedAt", "completedAt", "due", "priority", "tags", "location",
        "extras",
    ]

    /// Writes a to-do, with `kind` as its first field where one is given.
    /// - Parameter restoresOthers: whether the members that another program's file had are members again, as a file has
    ///   them, and not among the extras.
    static func write(
        _ todo: Todo, kind: JSONRecordKind?, restoresOthers: Bool = false, to writer: inout JSONWriter
    ) {
        var (extras, others) = (todo.extras, [(name: String, value: JSONValue)]())
        if restoresOthers, !extras.isEmpty {
            for (key, value) in todo.extras where key.hasPrefix(othersPrefix) {
                let name = String(key.dropFirst(othersPrefix.count))
                guard !ownNames.contains(name) else { continue }
                others.append((name, value))
                extras[key] = nil
            }
            others.sort { $0.name < $1.name }
        }
        writer.beginObject()
        if let kind { writer.member("kind", kind.rawValue) }
        writer.member("id", todo.id.rawValue)
        writer.member("title", todo.title)
        writer.member("notes", todo.notes)
        writer.member("createdAt", todo.createdAt.rfc3339)
        writer.member("updatedAt", todo.updatedAt.rfc3339)
        writer.member("completedAt", todo.completedAt?.rfc3339)
        writer.key("due")
        write(todo.due, to: &writer)
        writer.member("priority", todo.priority?.rawValue)
        writer.key("tags")
        writer.beginArray()
        for tag in todo.tags {
            writer.beginObject()
            writer.member("id", tag.id.rawValue)
            writer.member("title", tag.title)
            writer.endObject()
        }
        writer.endArray()
        writer.key("location")
        if let location = todo.location {
            writer.beginObject()
            writePlace(location, to: &writer)
            writer.endObject()
        } else {
            writer.null()
        }
        writer.key("extras")
        writer.value(extras.isEmpty ? .null : .object(extras))
        for (name, value) in others {
            writer.key(name)
            writer.value(value)
        }
        writer.endObject()
    }

    static func write(
        _ tag: Tag, kind: JSONRecordKind?, counts: KeyValuePairs<String, Int> = [:], to writer: inout JSONWriter
    ) {
        writer.beginObject()
        if let kind { writer.member("kind", kind.rawValue) }
        writer.member("id", tag.id.rawValue)
        writer.member("title", tag.title)
        writer.member("color", tag.color)
        writer.member("createdAt", tag.createdAt.rfc3339)
        writer.member("updatedAt", tag.updatedAt.rfc3339)
        for (name, count) in counts { writer.member(name, count) }
        writer.endObject()
    }

    static func write(
        _ location: Location, kind: JSONRecordKind?, counts: KeyValuePairs<String, Int> = [:],
        to writer: inout JSONWriter
    ) {
        writer.beginObject()
        if let kind { writer.member("kind", kind.rawValue) }
        writePlace(location, to: &writer)
        writer.member("createdAt", location.createdAt.rfc3339)
        writer.member("updatedAt", location.updatedAt.rfc3339)
        for (name, count) in counts { writer.member(name, count) }
        writer.endObject()
    }

    private static func write(_ due: Due?, to writer: inout JSONWriter) {
        guard let due else { return writer.null() }
        writer.beginObject()
        switch due {
        case .day(let day):
            writer.member("day", day.description)
        case .instant(let date, let zone):
            writer.member("at", date.rfc3339)
            writer.member("zone", zone)
        }
        writer.endObject()
    }

    private static func writePlace(_ location: Location, to writer: inout JSONWriter) {
        writer.member("id", location.id.rawValue)
        writer.member("latitude", location.latitude)
        writer.member("longitude", location.longitude)
        writer.member("altitude", location.altitude)
        writer.member("placeName", location.placeName)
    }
}
