package import Foundation
import JSON

/// The limits of all values that enter the system.
public enum Limits {
    /// Bytes in a to-do's title.
    public static let title = 4096
    /// Bytes in a to-do's notes.
    public static let notes = 256 * 1024
    /// Bytes in a tag's or a list's title or a location's name.
    public static let name = 256
    /// Bytes in a tag's colour.
    public static let color = 64
    /// Bytes of a view's filter and of what its names refer to, as JSON.
    public static let viewFilter = 64 * 1024
    /// Bytes of the names of a view's columns, or of its grouping.
    public static let viewWords = 1024
    /// Bytes in a comment.
    public static let comment = 64 * 1024
    /// Bytes of a to-do's imported properties, as JSON.
    public static let extras = 256 * 1024
    /// Arrays and objects within each other in a to-do's imported properties, in a record of an app and in a view's filter. What
    /// they are written in has a few more, and all of it is read again (`JSONReader.maximumDepth`).
    public static let jsonLevels = 100
    /// The largest rule of a recurrence, in bytes.
    public static let rule = 4096
    /// The allowed estimates: minutes, up to a year of them.
    public static let estimate = 1...525_600
    /// Bytes in the id of a member of a shared list.
    public static let memberID = 128
    /// The allowed times: milliseconds since 1970, years 1 to 9999.
    public static let time: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
    /// The allowed time that is nearest to one, both in milliseconds since 1970.
    package static func nearestTime(to milliseconds: Int64) -> Int64 {
        min(max(milliseconds, time.lowerBound), time.upperBound)
    }
}

