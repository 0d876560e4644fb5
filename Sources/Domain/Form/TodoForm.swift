/// To-dos as a text that people edit. Each to-do is a part with a line for each field, and the notes.
/// ```
/// --- 3f2a
/// title: Buy milk
/// due: 2026-11-22
/// tags: home, "two, words"
/// notes:
/// Two litres
/// ```
/// Lines before the notes that begin with `#` are comments. The notes are the text up to the next part, unchanged. A line of
/// the notes that begins with `---` or a backslash is escaped with a backslash. Values are only texts here; the program that
/// shows the form knows their meaning.
public struct TodoForm: Hashable, Sendable {
    /// The parts, in order.
    public var parts: [Part]

    /// A field that has a line.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        /// The title.
        case title
        /// The due date.
        case due
        /// The start date.
        case start
        /// The repetition.
        case `repeat`
        /// The reminders, separated by commas; see ``TodoForm/list(_:)``.
        case reminders
        /// The priority.
        case priority
        /// The estimate, such as `1h30`.
        case estimate
        /// The titles of the tags, separated by commas; see ``TodoForm/list(_:)``.
        case tags
        /// The path of the list.
        case list
        /// The place.
        case place
        /// The notes.
        case notes
    }

    /// One to-do.
    public struct Part: Hashable, Sendable {
        /// The id, or the beginning of it that the text shows.
        public var id: String
        /// The values. A field without a line is missing.
        public var values: [Field: String]
        /// The line numbers of the fields that were read, from 1.
        public internal(set) var lines: [Field: Int] = [:]
        /// The line number of the beginning; 0 if the part was not read.
        public internal(set) var line = 0

        /// Creates a part.
        public init(id: String, values: [Field: String]) {
            self.id = id
            self.values = values
        }
    }

    /// A mistake in a line.
    public struct Problem: Error, Hashable, Sendable {
        /// The number of the line, from 1.
        public let line: Int
        /// The mistake, in a sentence.
        public let reason: String

        /// Creates a problem.
        public init(line: Int, reason: String) {
            self.line = line
            self.reason = reason
        }
    }

    /// Creates a form of these parts.
    public init(_ parts: [Part]) { self.parts = parts }

    /// The text, with each field on its line.
    /// - Parameter comments: lines for the beginning of the text.
    public func text(comments: [String] = []) -> String {
        var lines = comments.map { "# " + $0 }
        for part in parts {
            if !lines.isEmpty { lines.append("") }
            lines.append("--- " + part.id)
            for field in Field.allCases where field != .notes {
                guard let value = part.values[field] else { continue }
                lines.append(value.isEmpty ? "\(field.rawValue):" : "\(field.rawValue): \(value)")
            }
            lines.append("notes:")
            let notes = part.values[.notes] ?? ""
            if !notes.isEmpty { lines += Self.lines(of: notes).map(Self.escaped) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Reads a text.
    /// - Returns: the form and its problems, in the order of the lines.
    public static func read(_ text: String) -> (form: TodoForm, problems: [Problem]) {
        var reader = FormReader()
        for line in lines(of: text) { reader.read(line) }
        reader.endPart()
        return (TodoForm(reader.parts), reader.problems)
    }

    /// The texts of a list that is separated by commas, such as tags. A text with a comma is in double quotes.
    public static func list(_ text: String) -> [String] {
        var (items, item, isQuoted) = ([String](), "", false)
        for character in text {
            switch character {
            case "\"": isQuoted.toggle()
            case "," where !isQuoted:
                items.append(item)
                item = ""
            default: item.append(character)
            }
        }
        return (items + [item]).map(\.trimmed).filter { !$0.isEmpty }
    }

    /// The texts as a list; see ``list(_:)``. Quotation marks in the texts are left out.
    public static func text(ofList items: [String]) -> String {
        items.map { item in
            let plain = item.replacing("\"", with: "")
            return plain.contains(",") ? "\"\(plain)\"" : plain
        }.joined(separator: ", ")
    }

    private static func lines(of text: String) -> [String] {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map(String.init)
    }

    private static func escaped(_ line: String) -> String {
        line.hasPrefix("---") || line.hasPrefix("\\") ? "\\" + line : line
    }
}

extension TodoForm.Part {
    /// The fields in which an edit replaces a value that the person has not seen. These are the fields that somebody else
    /// changed after the to-do was shown, unless the edit has the same value. Tags and reminders are never among them, because
    /// an edit only adds and removes single ones.
    /// - Parameters:
    ///   - shown: the part as it was shown.
    ///   - edited: the part as the person left it.
    public func replaced(by edited: TodoForm.Part, since shown: TodoForm.Part) -> [TodoForm.Field] {
        TodoForm.Field.allCases.filter { field in
            guard field != .tags, field != .reminders, let new = edited.values[field], new != shown.values[field] else {
                return false
            }
            return values[field] != shown.values[field] && values[field] != new
        }
    }
}

private struct FormReader {
    var parts: [TodoForm.Part] = []
    var problems: [TodoForm.Problem] = []
    private var number = 0
    private var part: TodoForm.Part?
    /// The lines of the notes; nil before them.
    private var notes: [String]?

    mutating func read(_ line: String) {
        number += 1
        if line.hasPrefix("---") {
            endPart()
            let id = String(line.dropFirst(3)).trimmed
            if id.isEmpty { refuse("After --- comes the id of a to-do.") }
            part = TodoForm.Part(id: id, values: [:])
            part?.line = number
        } else if notes != nil {
            notes?.append(line.hasPrefix("\\") ? String(line.dropFirst()) : line)
        } else if !line.trimmed.isEmpty, !line.trimmed.hasPrefix("#") {
            readField(line)
        }
    }

    private mutating func readField(_ line: String) {
        guard part != nil else {
            return refuse("A line stands before the first to-do, which begins with --- and its id.")
        }
        guard let colon = line.firstIndex(of: ":") else { return refuse("A field has a colon: `due: tomorrow`.") }
        let name = String(line[..<colon]).trimmed.lowercased()
        guard let field = TodoForm.Field(rawValue: name) else {
            let known = TodoForm.Field.allCases.map(\.rawValue)
            let hint = NearestWord.to(name, among: known).map { "perhaps “\($0)” is meant" }
            return refuse(
                "There is no field “\(name.excerpt)”; \(hint ?? "there are \(known.joined(separator: ", "))").")
        }
        guard part?.values[field] == nil else { return refuse("“\(name)” comes twice.") }
        let value = String(line[line.index(after: colon)...]).trimmed
        part?.values[field] = value
        part?.lines[field] = number
        if field == .notes { notes = value.isEmpty ? [] : [value] }
    }

    /// Ends the current part. Empty lines at the end of its notes separate two parts, and do not belong to the notes.
    mutating func endPart() {
        guard var part else { return }
        if var notes {
            while notes.last?.trimmed.isEmpty == true { notes.removeLast() }
            part.values[.notes] = notes.joined(separator: "\n")
        }
        if parts.contains(where: { $0.id == part.id }) {
            problems.append(.init(line: part.line, reason: "“\(part.id.excerpt)” comes twice."))
        }
        parts.append(part)
        self.part = nil
        notes = nil
    }

    private mutating func refuse(_ reason: String) {
        problems.append(TodoForm.Problem(line: number, reason: reason))
    }
}
