import Foundation
import TodoDomain

/// A title made from another program's text: one line, of limited length.
struct ForeignTitle {
    /// The title of a to-do whose text has no visible characters.
    static let missing = "(no title)"

    /// The title, never empty.
    let title: String
    /// The whole text if the title had to be cut, for the notes.
    let overflow: String?
    /// Whether the title equals the text, so that writing the title restores the text.
    let isExact: Bool

    /// Turns control characters and line breaks into spaces, trims the text, and cuts it between two characters if it
    /// is too long.
    init(_ text: String) {
        var line = text
        if text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }), text.unicodeScalars.contains(where: \.isControl) {
            line = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isControl ? " " : $0 }))
        }
        let trimmed = line.trimmed
        let short = trimmed.utf8.count <= Limits.title ? trimmed : trimmed.cut(toBytes: Limits.title).trimmed
        title = short.isEmpty ? Self.missing : short
        overflow = trimmed.utf8.count <= Limits.title ? nil : text
        isExact = title.utf8.elementsEqual(text.utf8)
    }

    /// The notes of a to-do with this title: the whole text if the title was cut, followed by its own notes.
    func notes(_ own: String) -> String {
        guard let overflow, overflow != own else { return own }
        return own.isEmpty ? overflow : overflow + "\n\n" + own
    }

    /// The same for a tag or a location name, which may be empty.
    static func tag(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: \.isControl) else { return text.trimmed }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isControl ? " " : $0 })).trimmed
    }

    /// The title and the notes to write for a to-do whose title was made from `original`: the original as long as the
    /// title is unchanged, and the notes without what was cut off the title.
    static func restored(_ todo: Todo, from original: String?) -> (title: String, notes: String) {
        guard let original else { return (todo.title, todo.notes) }
        let foreign = ForeignTitle(original)
        guard foreign.title == todo.title else { return (todo.title, todo.notes) }
        guard let overflow = foreign.overflow else { return (original, todo.notes) }
        if todo.notes == overflow { return (original, "") }
        let prefix = overflow + "\n\n"
        // If the notes were rewritten, they contain what was cut off the title, or it is no longer wanted.
        guard todo.notes.hasPrefix(prefix) else { return (todo.title, todo.notes) }
        return (original, String(todo.notes.dropFirst(prefix.count)))
    }
}

extension String {
    /// The longest prefix of at most this many bytes that ends between two characters, or at least two scalars.
    func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var cut = startIndex
        for index in indices {
            if utf8.distance(from: startIndex, to: index) > limit { break }
            cut = index
        }
        guard cut == startIndex else { return String(self[..<cut]) }
        var scalars = UnicodeScalarView()
        var size = 0
        for scalar in unicodeScalars {
            size += UTF8.width(scalar)
            if size > limit { break }
            scalars.append(scalar)
        }
        return String(scalars)
    }

    /// Text from a file's bytes.
    /// - Throws: ``InputError`` if it is not UTF-8 or contains a NUL, which text never does.
    init(fileBytes bytes: UnsafeBufferPointer<UInt8>) throws {
        guard !bytes.contains(0) else { throw InputError("there is a NUL byte; the file must be text in UTF-8") }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw InputError.notUTF8
        }
        self = text
    }
}