/// Validates single values and normalizes them for storage.
package enum Validation {
    /// Validates a to-do's title and trims it.
    /// - Throws: ``TodoError``: `empty-title`, `title-too-long` or `title-not-one-line`.
    package static func title(_ text: String) throws -> String {
        try line(
            text, limit: Limits.title, empty: TodoError(.emptyTitle, "A to-do needs a title."),
            tooLong: titleTooLong,
            notOneLine: TodoError(
                .titleNotOneLine, "A title is one line without control characters; put the rest into the notes."))
    }

    /// The refusal of a title that is too long.
    package static var titleTooLong: TodoError {
        TodoError(.titleTooLong, "A title has at most 4,096 bytes; put the rest into the notes.")
    }

    /// Validates a to-do's notes, which stay as they are.
    /// - Throws: ``TodoError``: `notes-too-long` or `bad-text`.
    package static func notes(_ text: String) throws -> String {
        guard text.utf8.count <= Limits.notes else { throw notesTooLong }
        guard !text.utf8.contains(0) else { throw TodoError(.badText, "Notes cannot hold a NUL character.") }
        return text
    }

    /// The refusal of notes that are too long.
    package static var notesTooLong: TodoError { TodoError(.notesTooLong, "Notes have at most 262,144 bytes.") }

    /// Validates a comment's text and removes the white space at its ends.
    /// - Throws: ``TodoError`` with code `bad-comment`.
    package static func comment(_ text: String) throws -> String {
        let text = text.trimmed
        guard 1...Limits.comment ~= text.utf8.count, !text.utf8.contains(0) else { throw badComment }
        return text
    }

    /// The refusal of a comment that is empty or too long, or has a NUL character.
    package static var badComment: TodoError {
        TodoError(.badComment, "A comment has 1 to 65,536 bytes, none of them NUL.")
    }

    /// Validates the id of a member of a shared list.
    /// - Throws: ``TodoError`` with code `bad-identifier`.
    public static func memberID(_ id: String) throws -> String {
        guard 1...Limits.memberID ~= id.utf8.count, !id.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw TodoError(
                .badIdentifier, "The id of a member has 1 to 128 bytes, none of them a control character.")
        }
        return id
    }

    /// Validates a tag's title and trims it.
    /// - Throws: ``TodoError``: `empty-tag-title`, `tag-title-too-long` or `bad-text`.
    package static func tagTitle(_ text: String) throws -> String {
        try line(
            text, limit: Limits.name, empty: TodoError(.emptyTagTitle, "A tag needs a title."),
            tooLong: TodoError(.tagTitleTooLong, "A tag's title has at most 256 bytes."),
            notOneLine: TodoError(.badText, "A tag's title is one line without control characters."))
    }

    /// A list's title without white space at its ends.
    /// - Throws: ``TodoError``: `empty-list-title`, `list-title-too-long`, `bad-text`, or `reserved-name` for a word that
    ///   means no list.
    package static func listTitle(_ text: String) throws -> String {
        let title = try line(
            text, limit: Limits.name, empty: TodoError(.emptyListTitle, "A list needs a title."),
            tooLong: TodoError(.listTitleTooLong, "A list's title has at most 256 bytes."),
            notOneLine: TodoError(.badText, "A list's title is one line without control characters."))
        guard !title.utf8.contains(UInt8(ascii: "/")) else {
            throw TodoError(.badText, "A list's title has no slash, which separates the lists of a path.")
        }
        guard !TodoList.isInbox(title) else {
            throw TodoError(.reservedName, "A list cannot be called “\(title)”: that means no list.")
        }
        return title
    }

    /// Validates the colour of a tag or a list.
    /// - Throws: ``TodoError`` with code `bad-color`.
    package static func color(_ text: String) throws -> String {
        let refusal = TodoError(.badColor, "A colour has 1 to 64 bytes on one line.")
        return try line(text, limit: Limits.color, empty: refusal, tooLong: refusal, notOneLine: refusal)
    }

    /// Validates a device's name: one line of 1 to 256 bytes.
    /// - Throws: `usage`.
    package static func deviceName(_ name: String) throws -> String {
        do {
            return try tagTitle(name)
        } catch {
            throw TodoError(.usage, "The name of a device is one line of 1 to \(Limits.name) bytes.", underlying: error)
        }
    }

    /// Validates the name that a member goes by in a shared list, and trims it.
    /// - Throws: ``TodoError``: `usage`.
    package static func memberName(_ name: String) throws -> String {
        do {
            return try tagTitle(name)
        } catch {
            throw TodoError(.usage, "The name of a member is one line of 1 to \(Limits.name) bytes.", underlying: error)
        }
    }

    /// Validates a location's name and trims it.
    /// - Throws: ``TodoError``: `empty-place-name`, `place-name-too-long` or `bad-text`.
    package static func placeName(_ text: String) throws -> String {
        try line(
            text, limit: Limits.name, empty: TodoError(.emptyPlaceName, "A place's name cannot be empty."),
            tooLong: TodoError(.placeNameTooLong, "A place's name has at most 256 bytes."),
            notOneLine: TodoError(.badText, "A place's name is one line without control characters."))
    }

    /// Trims a text of one line, or throws the refusal that applies.
    private static func line(
        _ text: String, limit: Int, empty: @autoclosure () -> TodoError, tooLong: @autoclosure () -> TodoError,
        notOneLine: @autoclosure () -> TodoError
    ) throws -> String {
        let line = text.trimmed
        guard !line.isEmpty else { throw empty() }
        guard line.utf8.count <= limit else { throw tooLong() }
        guard !line.unicodeScalars.contains(where: \.isControl) else { throw notOneLine() }
        return line
    }

    /// Validates an altitude: metres above sea level, between the centre of the earth and geostationary orbit.
    /// - Throws: ``TodoError`` with code `impossible-altitude`.
    package static func altitude(_ metres: Double) throws -> Double {
        guard -6_400_000...36_000_000 ~= metres else {
            throw TodoError(.impossibleAltitude, "An altitude is a number of metres from -6400000 to 36000000.")
        }
        return metres + 0
    }

    /// Validates a time, rounded to the millisecond.
    /// - Throws: ``TodoError`` with code `impossible-time`.
    package static func time(_ date: Date) throws -> Date {
        let milliseconds = date.timeIntervalSince1970 * 1000
        guard milliseconds.isFinite, milliseconds >= Double(Limits.time.lowerBound),
            milliseconds <= Double(Limits.time.upperBound)
        else { throw TodoError(.impossibleTime, "A time lies in the years 1 to 9999.") }
        return date.roundedToMilliseconds
    }

    /// Validates a due date; an instant's zone must be an IANA name known here.
    /// - Throws: ``TodoError``: `impossible-time` or `unknown-time-zone`.
    package static func due(_ due: Due) throws -> Due {
        guard case .instant(let date, let zone) = due else { return due }
        // Foundation reads a name only up to a NUL.
        guard zone.utf8.count <= 64, !zone.utf8.contains(0), TimeZone(identifier: zone) != nil else {
            throw TodoError(.unknownTimeZone, "There is no such time zone; give an IANA name such as Europe/Zurich.")
        }
        return .instant(try time(date), zone: zone)
    }

    /// Validates where a series starts; its rule may be more than is computed here.
    /// - Throws: ``TodoError``: `bad-recurrence`, `impossible-time` or `unknown-time-zone`.
    static func recurrence(_ recurrence: Recurrence) throws -> Recurrence {
        guard !recurrence.rule.isEmpty, recurrence.rule.utf8.count <= Limits.rule else {
            throw TodoError(.badRecurrence, "The rule by which something repeats has 1 to 4,096 bytes.")
        }
        guard recurrence.zone.utf8.count <= 64, TimeZone(identifier: recurrence.zone) != nil else {
            throw TodoError(.unknownTimeZone, "There is no such time zone; give an IANA name such as Europe/Zurich.")
        }
        var recurrence = recurrence.withinLimits
        recurrence.due = try due(recurrence.due)
        recurrence.usual = try recurrence.usual.map { try due($0) }
        return recurrence
    }

    /// Checks the register of a view's filter: what the text says is checked where it is used.
    /// - Throws: ``TodoError`` with code `bad-filter`.
    static func viewFilter(_ filter: JSONValue) throws -> JSONValue {
        guard !filter.isNested(deeperThan: Limits.jsonLevels) else {
            throw TodoError(
                .badFilter, "A view's filter has at most \(Limits.jsonLevels) arrays and objects within each other.")
        }
        guard filter["text"]?.string != nil, filter.canonicalJSON.utf8.count <= Limits.viewFilter else {
            throw TodoError(.badFilter, "A view has a filter of at most \(Limits.viewFilter) bytes as JSON.")
        }
        return filter
    }

    /// Checks the names of a view's columns or of its grouping.
    /// - Throws: ``TodoError`` with code `bad-text`.
    static func viewWords(_ text: String) throws -> String {
        guard 1...Limits.viewWords ~= text.utf8.count, !text.unicodeScalars.contains(where: \.isControl) else {
            throw TodoError(.badText, "Columns and a grouping have 1 to 1,024 bytes on one line.")
        }
        return text
    }

    /// Extras as they are stored: without those that are null.
    /// - Throws: ``TodoError``: `bad-extra` for a number that JSON does not have, `extras-too-long`.
    static func extras(_ extras: [String: JSONValue]) throws -> [String: JSONValue] {
        // Most have none, and an import validates each to-do several times.
        guard !extras.isEmpty else { return extras }
        guard !JSONValue.object(extras).isNested(deeperThan: Limits.jsonLevels) else {
            throw TodoError(
                .extrasTooLong,
                "The other properties of a to-do have at most \(Limits.jsonLevels) arrays and objects within each other."
            )
        }
        if let name = nameOfInfinite(in: extras) {
            throw TodoError(
                .badExtra, "“\(name.excerpt)” has a number that JSON does not have: NaN or an infinity.",
                effect: .nothingChanged)
        }
        guard JSONValue.object(extras).canonicalJSON.utf8.count <= Limits.extras else {
            throw TodoError(.extrasTooLong, "The other properties of a to-do have at most 262,144 bytes as JSON.")
        }
        return extras.filter { !$0.value.isNull }
    }

    /// The first name of a value with a number that JSON does not have, and that would be written as null.
    static func nameOfInfinite(in values: [String: JSONValue]) -> String? {
        values.filter { !$0.value.isFinite }.keys.min()
    }
}

extension Todo {
    /// The to-do, validated and normalized for storage.
    /// - Throws: ``TodoError`` for the first value that is not valid.
    public func validated() throws -> Todo {
        var todo = try Content.fields.validated(Content(self)).todo
        todo.createdAt = try Validation.time(createdAt)
        todo.updatedAt = try Validation.time(updatedAt)
        todo.tags = try tags.map { try $0.validated() }
        todo.location = try location?.validated()
        todo.list = try list?.validated()
        if dependsOn.count > 1 { todo.dependsOn = Set(dependsOn).sorted() }
        if !alarms.isEmpty {
            let unique = Dictionary(alarms.map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
            todo.alarms = try Validation.alarms(unique.values.sorted { $0.id < $1.id })
        }
        todo.extras = try Validation.extras(extras)
        return todo
    }
}

extension Todo.Update {
    /// The update, validated and normalized for storage.
    /// - Throws: ``TodoError`` for the first value that is not valid.
    package func validated() throws -> Todo.Update {
        var update = try Todo.Content.fields.validated(self)
        update.alarms = try alarms.mapValues { try $0.map { try $0.validated() } }
        _ = try Validation.extras(extras.compactMapValues(\.value))
        update.extras = extras.mapValues { $0.value?.isNull == true ? .clear : $0 }
        return update
    }
}

extension Tag {
    /// The tag, validated and normalized for storage.
    /// - Throws: ``TodoError`` for the first value that is not valid.
    public func validated() throws -> Tag {
        var tag = try Content.fields.validated(Content(self)).tag
        tag.createdAt = try Validation.time(createdAt)
        return tag
    }
}

extension Tag.Update {
    /// The update, validated and normalized for storage.
    /// - Throws: ``TodoError`` for the first value that is not valid.
    package func validated() throws -> Tag.Update { try Tag.Content.fields.validated(self) }
}

extension TodoList {
    /// Whether a name means no list where one is asked for: `inbox` or `none`.
    package static func isInbox(_ name: String) -> Bool { ["inbox", "none"].contains(name.lowercased()) }

    /// The list in the form in which it is stored.
    /// - Throws: ``TodoError`` for the first value that cannot be.
    public func validated() throws -> TodoList {
        var list = try Content.fields.validated(Content(self)).list
        list.createdAt = try Validation.time(createdAt)
        return list
    }
}

extension TodoList.Update {
    /// The update in the form in which it is stored.
    /// - Throws: ``TodoError`` for the first value that cannot be.
    package func validated() throws -> TodoList.Update { try TodoList.Content.fields.validated(self) }
}

extension Todo.Comment {
    /// The comment, validated and normalized for storage.
    /// - Throws: ``TodoError`` for the first value that is not valid.
    public func validated() throws -> Todo.Comment {
        var comment = try Content.fields.validated(Content(self)).comment
        comment.createdAt = try Validation.time(createdAt)
        comment.updatedAt = try Validation.time(updatedAt)
        return comment
    }
}

extension Todo.Comment.Update {
    /// The update, validated and normalized for storage.
    /// - Throws: ``TodoError`` for the first value that is not valid.
    package func validated() throws -> Todo.Comment.Update { try Todo.Comment.Content.fields.validated(self) }
}

extension SavedView {
    /// The view, validated and normalized for storage.
    /// - Throws: ``TodoError`` for the first value that is not valid.
    public func validated() throws -> SavedView {
        try Content.fields.validated(Content(self))
            .view(id: id, createdAt: Validation.time(createdAt), updatedAt: Validation.time(updatedAt))
    }
}

extension SavedView.Update {
    /// The update, validated and normalized for storage.
    /// - Throws: ``TodoError`` for the first value that is not valid.
    package func validated() throws -> SavedView.Update { try SavedView.Content.fields.validated(self) }
}

extension Location {
    /// The location, validated and normalized for storage.
    /// - Throws: ``TodoError`` for the first value that is not valid.
    public func validated() throws -> Location {
        var location = try Content.fields.validated(Content(self)).location
        location.createdAt = try Validation.time(createdAt)
        return location
    }
}

extension Location.Update {
    /// The update, validated and normalized for storage.
    /// - Throws: ``TodoError`` for the first value that is not valid.
    package func validated() throws -> Location.Update { try Location.Content.fields.validated(self) }
}

extension Unicode.Scalar {
    /// Whether a terminal or a line-based format may interpret this character: C0, DEL, C1, line and paragraph
    /// separators.
    package var isControl: Bool {
        value < 0x20 || 0x7F...0x9F ~= value || value == 0x2028 || value == 0x2029
    }
}

extension String {
    /// The text without leading and trailing white space and line breaks.
    package var trimmed: String {
        guard let first = utf8.first, let last = utf8.last else { return self }
        // Most text needs no trimming: checking both ends avoids walking its scalars.
        if 0x21...0x7E ~= first, 0x21...0x7E ~= last { return self }
        let scalars = unicodeScalars
        guard let start = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let end = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[start...end])
    }
}
